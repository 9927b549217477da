"""Sixty small files that ask for enormous memory, each in the words of its own format.

Headers of sizes that nobody has, pictures that unpack to gigabytes, more frames than anybody shows,
lists and texts nested as deep as they are long. `make` writes one; its name is its recipe.
"""
import io
import json
import os
import struct
import zipfile
import zlib

MIB = 1 << 20


def deflated(count):
    """`count` zero bytes, packed a thousand to one: one packed part, as often as it takes."""
    parts = []
    for length, times in ((MIB, count // MIB), (count % MIB, 1)):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        parts.append((packer.compress(bytes(length)) + packer.flush(zlib.Z_FULL_FLUSH)) * times)
    last = zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    return b"\x78\xda" + b"".join(parts) + last + struct.pack(">I", count % 65521 << 16 | 1)


# GIF

def gif(width, height, *images, palette=1):
    return (b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80 | palette, 0, 0)
            + bytes(range(6 << palette)) + b"".join(images) + b";")


def gif_image(width, height, data=b"\x02\x02\x44\x01\0", disposal=1):
    return (b"\x21\xf9\x04" + struct.pack("<BHB", disposal << 2, 10, 0) + b"\0\x2c"
            + struct.pack("<HHHHB", 0, 0, width, height, 0) + data)


def lzw_run(pixels):
    """Codes for `pixels` equal pixels, up to 4,000 of them in one code."""
    bits, held, made = 0, 0, bytearray()
    size, following, length = 3, 6, 1

    def put(code):
        nonlocal bits, held
        bits |= code << held
        held += size
        while held >= 8:
            made.append(bits & 255)
            bits >>= 8
            held -= 8

    put(4)
    put(0)
    left = pixels - 1
    while left > 0:
        if following < 4096 and left > length:
            length += 1
            put(following)
            left -= length
            following += 1
            if following == 1 << size and size < 12:
                size += 1
        elif left >= length:
            put(following - 1)
            left -= length
        else:
            put(0 if left == 1 else 4 + left)
            left = 0
    put(5)
    made.append(bits & 255)
    return b"\x02" + b"".join(
        bytes([len(made[at:at + 255])]) + made[at:at + 255]
        for at in range(0, len(made), 255)) + b"\0"


def gif_comment(count):
    return b"\x21\xfe" + (b"\xff" + b"x" * 255) * count + b"\0"


# PNG

def chunk(kind, content):
    return (struct.pack(">I", len(content)) + kind + content
            + struct.pack(">I", zlib.crc32(kind + content)))


def png(width, height, *chunks, depth=8, color=6, interlaced=0):
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(
        ">IIBBBBB", width, height, depth, color, 0, 0, interlaced))
        + b"".join(chunks) + chunk(b"IEND", b""))


