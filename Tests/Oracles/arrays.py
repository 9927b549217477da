"""Compares frames of RGBA as arrays, premultiplied with alpha."""
import numpy


def premultiplied(rgba, height, width):
    pixels = numpy.frombuffer(rgba, numpy.uint8).reshape(height, width, 4).astype(numpy.uint16)
    alpha = pixels[..., 3:]
    pixels[..., :3] = (pixels[..., :3] * alpha + 127) // 255
    return pixels.astype(numpy.uint8)


def distance(found, wanted):
    """How far each sample is off."""
    return numpy.abs(found.astype(numpy.int16) - wanted)


def difference(found, wanted):
    """How a frame differs, as text; nothing where it is within 1 of 255 in pixels that are half transparent,
    and equal elsewhere."""
    if found.shape != wanted.shape:
        return "is %s, not %s" % (found.shape, wanted.shape)
    off = distance(found, wanted)
    clear = (wanted[..., 3] == 0) | (wanted[..., 3] == 255)
    if off.max() > 1 or off[clear].any():
        return "differs by %d in %d pixels" % (off.max(), off.any(axis=2).sum())
    return None
