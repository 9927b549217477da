"""Writes small exact GIFs and walks the blocks of any; the tests' own, independent of animconv.

The pixels are written as LZW codes of exactly one byte: with a minimum code size of 7 every code
has 8 bits until the table fills, and a clear code after 120 of them keeps it from filling.
"""
import dataclasses
import struct

TRANSPARENT = 127
_CLEAR, _END = 0x80, 0x81


def lzw(indices):
    """Indices 0 to 127 as the image data of a GIF, sub-blocks and all."""
    codes = b"".join(bytes([_CLEAR]) + indices[i:i + 120] for i in range(0, len(indices), 120))
    codes += bytes([_END])
    blocks = (codes[i:i + 255] for i in range(0, len(codes), 255))
    return b"\x07" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def build(width, height, palette, frames, loops=0):
    """A whole GIF.

    palette: up to 128 (r, g, b); index 127 is the transparent one in frames that say so.
    frames: (indices, delay in 1/100 s or None for no control extension, disposal, transparent?)
    loops: the number in the NETSCAPE extension, None for no extension.
    """
    table = b"".join(bytes(color) for color in palette).ljust(128 * 3, b"\0")
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF6, 0, 0), table]
    if loops is not None:
        parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", loops) + b"\0")
    for indices, delay, disposal, transparent in frames:
        if delay is not None:
            flags = disposal << 2 | (1 if transparent else 0)
            parts.append(b"\x21\xf9\x04" + struct.pack("<BHB", flags, delay, TRANSPARENT) + b"\0")
        parts.append(b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + lzw(indices))
    parts.append(b";")
    return b"".join(parts)


def moving(width, height, count, delays=(5,), transparent=False):
    """A GIF in which everything moves: `count` frames with the delays by turns."""
    palette = [(i * 2, 255 - i * 2, (i * 5) % 256) for i in range(128)]
    ramp = bytes(i % 127 for i in range(width + height + 127 * 2))
    hole = bytes([TRANSPARENT]) * (width // 4)
    frames = []
    for t in range(count):
        rows = []
        for y in range(height):
            row = ramp[(t * 3 + y) % 127:][:width]
            rows.append(hole + row[len(hole):] if transparent and y % 16 < 8 else row)
        frames.append((b"".join(rows), delays[t % len(delays)], 2 if transparent else 1,
                       transparent))
    return build(width, height, palette, frames)


@dataclasses.dataclass
class Block:
    """One image of a GIF, by what its bytes say."""
    start: int          # offset of its graphic control extension, else of its descriptor
    descriptor: int     # offset of its descriptor
    end: int            # offset after its last sub-block
    delay: int | None   # 1/100 s; None without a graphic control extension
    disposal: int
    left: int
    top: int
    width: int
    height: int


def walk(data):
    """(width, height, images, whether the trailer was reached). Ends at the first block that is cut."""
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0)
    images, control = [], None
    while at < len(data) and data[at] != 0x3B:
        if data[at] == 0x21 and at + 1 < len(data):
            label, first = data[at + 1], at
            if label == 0xF9 and at + 6 <= len(data):
                packed, delay = struct.unpack_from("<BH", data, at + 3)
                control = (first, delay, packed >> 2 & 7)
            at = _skip_blocks(data, at + 2)
        elif data[at] == 0x2C and at + 10 <= len(data):
            descriptor = at
            left, top, w, h, packed = struct.unpack_from("<HHHHB", data, at + 1)
            at += 10 + (3 << ((packed & 7) + 1) if packed & 0x80 else 0)
            at = _skip_blocks(data, at + 1)
            start, delay, disposal = control or (descriptor, None, 0)
            images.append(Block(start, descriptor, at, delay, disposal, left, top, w, h))
            control = None
        else:
            break
    return width, height, images, at < len(data) and data[at] == 0x3B


def _skip_blocks(data, at):
    while at < len(data) and data[at]:
        at += data[at] + 1
    return at + 1


def browser_milliseconds(delay):
    """The time a browser gives a delay: 0, 1 and none become 100 ms."""
    return 100 if delay is None or delay <= 1 else delay * 10
