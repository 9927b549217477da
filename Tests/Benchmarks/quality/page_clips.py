"""The clips of `page`: short ones of all kinds, from the corpus, from make_big.py and drawn here."""
import dataclasses
import fractions
import hashlib
import importlib.util
import json
import os
import struct
import subprocess
import zlib

import numpy
from PIL import Image

import gif
import page_pictures
import settings


@dataclasses.dataclass
class Clip:
    name: str
    kind: str
    path: str               # what animconv reads
    whole: str              # the same frames as an APNG that FFmpeg reads
    flat: str               # the same on white; equal to `whole` where nothing is transparent
    pictures: list          # a PNG for each frame
    durations: list         # milliseconds
    width: int
    height: int
    has_alpha: bool
    hashes: list            # of the pixels of each frame

    @property
    def is_gif(self):
        return self.path.endswith(".gif")

    def sha256(self):
        with open(self.path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


# GIFs of the corpus, and the number of frames of each that are used.
GIFS = {
    "rock": ("film, dithered", "flanimatedimage/test-gifs/rock.gif", 8),
    "beaker": ("film, dithered", "avanimator/Beaker.gif", 10),
    "moon": ("film, small", "image-gif/tests/samples/moon_impact.gif", 14),
    "iss": ("3-D film, dithered", "pillow/iss634.gif", 16),
    "terminal": ("screen recording, terminal", "image-gif/tests/samples/gifplayer-muybridge.gif", 24),
    "chi": ("drawing", "pillow/chi.gif", 16),
    "superwalk": ("pixel art, alpha", "avanimator/superwalk.gif", 6),
    "pixi": ("flat, alpha", "pixijs/gif/example.gif", 17),
}
# Made by make_big.py: (kind, what to make there, the file).
BIG = {
    "screen": ("screen recording, 1280x720", lambda big, to: _scaled(big, big.screen, to, 0.02),
               "screen-1280x720.gif", 12),
    "plasma": ("plasma, 256 colours",
               lambda big, to: big.big_gif(os.path.join(to, "plasma.gif"), 320, 240, 16, 8, [5, 5, 10]),
               "plasma.gif", 12),
    "emoji": ("flat, alpha", lambda big, to: _scaled(big, big.emoji, to, 0.02), "emoji/e002.gif", 20),
}
# Made by ffmpeg from the frames of `film`: how its palette is used.
DITHERED = {"diffused": ("film, error diffusion", "floyd_steinberg"),
            "ordered": ("film, ordered dither", "bayer:bayer_scale=2")}
DRAWN = {name: kind for name, (kind, _) in page_pictures.PICTURES.items()}
STILLS = {"magnet": ("flat, soft alpha", "apngasm/apngasm", 24)}
KINDS = {**{name: each[0] for table in (GIFS, BIG, DITHERED, STILLS) for name, each in table.items()},
         **DRAWN}


def make(name, cache, binary):
    """The clip of that name, made in `cache` where it is not yet there."""
    folder = os.path.join(cache, "clips", name)
    facts = os.path.join(folder, "clip.json")
    if not os.path.exists(facts):
        os.makedirs(folder, exist_ok=True)
        source, frames, durations = _made(name, folder, cache, binary)
        _write(folder, name, source, frames, durations)
    with open(facts) as file:
        found = json.load(file)
    for key in ("path", "whole", "flat"):
        found[key] = os.path.join(folder, found[key])
    found["pictures"] = [os.path.join(folder, picture) for picture in found["pictures"]]
    return Clip(kind=KINDS[name], **found)


def _made(name, folder, cache, binary):
    """(GIF or None, frames as RGBA, durations)"""
    source = os.path.join(folder, name + ".gif")
    if name in GIFS:
        _, path, count = GIFS[name]
        _cut(settings.corpus(path), count, source)
    elif name in BIG:
        _, build, file, count = BIG[name]
        build(_make_big(), folder)
        _cut(os.path.join(folder, file), count, source)
    elif name in DITHERED:
        film = make("film", cache, binary)
        filters = "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=" + DITHERED[name][1]
        subprocess.run([settings.tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-i", film.whole,
                        "-filter_complex", filters, "-final_delay", "4", source], check=True)
    elif name in STILLS:
        _, path, count = STILLS[name]
        paths = [settings.corpus(path, "%02d.png" % i) for i in range(count)]
        return None, [numpy.asarray(Image.open(p).convert("RGBA")) for p in paths], [100] * count
    else:
        frames, durations = page_pictures.PICTURES[name][1]()
        return None, frames, durations
    shown = os.path.join(folder, "read")
    subprocess.run([binary, source, shown + "/", "-q", "-y"], check=True)
    with open(os.path.join(shown, "timing.json")) as file:
        timed = json.load(file)["frames"]
    durations = [fractions.Fraction(frame["duration"]) * 1000 for frame in timed]
    frames = [numpy.asarray(Image.open(os.path.join(shown, frame["file"])).convert("RGBA"))
              for frame in timed]
    return source, frames, [int(duration) for duration in durations]


def _write(folder, name, source, frames, durations):
    frames = [numpy.where(frame[..., 3:] == 0, 0, frame).astype(numpy.uint8) for frame in frames]
    has_alpha = any((frame[..., 3] < 255).any() for frame in frames)
    pictures = []
    for index, frame in enumerate(frames):
        pictures.append("%s%04d.png" % (name, index))
        Image.fromarray(frame if has_alpha else frame[..., :3]).save(
            os.path.join(folder, pictures[-1]), compress_level=1)
    whole = flat = name + ".png"
    _write_apng(os.path.join(folder, whole), frames if has_alpha else [f[..., :3] for f in frames],
                durations)
    if has_alpha:
        flat = name + "-flat.png"
        _write_apng(os.path.join(folder, flat), [_on_white(frame) for frame in frames], durations)
    hashes = [hashlib.sha256(frame.tobytes()).hexdigest()[:16] for frame in frames]
    facts = {"name": name, "path": os.path.basename(source) if source else whole, "whole": whole,
             "flat": flat, "pictures": pictures, "durations": durations, "hashes": hashes,
             "width": frames[0].shape[1], "height": frames[0].shape[0], "has_alpha": has_alpha}
    with open(os.path.join(folder, "clip.json"), "w") as file:
        json.dump(facts, file, indent=1)


def patient(clip, is_flat):
    """The clip with a last frame of a minute more. FFmpeg guesses how long the last frame of a video lasts;
    with this one, every guess is paired with that frame."""
    path = os.path.join(os.path.dirname(clip.whole), "%s-patient%s.png" % (clip.name, "-flat" * is_flat))
    if not os.path.exists(path):
        frames = [numpy.asarray(Image.open(picture)) for picture in clip.pictures]
        _write_apng(path, [_on_white(frame) for frame in frames] if is_flat and clip.has_alpha else frames,
                    [*clip.durations[:-1], clip.durations[-1] + 60000])
    return path


def _on_white(frame):
    alpha = frame[..., 3:].astype(numpy.float32) / 255
    return numpy.rint(frame[..., :3] * alpha + 255 * (1 - alpha)).astype(numpy.uint8)


def _write_apng(path, frames, durations):
    """Full frames with exact durations, so that no reader has to compose anything."""
    height, width, channels = frames[0].shape
    with open(path, "wb") as file:
        def chunk(kind, data):
            file.write(struct.pack(">I", len(data)) + kind + data
                       + struct.pack(">I", zlib.crc32(kind + data)))
        file.write(b"\x89PNG\r\n\x1a\n")
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[channels], 0, 0, 0))
        chunk(b"acTL", struct.pack(">II", len(frames), 0))
        number = 0
        for index, (frame, duration) in enumerate(zip(frames, durations)):
            chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, duration, 1000, 0, 0))
            number += 1
            rows = numpy.zeros((height, width * channels + 1), numpy.uint8)
            rows[:, 1:] = frame.reshape(height, -1)
            data = zlib.compress(rows.tobytes(), 6)
            if index:
                data, number = struct.pack(">I", number) + data, number + 1
            chunk(b"fdAT" if index else b"IDAT", data)
        chunk(b"IEND", b"")


def _cut(path, count, target):
    """The first frames of a GIF, byte for byte."""
    with open(path, "rb") as file:
        data = file.read()
    images = gif.walk(data)[2]
    with open(target, "wb") as file:
        file.write(data[:images[min(count, len(images)) - 1].end] + b";")


def _make_big():
    spec = importlib.util.spec_from_file_location("make_big", settings.make_big())
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _scaled(big, build, folder, share):
    big.SCALE = share
    build(folder)
