"""Damages files where their checks do not see it: sums and lengths are made right again.

A changed byte in a PNG is found by its CRC and goes no further. What is made here gets past that:
contents change, chunks are dropped, doubled and exchanged, and every length and sum fits what is
there then.
"""
import io
import json
import struct
import zipfile
import zlib

EXTREMES = (0, 1, 2, 0x7F, 0x80, 0xFF)
PNG = b"\x89PNG\r\n\x1a\n"


def mutant(data, random):
    """A damaged copy that looks sound; plain changed bytes for kinds that check nothing."""
    if data.startswith(PNG):
        return png(data, random)
    if data.startswith(b"RIFF"):
        return riff(data, random)
    if data.startswith(b"PK\x03\x04"):
        return archive(data, random)
    if data[4:8] in (b"ftyp", b"moov", b"mdat"):
        return boxes(data, random)
    if data.startswith(b"\xff\xd8\xff"):
        return jpeg(data, random)
    if data[:1] in (b"{", b"["):
        try:
            return description(data, random)
        except ValueError:
            pass
    return changed(data, random, data.startswith(b"GIF") and 13)


def changed(data, random, first=0):
    """Some bytes changed, behind the first so many."""
    data = bytearray(data)
    if len(data) <= first:
        return bytes(data)
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        at = random.randrange(first, len(data))
        data[at] = random.choice((random.choice(EXTREMES), random.randrange(256),
                                  data[at] ^ 1 << random.randrange(8)))
    return bytes(data)


def resized(data, random):
    """Changed, and now and then shorter or longer."""
    data = changed(data, random)
    way = random.randrange(6)
    if way == 0 and data:
        data = data[:random.randrange(len(data))]
    elif way == 1:
        data += bytes(random.randrange(256) for _ in range(random.choice((1, 4, 100))))
    return data


def shuffled(parts, random):
    """A list in which a part is dropped, doubled or exchanged with another."""
    parts = list(parts)
    if len(parts) < 3:
        return parts
    at, to = random.randrange(1, len(parts)), random.randrange(1, len(parts))
    way = random.randrange(8)
    if way == 0:
        del parts[at]
    elif way == 1:
        parts.insert(to, parts[at])
    elif way == 2:
        parts[at], parts[to] = parts[to], parts[at]
    return parts


def png(data, random):
    """Chunks with sums that fit; image data is changed in its packed form or before packing."""
    parts, at = [], len(PNG)
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        parts.append((kind, data[at + 8:at + 8 + length]))
        at += length + 12
    for _ in range(random.choice((1, 1, 2, 3))):
        index = random.randrange(len(parts))
        kind, content = parts[index]
        if kind in (b"IDAT", b"fdAT") and random.random() < 0.7:
            content = repacked(content, 4 if kind == b"fdAT" else 0, random)
        elif kind == b"IHDR":
            # Sizes that the data does not have, but none that is refused for itself.
            width, height, rest = *struct.unpack(">II", content[:8]), content[8:]
            width = max(1, width + random.choice((-1, 0, 1, 7, 64)))
            height = max(1, height + random.choice((-1, 0, 1, 7, 64)))
            content = struct.pack(">II", width, height) + (
                changed(rest, random) if random.random() < 0.3 else rest)
        else:
            content = resized(content, random)
        parts[index] = (kind, content)
    made = PNG
    for kind, content in shuffled(parts, random):
        made += struct.pack(">I", len(content)) + kind + content
        made += struct.pack(">I", zlib.crc32(kind + content))
    return made


def repacked(content, head, random):
    try:
        rows = zlib.decompressobj().decompress(content[head:], 1 << 24)
    except zlib.error:
        return resized(content, random)
    return content[:head] + zlib.compress(resized(rows, random), random.choice((0, 6)))


