"""Frames that `page` draws, or takes from the corpus's film and photograph: RGBA, and milliseconds."""
import math
import subprocess

import numpy
from PIL import Image, ImageDraw, ImageFilter

import settings

FILM = ("pixijs", "video", "park.mp4")
PHOTOGRAPH = ("pillow", "flower.webp")


def _film(filters, count, width, height):
    """Frames of the film, through RGB once, so that no tool needs to know its matrix."""
    raw = subprocess.run(
        [settings.tool("ffmpeg"), "-nostdin", "-v", "error", "-i", settings.corpus(*FILM), "-vf",
         filters + ",format=rgb24", "-frames:v", str(count), "-fps_mode", "passthrough", "-f",
         "rawvideo", "-"], check=True, capture_output=True).stdout
    return [_opaque(frame) for frame in numpy.frombuffer(raw, numpy.uint8).reshape(
        -1, height, width, 3)]


def _opaque(pixels):
    return numpy.dstack([pixels, numpy.full(pixels.shape[:2], 255, numpy.uint8)])


def _rgba(image):
    return numpy.asarray(image.convert("RGBA"))


def film():
    return _film("scale=384:216:flags=lanczos+accurate_rnd+full_chroma_int", 14, 384, 216), [40] * 14


def grain():
    """A part of the film at its full size, with noise."""
    noise = numpy.random.default_rng(7)
    frames = []
    for frame in _film("crop=320:240:700:300", 14, 320, 240):
        added = noise.normal(0, 7, frame.shape[:2])[..., None] + noise.normal(0, 2, (240, 320, 3))
        frames.append(_opaque((frame[..., :3] + added).round().clip(0, 255).astype(numpy.uint8)))
    return frames, [40] * 14


def photograph():
    """A slow zoom into a photograph."""
    with Image.open(settings.corpus(*PHOTOGRAPH)) as opened:
        picture = opened.convert("RGB")
    frames = []
    for index in range(12):
        share = 1 - index / 30
        width, height = picture.width * share, picture.height * share
        left, top = (picture.width - width) * 0.4, (picture.height - height) * 0.6
        frames.append(_rgba(picture.resize((320, 240), Image.Resampling.LANCZOS,
                                           (left, top, left + width, top + height))))
    return frames, [50] * 12


def cutout():
    """The film behind a moving soft mask."""
    frames = []
    for index, frame in enumerate(_film("scale=300:168:flags=lanczos,crop=240:160", 14, 240, 160)):
        mask = Image.new("L", (240, 160))
        x, y = 120 + 30 * math.cos(index / 5), 80 + 12 * math.sin(index / 4)
        ImageDraw.Draw(mask).ellipse((x - 76, y - 56, x + 76, y + 56), fill=255)
        alpha = numpy.asarray(mask.filter(ImageFilter.GaussianBlur(6)))
        frames.append(numpy.dstack([frame[..., :3], alpha]))
    return frames, [40] * 14


def gradient():
    y, x = numpy.mgrid[0:200, 0:360].astype(float)
    frames = []
    for index in range(12):
        p = 2 * math.pi * index / 40
        planes = [128 + 90 * numpy.sin(x / 140 + p + numpy.sin(y / 100)),
                  120 + 80 * numpy.cos(y / 110 - x / 300 + p), 140 + 100 * numpy.sin((x + y) / 190 - p)]
        frames.append(_opaque(numpy.dstack(planes).round().clip(0, 255).astype(numpy.uint8)))
    return frames, [50] * 12


COLORS = [(26, 28, 44), (93, 39, 93), (177, 62, 83), (239, 125, 87), (255, 205, 117), (167, 240, 112),
          (56, 183, 100), (37, 113, 121), (41, 54, 111), (59, 93, 201), (65, 166, 246),
          (115, 239, 247), (244, 244, 244), (148, 176, 194), (86, 108, 134), (51, 60, 87)]


