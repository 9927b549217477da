"""Walks the boxes of an MP4 or MOV (ISO/IEC 14496-12) for its times."""
import dataclasses
import fractions
import struct

CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts"}


@dataclasses.dataclass
class Times:
    """The times of a movie's first video track, each in its own box's unit."""
    movie_scale: int        # mvhd: ticks a second
    movie_duration: int     # mvhd
    track_duration: int     # tkhd, in movie ticks
    media_scale: int        # mdhd: ticks a second
    media_duration: int     # mdhd
    deltas: list            # stts: one for each sample
    edits: list             # elst: (duration in movie ticks, media time), empty without the box
    offsets: list           # ctts: one for each sample, empty without the box
    is_fast_start: bool     # moov before mdat
    brands: list            # ftyp

    @property
    def samples(self):
        """Start and duration of each sample in milliseconds, in the order in which they show."""
        at, found = 0, []
        shift = self.edits[0][1] if self.edits else 0
        for i, delta in enumerate(self.deltas):
            offset = self.offsets[i] if self.offsets else 0
            found.append((self._ms(at + offset - shift), self._ms(delta)))
            at += delta
        return sorted(found)

    def _ms(self, ticks):
        return fractions.Fraction(ticks * 1000, self.media_scale)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    top = list(boxes(data, 0, len(data)))
    order = [kind for kind, _, _ in top]
    found = {}
    collect(data, top, found)
    movie, track = found[b"mvhd"], found[b"tkhd"]
    media, edits = found[b"mdhd"], found.get(b"elst")
    brands = found[b"ftyp"]
    movie_scale, movie_duration = header(movie, 12, 20)
    media_scale, media_duration = header(media, 12, 20)
    wide = track[0] == 1
    track_duration = struct.unpack_from(">Q" if wide else ">I", track, 28 if wide else 20)[0]
    return Times(
        movie_scale, movie_duration, track_duration, media_scale, media_duration,
        runs(found[b"stts"]), edit_list(edits) if edits else [],
        runs(found[b"ctts"], signed=True) if b"ctts" in found else [],
        order.index(b"moov") < order.index(b"mdat"),
        [brands[i:i + 4].decode("ascii") for i in (0, *range(8, len(brands), 4))])


def boxes(data, start, end):
    """(type, start of the contents, end) of each box."""
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, start + 8)[0], 16
        size = size or end - start
        if size < head or start + size > end:
            raise ValueError("box %r at %d runs past the end" % (kind, start))
        yield kind, start + head, start + size
        start += size


def collect(data, found, into):
    """The contents of every box by type; of several tracks the first."""
    for kind, start, end in found:
        if kind in CONTAINERS:
            collect(data, boxes(data, start, end), into)
        elif kind != b"mdat":
            into.setdefault(kind, data[start:end])


def header(box, narrow, wide):
    """Timescale and duration of an mvhd or mdhd, version 0 or 1."""
    if box[0] == 1:
        return struct.unpack_from(">IQ", box, wide)
    return struct.unpack_from(">II", box, narrow)


def runs(box, signed=False):
    count, found = struct.unpack_from(">I", box, 4)[0], []
    for i in range(count):
        length, value = struct.unpack_from(">Ii" if signed else ">II", box, 8 + i * 8)
        found += [value] * length
    return found


def edit_list(box):
    count = struct.unpack_from(">I", box, 4)[0]
    shape, size = (">Qq", 20) if box[0] == 1 else (">Ii", 12)
    return [struct.unpack_from(shape, box, 8 + i * size) for i in range(count)]