def riff(data, random):
    """WebP and AVI: lists and chunks whose lengths fit."""
    def walk(content):
        parts, at = [], 0
        while at + 8 <= len(content):
            kind, length = struct.unpack("<4sI", content[at:at + 8])
            parts.append((kind, content[at + 8:at + 8 + length]))
            at += 8 + length + (length & 1)
        return parts

    def change(content, depth):
        parts = walk(content)
        if not parts:
            return resized(content, random)
        for _ in range(random.choice((1, 1, 2))):
            index = random.randrange(len(parts))
            kind, inner = parts[index]
            head = {b"LIST": 4, b"ANMF": 16}.get(kind)
            if head and depth < 4 and len(inner) > head and random.random() < 0.8:
                inner = inner[:head] + change(inner[head:], depth + 1)
            else:
                inner = resized(inner, random)
            parts[index] = (kind, inner)
        return join(shuffled(parts, random))

    def join(parts):
        return b"".join(
            kind + struct.pack("<I", len(inner)) + inner + b"\0" * (len(inner) & 1)
            for kind, inner in parts)

    content = data[8:12] + change(data[12:], 0)
    return b"RIFF" + struct.pack("<I", len(content)) + content


def archive(data, random):
    """A zip whose files are damaged themselves, named otherwise, or doubled."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(made, "w") as target:
        files = [(info.filename, source.read(info)) for info in source.infolist()]
        index = random.randrange(len(files))
        name, content = files[index]
        content = mutant(content, random) if content else content
        if random.random() < 0.2:
            name = random.choice(("../x.png", "/x.png", "a/../b.png", "", name.upper(), "x" * 300))
        files[index] = (name, content)
        for name, content in shuffled(files, random):
            target.writestr(
                name, content, random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
    return made.getvalue()


def boxes(data, random):
    """MP4: boxes whose lengths fit, in boxes whose lengths fit."""
    nested = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"mvex", b"moof", b"traf"}

    def walk(content):
        parts, at = [], 0
        while at + 8 <= len(content):
            length, kind = struct.unpack(">I4s", content[at:at + 8])
            if length < 8:
                break
            parts.append((kind, content[at + 8:at + length]))
            at += length
        return parts

    def change(content):
        parts = walk(content)
        if not parts:
            return resized(content, random)
        inner = [i for i, part in enumerate(parts) if part[0] in nested]
        index = random.choice(inner) if inner and random.random() < 0.85 else random.randrange(
            len(parts))
        kind, part = parts[index]
        parts[index] = (kind, change(part) if kind in nested else resized(part, random))
        return b"".join(struct.pack(">I", len(part) + 8) + kind + part
                        for kind, part in shuffled(parts, random))

    return change(data)


def jpeg(data, random):
    """Segments whose lengths fit; the picture's own data is changed as it is."""
    parts, at = [], 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        length = struct.unpack(">H", data[at + 2:at + 4])[0]
        parts.append((data[at + 1], data[at + 4:at + 2 + length]))
        at += 2 + length
    rest = data[at:]
    if parts and random.random() < 0.7:
        index = random.randrange(len(parts))
        parts[index] = (parts[index][0], resized(parts[index][1], random)[:65533])
    else:
        rest = changed(rest, random)
    return data[:2] + b"".join(
        struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content
        for marker, content in shuffled(parts, random)) + rest


def description(data, random):
    """JSON that stays JSON: numbers, texts and members change."""
    numbers = (0, 1, -1, 0.5, 1e9, 2**31, 2**63, -2**63, 1e308, None, True, "7", [], {})

    def change(value):
        if isinstance(value, dict) and value:
            key = random.choice(list(value))
            if random.random() < 0.1:
                return {k: v for k, v in value.items() if k != key}
            return {k: change(v) if k == key else v for k, v in value.items()}
        if isinstance(value, list) and value:
            index = random.randrange(len(value))
            way = random.random()
            if way < 0.1:
                return value[:index] + value[index + 1:]
            if way < 0.2:
                return value + [value[index]] * random.choice((1, 50))
            return value[:index] + [change(value[index])] + value[index + 1:]
        return random.choice(numbers)

    return json.dumps(change(json.loads(data))).encode()