def blank(width, height, pixel=4, depth=8):
    """The IDAT of an empty picture."""
    return chunk(b"IDAT", deflated(((width * pixel * depth + 7) // 8 + 1) * height))


def apng(width, height, frames, stated=None, data=b""):
    control = [chunk(b"acTL", struct.pack(">II", stated or frames, 0))]
    number = 0
    for index in range(frames):
        side = (width, height) if index == 0 else (1, 1)
        control.append(chunk(b"fcTL", struct.pack(
            ">IIIIIHHBB", number, *side, 0, 0, 1, 60, 2, 0)))
        number += 1
        if index == 0:
            control.append(blank(width, height))
        else:
            control.append(chunk(b"fdAT", struct.pack(">I", number)
                                 + (data or zlib.compress(b"\0" * 5))))
            number += 1
    return png(width, height, *control)


# RIFF

def riff(kind, *chunks):
    content = kind + b"".join(
        name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1)
        for name, data in chunks)
    return b"RIFF" + struct.pack("<I", len(content)) + content


def vp8x(width, height, flags=2):
    return b"VP8X", struct.pack("<I", flags) + (width - 1).to_bytes(3, "little") + (
        height - 1).to_bytes(3, "little")


def vp8l(width, height):
    """A picture of one colour in a few bytes: codes of one symbol take no bits."""
    bits = (width - 1) | (height - 1) << 14 | 1 << 28
    tree = 0b0001          # simple, one symbol, of one bit, 0
    packed, held = 0, 3    # no transform, no cache, no meta codes
    for _ in range(5):
        packed |= tree << held
        held += 4
    return b"\x2f" + struct.pack("<I", bits) + packed.to_bytes(8, "little")


def vp8(width, height):
    return (b"\x10\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + bytes(64))


def anmf(width, height, kind, data):
    return b"ANMF", bytes(6) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(
        3, "little") + (100).to_bytes(3, "little") + b"\0" + kind + struct.pack(
            "<I", len(data)) + data + b"\0" * (len(data) & 1)


# Boxes of MP4 and AVIF

def box(kind, *content, version=None):
    inner = b"".join(content)
    if version is not None:
        inner = struct.pack(">I", version << 24) + inner
    return struct.pack(">I", len(inner) + 8) + kind + inner


def mp4(width, height, config=b"", tables=None, codec=b"avc1", samples=b"", ftyp=b"isom"):
    """A movie of one video track; `tables` replaces its sample tables."""
    matrix = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
    entry = box(codec, bytes(6), struct.pack(">H", 1), bytes(16),
                struct.pack(">HHIIIH", width & 0xFFFF, height & 0xFFFF, 72 << 16, 72 << 16, 0, 1),
                bytes(32), struct.pack(">Hh", 24, -1), config)
    head = box(b"ftyp", ftyp, bytes(4), ftyp)
    data = box(b"mdat", samples)
    tables = tables or (
        box(b"stts", struct.pack(">III", 1, 1, 1000), version=0)
        + box(b"stsc", struct.pack(">IIII", 1, 1, 1, 1), version=0)
        + box(b"stsz", struct.pack(">III", 0, 1, len(samples)), version=0)
        + box(b"stco", struct.pack(">II", 1, len(head) + 8), version=0))
    stbl = box(b"stbl", box(b"stsd", struct.pack(">I", 1), entry, version=0), tables)
    minf = box(b"minf", box(b"vmhd", bytes(8), version=0), box(b"dinf", box(
        b"dref", struct.pack(">I", 1), box(b"url ", struct.pack(">I", 1)), version=0)), stbl)
    mdia = box(b"mdia", box(b"mdhd", struct.pack(">IIIIHH", 0, 0, 1000, 1000, 0, 0), version=0),
               box(b"hdlr", bytes(4), b"vide", bytes(13), version=0), minf)
    trak = box(b"trak", box(
        b"tkhd", struct.pack(">IIIII", 0, 0, 1, 0, 1000), bytes(16), matrix,
        struct.pack(">II", width << 16 & 0xFFFFFFFF, height << 16 & 0xFFFFFFFF), version=0), mdia)
    movie = box(b"moov", box(b"mvhd", struct.pack(">IIIIIH", 0, 0, 1000, 1000, 1 << 16, 256),
                             bytes(10), matrix, bytes(24), struct.pack(">I", 2), version=0), trak)
    return head + data + movie


class Bits:
    """Fields of H.264's parameter sets."""

    def __init__(self):
        self.text = ""

    def u(self, count, value):
        self.text += format(value, "0%db" % count)
        return self

    def ue(self, value):
        code = format(value + 1, "b")
        self.text += "0" * (len(code) - 1) + code
        return self

    def bytes(self):
        text = self.text + "1"
        text += "0" * (-len(text) % 8)
        return int(text, 2).to_bytes(len(text) // 8, "big").replace(
            b"\0\0\0", b"\0\0\x03\0").replace(b"\0\0\1", b"\0\0\x03\1")


def h264(width, height):
    """An MP4 whose H.264 states a size that its container need not share, and one cut picture."""
    sps = b"\x67\x42\0\x3c" + Bits().ue(0).ue(0).ue(0).ue(0).ue(16).u(1, 0).ue(
        width // 16 - 1).ue(height // 16 - 1).u(1, 1).u(1, 1).u(1, 0).u(1, 0).bytes()
    pps = b"\x68" + Bits().ue(0).ue(0).u(1, 0).u(1, 0).ue(0).ue(0).ue(0).u(1, 0).u(2, 0).ue(
        0).ue(0).ue(0).u(1, 0).u(1, 0).u(1, 0).bytes()
    config = box(b"avcC", b"\x01\x42\0\x3c\xff\xe1", struct.pack(">H", len(sps)), sps,
                 b"\x01", struct.pack(">H", len(pps)), pps)
    picture = b"\x65" + Bits().ue(0).ue(7).ue(0).u(4, 0).ue(0).ue(0).u(1, 0).u(1, 0).ue(
        0).bytes() + bytes(200)
    return mp4(width, height, config, samples=struct.pack(">I", len(picture)) + picture)


def table(kind, count):
    """One table of samples that states `count` entries and has none; the others are honest."""
    honest = {
        b"stts": struct.pack(">III", 1, 1, 1000), b"stsc": struct.pack(">IIII", 1, 1, 1, 1),
        b"stsz": struct.pack(">III", 0, 1, 4), b"stco": struct.pack(">II", 1, 32)}
    stated = {b"stsz": struct.pack(">II", 0, count)}.get(kind, struct.pack(">I", count))
    return mp4(64, 64, tables=b"".join(
        box(name, stated if name == kind else content, version=0)
        for name, content in honest.items()))


def many_samples(count):
    """As many samples as stts says in eight bytes, all of one size that takes no table."""
    return mp4(64, 64, codec=b"mp4v", tables=(
        box(b"stts", struct.pack(">III", 1, count, 1), version=0)
        + box(b"stsc", struct.pack(">IIII", 1, 1, count, 1), version=0)
        + box(b"stsz", struct.pack(">II", 1, count), version=0)
        + box(b"stco", struct.pack(">II", 1, 32), version=0)))


def avif(width, height, length=64, extents=1):
    item = struct.pack(">HHH", 1, 0, extents) + struct.pack(">II", 0, length) * extents
    return box(b"ftyp", b"avif", bytes(4), b"avifmif1") + box(
        b"meta", box(b"hdlr", bytes(4), b"pict", bytes(13), version=0),
        box(b"pitm", struct.pack(">H", 1), version=0),
        box(b"iloc", b"\x44\0", struct.pack(">H", 1), item, version=0),
        box(b"iinf", struct.pack(">H", 1), box(
            b"infe", struct.pack(">HH", 1, 0), b"av01\0", version=2), version=0),
        box(b"iprp", box(b"ipco", box(b"ispe", struct.pack(">II", width, height), version=0),
                         box(b"av1C", b"\x81\0\x0c\0")),
            box(b"ipma", struct.pack(">IHBBB", 1, 1, 2, 0x81, 0x82), version=0)),
        version=0) + box(b"mdat", bytes(256))


def nested(kind, depth):
    made = b""
    for _ in range(depth):
        made = box(kind, made)
    return box(b"ftyp", b"isom", bytes(4), b"isom") + made


# Matroska

def element(identifier, content):
    length = len(content)
    return identifier + struct.pack(">Q", 1 << 56 | length) + content


def webm(width, height):
    number = lambda value: struct.pack(">I", value)
    head = element(b"\x1a\x45\xdf\xa3", element(b"\x42\x82", b"webm"))
    video = element(b"\xe0", element(b"\xb0", number(width)) + element(b"\xba", number(height)))
    track = element(b"\xae", element(b"\xd7", b"\1") + element(b"\x73\xc5", b"\1")
                    + element(b"\x83", b"\1") + element(b"\x86", b"V_VP9") + video)
    cluster = element(b"\x1f\x43\xb6\x75", element(b"\xe7", b"\0") + element(
        b"\xa3", b"\x81\0\0\x80\x82\x49\x83\x42\0"
        + struct.pack(">I", (width - 1 & 0xFFFF) << 16 | height - 1 & 0xFFFF) + bytes(64)))
    return head + element(b"\x18\x53\x80\x67", element(b"\x16\x54\xae\x6b", track) + cluster)


def deep_webm(depth):
    made = b""
    for _ in range(depth):
        made = element(b"\xae", made)
    return element(b"\x1a\x45\xdf\xa3", element(b"\x42\x82", b"webm")) + element(
        b"\x18\x53\x80\x67", element(b"\x16\x54\xae\x6b", made))


# JPEG, TIFF

def jpeg(width, height, kind=0xC0, components=3, scans=1):
    tables = b"\xff\xdb\0\x43\0" + b"\1" * 64
    frame = struct.pack(">BBHBHHB", 0xFF, kind, 8 + 3 * components, 8, height, width, components)
    frame += b"".join(bytes([i + 1, 0x11, 0]) for i in range(components))
    codes = b"".join(b"\xff\xc4\0\x14" + bytes([where]) + b"\1" + bytes(15) + b"\0"
                     for where in (0, 0x10))
    scan = struct.pack(">BBHB", 0xFF, 0xDA, 6 + 2 * components, components) + b"".join(
        bytes([i + 1, 0]) for i in range(components)) + (b"\0\0\0" if kind == 0xC2 else b"\0\x3f\0")
    return b"\xff\xd8" + tables + frame + codes + (scan + bytes(64)) * scans + b"\xff\xd9"


def tiff(width, height, pages=1, next_page=0):
    fields = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1),
              (278, height), (279, min(width * height, 0xFFFFFFFF))]
    made = b"II*\0" + struct.pack("<I", 8)
    for page in range(pages):
        size = 2 + 12 * len(fields) + 4
        following = 8 + size * (page + 1) if page + 1 < pages else next_page
        made += struct.pack("<H", len(fields)) + b"".join(
            struct.pack("<HHII", tag, 4, 1, value) for tag, value in fields) + struct.pack(
                "<I", following)
    return made + bytes(64)


# Aseprite

def aseprite(width, height, *frames, depth=32, stated=None):
    body = b""
    for chunks in frames:
        inner = b"".join(struct.pack("<IH", len(data) + 6, kind) + data for kind, data in chunks)
        body += struct.pack("<IHHHHI", len(inner) + 16, 0xF1FA, len(chunks) & 0xFFFF, 100, 0,
                            len(chunks)) + inner
    head = struct.pack("<HHHHHIH", 0xA5E0, stated or len(frames), width, height, depth, 1, 100)
    return (struct.pack("<I", 128 + len(body)) + head).ljust(128, b"\0") + body


LAYER = (0x2004, struct.pack("<HHHHHHB3xH", 1, 0, 0, 0, 0, 0, 255, 1) + b"a")


def cel(width, height, data):
    return (0x2005, struct.pack("<HhhBHh5xHH", 0, 0, 0, 255, 2, 0, width, height) + data)


# Descriptions, lists, archives

def cell(width, height, at=0):
    return {"frame": {"x": at, "y": 0, "w": width, "h": height}, "rotated": False,
            "trimmed": True, "spriteSourceSize": {"x": 0, "y": 0, "w": width, "h": height},
            "sourceSize": {"w": width, "h": height}, "duration": 100}


def atlas(frames, image="sheet.png", size=4):
    return json.dumps({"frames": frames, "meta": {
        "image": image, "size": {"w": size, "h": size}, "scale": "1"}}).encode()


def plist(inner, head=b""):
    return (b'<?xml version="1.0"?>' + head + b'<plist version="1.0"><dict><key>frames</key>'
            + inner + b"</dict></plist>")


def archive(files, method=zipfile.ZIP_DEFLATED):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as target:
        for name, data in files:
            with target.open(name, "w") as entry:
                for part in [data] if isinstance(data, bytes) else data:
                    entry.write(part)
    return made.getvalue()


def overlapping(count):
    """A directory whose entries all name one place."""
    whole = archive([("a.png", png(4, 4, blank(4, 4)))])
    start = whole.index(b"PK\1\2")
    end = whole.index(b"PK\5\6")
    entry = whole[start:end]
    entries = b"".join(entry[:46] + (b"%05d" % i) + entry[51:] for i in range(count))
    return whole[:start] + entries + whole[end:end + 8] + struct.pack(
        "<HHIIH", count, count, len(entries), start, 0)


def jxl(width, height):
    """The bare code stream's head: sizes of 30 bits each."""
    bits, held = 0, 0

    def put(count, value):
        nonlocal bits, held
        bits |= value << held
        held += count

    put(1, 0)
    for side in (height, width):
        put(2, 3)
        put(30, side - 1)
        if side is height:
            put(3, 0)
    put(1, 1)
    return b"\xff\x0a" + bits.to_bytes((held + 7) // 8, "little") + bytes(64)


SQUARE = 65535


def _files():
    """Name, contents, and files beside it."""
    dot = gif_image(1, 1)
    small = png(4, 4, blank(4, 4))
    yield "gif-65535.gif", lambda: gif(SQUARE, SQUARE, dot)
    yield "gif-16384.gif", lambda: gif(16384, 16384, dot, dot)
    yield "gif-8192-run.gif", lambda: gif(8192, 8192, gif_image(8192, 8192, lzw_run(1 << 26)))
    yield "gif-12000-previous.gif", lambda: gif(
        12000, 12000, *[gif_image(12000, 12000, disposal=3)] * 20)
    yield "gif-100k-frames-4096.gif", lambda: gif(4096, 4096, *[dot] * 100_000)
    yield "gif-300k-frames.gif", lambda: gif(1, 1, *[dot] * 300_000)
    yield "gif-190k-frames.gif", lambda: gif(2, 2, *[dot] * 190_000)
    yield "gif-comment.gif", lambda: gif(4, 4, gif_comment(1 << 17), dot)
    yield "gif-long-row.gif", lambda: gif(SQUARE, 1, *[gif_image(SQUARE, 1)] * 200)
    yield "gif-frame-outside.gif", lambda: gif(1, 1, *[gif_image(SQUARE, SQUARE)] * 50)
    yield "png-2147483647.png", lambda: png(2**31 - 1, 2**31 - 1, blank(64, 64))
    yield "png-16384.png", lambda: png(16384, 16384, blank(16384, 16384))
    yield "png-16384-deep.png", lambda: png(16384, 16384, blank(16384, 16384, 8), depth=16)
    yield "png-16000-interlaced.png", lambda: png(
        16000, 16000, blank(16000, 16400), interlaced=1)
    yield "png-65535-row.png", lambda: png(SQUARE, 4000, blank(SQUARE, 4000))
    yield "png-1-bit.png", lambda: png(60000, 4400, blank(60000, 4400, 1, 1), depth=1, color=0)
    yield "png-iccp.png", lambda: png(4, 4, chunk(b"iCCP", b"k\0\0" + deflated(1 << 30)), blank(4, 4))
    yield "png-ztxt.png", lambda: png(4, 4, chunk(b"zTXt", b"k\0\0" + deflated(1 << 30)), blank(4, 4))
    yield "png-itxt.png", lambda: png(
        4, 4, chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + deflated(1 << 30)), blank(4, 4))
    yield "png-texts.png", lambda: png(4, 4, *[chunk(b"tEXt", b"k\0" + b"v" * 20)] * 300_000, blank(4, 4))
    yield "png-exif.png", lambda: png(4, 4, chunk(b"eXIf", b"II*\0" + bytes(64 * MIB)), blank(4, 4))
    yield "png-idat.png", lambda: png(4, 4, chunk(b"IDAT", deflated(1 << 30)))
    yield "apng-stated.png", lambda: apng(4, 4, 2, stated=2**31 - 1)
    yield "apng-8000.png", lambda: apng(8000, 8000, 2000)
    yield "apng-fdat.png", lambda: apng(4, 4, 3, data=deflated(1 << 29))
    yield "apng-100k.png", lambda: apng(4, 4, 100_000)
    yield "webp-16777216.webp", lambda: riff(b"WEBP", vp8x(1 << 24, 1 << 24), anmf(
        1, 1, b"VP8L", vp8l(1, 1)))
    yield "webp-16383.webp", lambda: riff(b"WEBP", (b"VP8L", vp8l(16383, 16383)))
    yield "webp-16383-lossy.webp", lambda: riff(b"WEBP", (b"VP8 ", vp8(16383, 16383)))
    yield "webp-frames.webp", lambda: riff(
        b"WEBP", vp8x(16383, 16383), (b"ANIM", bytes(6)),
        *[anmf(16383, 16383, b"VP8L", vp8l(16383, 16383))] * 60)
    yield "webp-50k-frames.webp", lambda: riff(
        b"WEBP", vp8x(2048, 2048), (b"ANIM", bytes(6)), *[anmf(1, 1, b"VP8L", vp8l(1, 1))] * 50_000)
    yield "webp-exif.webp", lambda: riff(
        b"WEBP", vp8x(4, 4, 0x0C), (b"VP8L", vp8l(4, 4)), (b"EXIF", bytes(70 * MIB)))
    yield "webp-iccp-stated.webp", lambda: b"RIFF" + struct.pack("<I", 200) + b"WEBPVP8X" + (
        struct.pack("<I", 10) + vp8x(4, 4, 0x20)[1] + b"ICCP\xf0\xff\xff\xff" + bytes(160))
    yield "mp4-16384.mp4", lambda: h264(16384, 16384)
    yield "mp4-65520.mp4", lambda: h264(65520, 65520)
    yield "mp4-stts.mp4", lambda: table(b"stts", 2**31 - 1)
    yield "mp4-stsz.mp4", lambda: table(b"stsz", 2**32 - 1)
    yield "mp4-stco.mp4", lambda: table(b"stco", 2**30)
    yield "mp4-samples.mp4", lambda: many_samples(2**31 - 1)
    yield "mp4-10M-samples.mp4", lambda: many_samples(10_000_000)
    yield "mp4-nested.mp4", lambda: nested(b"moov", 20_000)
    yield "mp4-free.mp4", lambda: box(b"ftyp", b"isom", bytes(4)) + box(b"free") * 2_000_000
    yield "avif-2147483647.avif", lambda: avif(2**31 - 1, 2**31 - 1)
    yield "avif-16384.avif", lambda: avif(16384, 16384)
    yield "avif-item.avif", lambda: avif(64, 64, length=2**32 - 1)
    yield "avif-extents.avif", lambda: avif(64, 64, length=256, extents=SQUARE)
    yield "jxl-2-30.jxl", lambda: jxl(1 << 30, 1 << 30)
    yield "jxl-16384.jxl", lambda: jxl(16384, 16384)
    yield "webm-65535.webm", lambda: webm(SQUARE, SQUARE)
    yield "webm-16384.webm", lambda: webm(16384, 16384)
    yield "webm-deep.webm", lambda: deep_webm(20_000)
    yield "y4m-65535.y4m", lambda: b"YUV4MPEG2 W65535 H65535 F25:1 C420\nFRAME\n" + bytes(64)
    yield "y4m-16000-deep.y4m", lambda: b"YUV4MPEG2 W16000 H16000 F25:1 C444p16\nFRAME\n" + bytes(64)
    yield "avi-65535.avi", lambda: riff(b"AVI ", (b"LIST", b"hdrl" + b"avih" + struct.pack(
        "<I", 56) + struct.pack("<14I", 40000, 0, 0, 0, 2**31, 0, 1, 0, SQUARE, SQUARE, 0, 0, 0, 0)))
    yield "ase-65535.aseprite", lambda: aseprite(SQUARE, SQUARE, [LAYER, cel(4, 4, zlib.compress(bytes(64)))])
    yield "ase-16000.aseprite", lambda: aseprite(
        16000, 16000, [LAYER, cel(16000, 16000, deflated(16000 * 16000 * 4))])
    yield "ase-cel.aseprite", lambda: aseprite(
        4, 4, [LAYER, cel(SQUARE, SQUARE, deflated(1 << 30))])
    yield "ase-layers.aseprite", lambda: aseprite(4, 4, [LAYER] * 300_000)
    yield "ase-frames.aseprite", lambda: aseprite(
        4000, 4000, [LAYER, cel(4000, 4000, deflated(64_000_000))],
        *[[cel(4000, 4000, deflated(64_000_000))]] * 60)
    yield "json-deep.json", lambda: b'{"frames":' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}"
    yield "json-objects.json", lambda: b'{"frames":' * 300_000 + b"1" + b"}" * 300_000
    yield "json-frames.json", lambda: atlas([cell(4, 4)] * 250_000), [("sheet.png", small)]
    yield "json-source.json", lambda: atlas(
        {"a%d.png" % i: dict(cell(4, 4), sourceSize={"w": 2**31 - 1, "h": 2**31 - 1})
         for i in range(3)}), [("sheet.png", small)]
    yield "json-16384.json", lambda: atlas(
        {"a%d.png" % i: dict(cell(4, 4), sourceSize={"w": 16384, "h": 16384})
         for i in range(100)}), [("sheet.png", small)]
    yield "json-text.json", lambda: b'{"frames":{"' + b"a" * (66 * MIB) + b'":1}}'
    yield "json-number.json", lambda: atlas(
        {"a.png": dict(cell(4, 4), duration=0)}).replace(b'"duration": 0', b'"duration": 1' + b"0" * 9_000_000), [
            ("sheet.png", small)]
    yield "plist-deep.plist", lambda: plist(b"<dict>" * 300_000 + b"</dict>" * 300_000)
    yield "plist-laughs.plist", lambda: plist(b"<string>&l9;</string>", b"<!DOCTYPE p [" + b"".join(
        b'<!ENTITY l%d "%s">' % (i, (b"&l%d;" % (i - 1) if i else b"ha") * 10)
        for i in range(10)) + b"]>")
    yield "zip-deflate.zip", lambda: archive([
        ("000000.png", (b"\0" * MIB for _ in range(2000)))])
    yield "zip-entries.zip", lambda: archive([("%06d.png" % i, b"") for i in range(60_000)])
    yield "zip-overlap.zip", lambda: overlapping(65_000)
    yield "zip-list.zip", lambda: archive([
        ("000000.png", small), ("animation.json", b'{"frames":' + b"[" * 500_000)])
    yield "zip-16384.zip", lambda: archive([
        ("%06d.png" % i, png(16384, 16384, blank(16384, 16384))) for i in range(2)],
        zipfile.ZIP_STORED)
    yield "folder-jpeg", lambda: jpeg(65500, 65500), [], "0.jpg"
    yield "folder-jpeg-16000", lambda: jpeg(16000, 16000), [], "0.jpg"
    yield "folder-jpeg-scans", lambda: jpeg(4000, 4000, 0xC2, scans=2000), [], "0.jpg"
    yield "folder-tiff", lambda: tiff(2**31 - 1, 2**31 - 1), [], "0.tiff"
    yield "folder-tiff-16000", lambda: tiff(16000, 16000), [], "0.tiff"
    yield "folder-tiff-loop", lambda: tiff(4, 4, 3, next_page=8), [], "0.tiff"


FILES = {row[0]: row[1:] for row in _files()}


def make(name, folder):
    """Writes one and gives its path as an input."""
    contents, beside, inner = (*FILES[name], [], None)[:3] if len(FILES[name]) < 3 else FILES[name]
    path = os.path.join(folder, name)
    if inner:
        os.makedirs(path)
    with open(os.path.join(path, inner) if inner else path, "wb") as file:
        file.write(contents())
    for other, data in beside:
        with open(os.path.join(folder, other), "wb") as file:
            file.write(data)
    return path
