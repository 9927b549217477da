#!/usr/bin/env python3
"""Makes the fixtures beside this file, byte for byte, from nothing but this text.

  make_fixtures.py          writes them
  make_fixtures.py --check  exits with 1 when one of them differs

orbit.gif  a moon round a planet: 99 x 67 pixels, 24 frames, a transparent background, frames that
           cover only what moved (disposal: clear), delays of 3 to 50 cs, plays for ever
"""
import math
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def lzw(indices, min_code_size):
    """GIF's LZW (GIF89a, appendix F) as sub-blocks."""
    clear, end = 1 << min_code_size, (1 << min_code_size) + 1
    out, bits, count = bytearray(), 0, 0

    def put(code, size):
        nonlocal bits, count
        bits |= code << count
        count += size
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8

    size, table, word = min_code_size + 1, {}, ()
    put(clear, size)
    for index in indices:
        longer = word + (index,)
        if len(longer) == 1 or longer in table:
            word = longer
            continue
        put(table[word] if len(word) > 1 else word[0], size)
        code = end + 1 + len(table)
        if code < 4096:
            table[longer] = code
            if code == 1 << size and size < 12:
                size += 1
        else:
            put(clear, size)
            size, table = min_code_size + 1, {}
        word = (index,)
    put(table[word] if len(word) > 1 else word[0], size)
    put(end, size)
    if count:
        out.append(bits & 255)
    blocks = b"".join(bytes([len(c)]) + c for c in
                      (bytes(out[i:i + 255]) for i in range(0, len(out), 255)))
    return bytes([min_code_size]) + blocks + b"\0"


def orbit():
    width, height, count, transparent = 99, 67, 24, 15
    palette = [(0, 0, 0)] * 16
    for i in range(6):
        palette[i] = (20 + 14 * i, 60 + 24 * i, 120 + 24 * i)      # planet, dark to light
        palette[6 + i] = (110 + 24 * i, 90 + 26 * i, 40 + 20 * i)  # moon, dark to light
    palette[12] = (240, 244, 255)                                   # a star

    def shade(dx, dy, radius, first):
        light = (-dx - dy) / (radius * 1.5)
        return first + max(0, min(5, int((light + 1) * 3)))

    def picture(t):
        a = 2 * math.pi * t / count
        mx, my, mr = 49 + 38 * math.cos(a), 33 + 12 * math.sin(a), 7
        rows = [[transparent] * width for _ in range(height)]
        for y in range(height):
            for x in range(width):
                planet = math.hypot(x - 49, y - 33) < 17
                moon = math.hypot(x - mx, y - my) < mr
                if moon and (not planet or math.sin(a) > 0):
                    rows[y][x] = shade(x - mx, y - my, mr, 6)
                elif planet:
                    rows[y][x] = shade(x - 49, y - 33, 17, 0)
        rows[5][88] = rows[60][8] = 12
        return rows

    data = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF3, 0, 0)
    data += bytes(c for colour in palette for c in colour)
    data += b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    for t in range(count):
        rows = picture(t)
        used = [(x, y) for y in range(height) for x in range(width) if rows[y][x] != transparent]
        x0, x1 = min(x for x, _ in used), max(x for x, _ in used) + 1
        y0, y1 = min(y for _, y in used), max(y for _, y in used) + 1
        delay = 50 if t == 0 else 3 + (t * 5) % 7
        data += b"\x21\xf9\x04" + struct.pack("<BHBB", 2 << 2 | 1, delay, transparent, 0)
        data += b"\x2c" + struct.pack("<HHHHB", x0, y0, x1 - x0, y1 - y0, 0)
        data += lzw([rows[y][x] for y in range(y0, y1) for x in range(x0, x1)], 4)
    return data + b";"


FIXTURES = {"orbit.gif": orbit}


def main():
    differing = 0
    for name, make in FIXTURES.items():
        path, data = os.path.join(HERE, name), make()
        if "--check" in sys.argv[1:]:
            if not os.path.exists(path) or open(path, "rb").read() != data:
                print("differs:", name)
                differing = 1
        else:
            with open(path, "wb") as f:
                f.write(data)
    return differing


if __name__ == "__main__":
    sys.exit(main())