def pixels():
    """A landscape of 16 colours that scrolls in three layers, twice enlarged."""
    random = numpy.random.default_rng(5)
    far, near = random.integers(0, 40, 400), random.integers(0, 18, 400)
    ground = random.choice([6, 6, 6, 5, 7], (16, 400))
    half = random.choice([2, 3, 4, 12], (12, 6))
    ball, shape = numpy.hstack([half, half[:, ::-1]]), numpy.hypot(*numpy.mgrid[-1:1:12j, -1:1:12j]) < 1
    stars = [(random.integers(160), random.integers(50)) for _ in range(30)]
    frames = []
    for t in range(20):
        a = numpy.zeros((100, 160), numpy.uint8)
        a[20:40], a[40:60], a[96:] = 8, 9, 1
        for index, (x, y) in enumerate(stars):
            a[y, x] = 12 if (t // 4 + index) % 3 else 13
        for x in range(160):
            a[60 - far[(x + t) // 8 % 400] // 2:75, x] = 14
            a[74 - near[(x + 3 * t) // 5 % 400] * 3 // 5:80, x] = 15
        a[80:96] = ground[:, (numpy.arange(160) + 3 * t) % 400]
        top = int(66 - abs(14 * math.sin(t / 6)))
        a[top:top + 12, 60:72][shape] = ball[shape]
        frames.append(_opaque(numpy.kron(numpy.array(COLORS, numpy.uint8)[a],
                                         numpy.ones((2, 2, 1), numpy.uint8))))
    return frames, [80] * 20


def _drawn(width, height, draw, background):
    """Drawn four times as large, for smooth edges."""
    image = Image.new("RGBA", (width * 4, height * 4), background)
    draw(ImageDraw.Draw(image))
    return image.resize((width, height), Image.Resampling.BOX)


def _figure(pen, x, y, blink):
    """A round figure with eyes and a hat, around (x, y)."""
    pen.ellipse((x - 220, y - 200, x + 220, y + 240), (250, 196, 60), (40, 40, 60), 14)
    for side in (-80, 80):
        pen.ellipse((x + side - 40, y - (4 if blink else 70), x + side + 40, y + 30), (255, 255, 255),
                    (40, 40, 60), 10)
    pen.arc((x - 110, y + 20, x + 110, y + 170), 15, 165, (170, 40, 60), 18)
    pen.polygon([(x - 190, y - 150), (x + 190, y - 150), (x + 40, y - 340), (x - 40, y - 340)],
                (70, 110, 210), (40, 40, 60))


def cartoon():
    frames = []
    for t in range(20):
        def scene(pen):
            pen.rectangle((0, 760, 1280, 960), (110, 180, 90))
            for index in range(5):
                left = (index * 320 - t * 24) % 1600 - 200
                pen.ellipse((left, 120 + index % 3 * 60, left + 200, 200 + index % 3 * 60),
                            (255, 255, 255))
            _figure(pen, 260 + t * 40, 600 - abs(int(120 * math.sin(t / 3))), t % 8 == 7)
        frames.append(_rgba(_drawn(320, 240, scene, (150, 210, 245, 255))))
    return frames, [60] * 20


def shadow():
    """A flat figure above its soft shadow, on nothing."""
    frames = []
    for t in range(16):
        lift = abs(int(160 * math.sin(t / 4)))
        below = Image.new("RGBA", (200, 200))
        ImageDraw.Draw(below).ellipse((50 + lift // 16, 160, 150 - lift // 16, 184), (0, 0, 0, 150))
        below = below.filter(ImageFilter.GaussianBlur(5))
        below.alpha_composite(_drawn(200, 200, lambda pen: _figure(
            pen, 400, 480 - lift, t % 6 == 5), (0, 0, 0, 0)))
        frames.append(_rgba(below))
    return frames, [60] * 16


def fade():
    """Lights that fade in and out, nowhere opaque."""
    y, x = numpy.mgrid[0:160, 0:240].astype(float)
    frames = []
    for t in range(16):
        alpha = numpy.zeros((160, 240))
        for index in range(4):
            distance = numpy.hypot(x - 40 - 55 * index, y - 80 - 30 * math.sin(t / 4 + index))
            alpha += numpy.exp(-(distance / 24) ** 2) * (0.55 + 0.4 * math.sin(t / 3 + index * 2))
        alpha = alpha.clip(0, 0.98)
        color = numpy.dstack([200 + x * 0.2, 120 + y * 0.7, 255 - x * 0.6])
        frames.append(numpy.dstack([color, alpha * 255]).round().clip(0, 255).astype(numpy.uint8))
    return frames, [60] * 16


# Names, kinds and makers.
PICTURES = {
    "film": ("film", film),
    "grain": ("film with grain", grain),
    "photograph": ("photograph, zoom", photograph),
    "gradient": ("gradient", gradient),
    "pixels": ("pixel art", pixels),
    "cartoon": ("flat cartoon", cartoon),
    "shadow": ("flat, soft alpha", shadow),
    "fade": ("light, soft alpha", fade),
    "cutout": ("film, soft alpha", cutout),
}
