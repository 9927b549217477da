"""A GIF of flat patches: primaries, grays and pastels, with and without transparency."""
import gif

PRIMARIES = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 0, 255), (0, 255, 255),
             (0, 0, 0), (255, 255, 255)]
GRAYS = [(v, v, v) for v in (16, 32, 64, 96, 128, 160, 192, 235)]
PASTELS = [(255, 182, 193), (255, 218, 185), (255, 250, 205), (193, 255, 193), (175, 238, 238),
           (176, 196, 222), (216, 191, 216), (245, 222, 179)]
COLORS = PRIMARIES + GRAYS + PASTELS
COLUMNS, SIDE = 8, 32
WIDTH, HEIGHT = COLUMNS * SIDE, len(COLORS) // COLUMNS * SIDE


def make(transparent):
    """Two frames of half a second, the second one turned by a column; with `transparent` a gap of
    4 clear pixels round every patch."""
    return gif.build(WIDTH, HEIGHT, COLORS,
                     [(picture(turn, transparent), 50, 2, transparent) for turn in (0, 1)])


def picture(turn, transparent):
    return bytes(index(x, y, turn, transparent) for y in range(HEIGHT) for x in range(WIDTH))


def index(x, y, turn, transparent):
    inner = min(x % SIDE, y % SIDE, SIDE - 1 - x % SIDE, SIDE - 1 - y % SIDE)
    if transparent and inner < 4:
        return gif.TRANSPARENT
    return y // SIDE * COLUMNS + (x // SIDE + turn) % COLUMNS


def centers(turn):
    """(color, offset of the patch's middle pixel in RGBA bytes)"""
    for row in range(HEIGHT // SIDE):
        for column in range(COLUMNS):
            x, y = column * SIDE + SIDE // 2, row * SIDE + SIDE // 2
            yield COLORS[index(x, y, turn, False)], (y * WIDTH + x) * 4
