"""Compares pictures that are rows of RGBA bytes; fast enough without anything installed."""
import array
import itertools
import operator

WHITE = 255


def crop(rgba, from_width, width, height):
    """The upper left part of a picture."""
    if from_width == width:
        return rgba[:width * height * 4]
    return b"".join(rgba[y * from_width * 4:(y * from_width + width) * 4] for y in range(height))


def part(rgba, from_width, left, top, width, height):
    """A rectangle of a picture."""
    return b"".join(rgba[((top + y) * from_width + left) * 4:][:width * 4] for y in range(height))


def doubled(rgba, width):
    """Every pixel as a square of four."""
    rows = []
    for start in range(0, len(rgba), width * 4):
        pixels = array.array("I", rgba[start:start + width * 4])
        row = array.array("I", bytes(len(pixels) * 8))
        row[0::2] = row[1::2] = pixels
        rows += [row.tobytes()] * 2
    return b"".join(rows)


def over(rgba, matte=WHITE):
    """The picture on a gray matte, opaque. Alpha is 0 or 255, as in a GIF."""
    alpha = rgba[3::4]
    if 0 not in alpha:
        return rgba
    result = bytearray(rgba)
    seen = [a == 0 for a in alpha]
    for channel in range(3):
        plane = bytes(matte if hidden else c for c, hidden in zip(rgba[channel::4], seen))
        result[channel::4] = plane
    result[3::4] = b"\xff" * len(alpha)
    return bytes(result)


def color_error(shown, expected, step=1):
    """Mean error of 255 over red, green and blue of the pixels that ought to be opaque."""
    alpha = expected[3::4 * step]
    count = alpha.count(255)
    if not count:
        return 0.0
    total = 0
    for channel in range(3):
        differences = map(abs, map(operator.sub, shown[channel::4 * step],
                                   expected[channel::4 * step]))
        if count < len(alpha):
            differences = itertools.compress(differences, map((255).__eq__, alpha))
        total += sum(differences)
    return total / (3 * count)


def largest_alpha_error(shown, expected):
    """The largest difference of alpha."""
    return max(abs(a - b) for a, b in zip(shown[3::4], expected[3::4]))


def alpha_error(shown, expected):
    """Mean error of 255 of alpha."""
    return mean_difference(shown[3::4], expected[3::4])


def mean_difference(a, b):
    return sum(map(abs, map(operator.sub, a, b))) / len(b)
