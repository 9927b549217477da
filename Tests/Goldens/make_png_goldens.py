#!/usr/bin/env python3
"""Decodes still PNGs plainly, pixel by pixel, and prints the SHA-256 of each one's RGBA bytes.

  make_png_goldens.py CORPUS > still-png.sha256

The rules are those of the PNG specification; 16-bit samples are scaled to 8 bits and rounded to
nearest; pixels with alpha 0 get colour 0. Needs nothing but the standard library, and shares
nothing with libpng but zlib."""
import hashlib, os, struct, sys, zlib

FOLDERS = ["swift-png/Common", "pillow", "apngasm/samples"]
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] != zlib.crc32(kind + body):
            raise ValueError("wrong sum")
        yield kind, body
        at += 12 + length


def unfilter(stream, at, count, length, step):
    """Rows of `length` bytes; `step` is the distance to the pixel on the left."""
    above, rows = bytearray(length), []
    for _ in range(count):
        kind, row = stream[at], bytearray(stream[at + 1:at + 1 + length])
        if len(row) < length:
            raise ValueError("short")
        at += 1 + length
        for i in range(length):
            a = row[i - step] if i >= step else 0
            b = above[i]
            c = above[i - step] if i >= step else 0
            if kind == 1: guess = a
            elif kind == 2: guess = b
            elif kind == 3: guess = (a + b) // 2
            elif kind == 4:
                p = a + b - c
                guess = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            else: guess = 0
            row[i] = row[i] + guess & 255
        rows.append(row)
        above = row
    return rows, at


def decode(data):
    palette, trns, stream = b"", None, b""
    for kind, body in chunks(data):
        if kind == b"IHDR": width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
        elif kind == b"PLTE": palette = body
        elif kind == b"tRNS": trns = body
        elif kind == b"IDAT": stream += body
        elif kind == b"acTL": raise ValueError("animated")
    stream, at, channels = zlib.decompress(stream), 0, CHANNELS[color]
    most = (1 << depth) - 1
    out = bytearray(width * height * 4)

    def sample(row, index):
        if depth == 16: return row[2 * index] << 8 | row[2 * index + 1]
        if depth == 8: return row[index]
        bit = index * depth
        return row[bit // 8] >> (8 - depth - bit % 8) & most

    def eight(value):
        return (value * 255 * 2 + most) // (most * 2)

    key = struct.unpack(">%dH" % (len(trns) // 2), trns) if trns and color != 3 else None
    for x0, y0, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        columns, count = (width - x0 + dx - 1) // dx, (height - y0 + dy - 1) // dy
        if columns <= 0 or count <= 0:
            continue
        length = (columns * channels * depth + 7) // 8
        rows, at = unfilter(stream, at, count, length, max(1, channels * depth // 8))
        for j, row in enumerate(rows):
            for i in range(columns):
                s = [sample(row, i * channels + k) for k in range(channels)]
                if color == 3:
                    r, g, b = palette[3 * s[0]:3 * s[0] + 3]
                    a = trns[s[0]] if trns and s[0] < len(trns) else 255
                else:
                    a = eight(s.pop()) if color in (4, 6) else 0 if key == tuple(s) else 255
                    r, g, b = (eight(v) for v in (s * 3 if len(s) == 1 else s))
                to = ((y0 + j * dy) * width + x0 + i * dx) * 4
                out[to:to + 4] = bytes((r, g, b, a)) if a else bytes(4)
    return bytes(out)


def main(corpus):
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(corpus, folder)):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file: data = file.read()
                if not name.endswith(".png") or len(data) > 60_000 or data[:8] != b"\x89PNG\r\n\x1a\n":
                    continue
                try: pixels = decode(data)
                except (ValueError, KeyError, struct.error, zlib.error, IndexError): continue
                yield os.path.relpath(path, corpus), hashlib.sha256(pixels).hexdigest()


if __name__ == "__main__":
    for path, digest in sorted(main(sys.argv[1])):
        print(digest + "  " + path)
