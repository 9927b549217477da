"""A GIF whose frames carry their own number, over a picture that moves enough for B-frames."""
import gif

BITS, BAR = 6, 16
WIDTH, HEIGHT = BITS * BAR, 64
BLACK, WHITE, SHADES = 0, 1, 24
PALETTE = [(0, 0, 0), (255, 255, 255)] + [(60 + 5 * i, 200 - 4 * i, 120) for i in range(SHADES)]


def make(delays):
    """One frame for each delay in 1/100 s, at most 64."""
    return gif.build(WIDTH, HEIGHT, PALETTE,
                     [(picture(number), delay, 1, False) for number, delay in enumerate(delays)])


def picture(number):
    bars = bytes(WHITE if number >> (x // BAR) & 1 else BLACK for x in range(WIDTH))
    rows = [bars] * (HEIGHT // 2)
    for y in range(HEIGHT // 2):
        rows.append(bytes(2 + ((x + 2 * number) // 4 + y // 8) % SHADES for x in range(WIDTH)))
    return b"".join(rows)


def number(rgba, width):
    """Which frame is shown; None when a bar is neither black nor white."""
    found = 0
    for bit in range(BITS):
        value = rgba[(HEIGHT // 4 * width + bit * BAR + BAR // 2) * 4 + 1]
        if 64 < value < 192:
            return None
        found |= (value > 128) << bit
    return found
