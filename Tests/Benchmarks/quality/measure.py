"""How like its source a video is, plane by plane, and what encoding it took."""
import dataclasses
import math
import os
import re
import resource
import subprocess

import numpy

import settings

# Of limited range (ITU-T H.273, 8.3.4): rows of Y, Cb and Cr, columns of red, green and blue.
_LUMA = numpy.array([0.2126, 0.7152, 0.0722])
BT709 = numpy.array([219 / 255 * _LUMA,
                     224 / 255 * (numpy.array([0, 0, 1]) - _LUMA) / (2 * (1 - 0.0722)),
                     224 / 255 * (numpy.array([1, 0, 0]) - _LUMA) / (2 * (1 - 0.2126))],
                    numpy.float32)


@dataclasses.dataclass
class Point:
    """One encode."""
    crf: int
    size: int                   # bytes
    seconds: float              # of the processor, user and system
    ssim: dict                  # of luma and chroma, in decibels
    psnr: dict
    alpha: int = 0              # largest error of alpha


def encode(command, output):
    """(bytes, seconds of the processor)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError("%s: %s" % (" ".join(command), done.stderr[-500:]))
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return os.path.getsize(output), seconds


def size_of(path):
    done = subprocess.run(
        [settings.tool("ffprobe"), "-v", "error", "-select_streams", "v:0", "-show_entries",
         "stream=width,height", "-of", "csv=p=0", *path], capture_output=True, text=True, check=True)
    return tuple(int(n) for n in done.stdout.strip().split(",")[:2])


# Chromium and Firefox take chroma of 4:2:0 to lie in the middle of its four pixels, whatever a
# stream says, and draw lines between; so does this judge, for every tool's output.
AS_BROWSERS = ("scale=flags=bilinear+accurate_rnd+full_chroma_int:in_h_chr_pos=128"
               ":in_v_chr_pos=128,")


def decode(inputs, size, target, matte=None):
    """Raw planes of Y, Cb and Cr of BT.709, one sample a pixel, through RGB.

    inputs: what ffmpeg reads. size: what is kept of the picture, from the upper left.
    matte: a grey that shows through; None leaves alpha out of account.
    """
    process = subprocess.Popen(
        [settings.tool("ffmpeg"), "-v", "error", "-nostdin", *inputs, "-vf",
         AS_BROWSERS + "format=rgba,crop=%d:%d:0:0" % size, "-fps_mode", "passthrough",
         "-f", "rawvideo", "-"],
        stdout=subprocess.PIPE)
    with open(target, "wb") as file:
        while frame := process.stdout.read(size[0] * size[1] * 4):
            pixels = numpy.frombuffer(frame, numpy.uint8).reshape(size[1], size[0], 4)
            color = pixels[..., :3].astype(numpy.float32)
            if matte is not None:
                alpha = pixels[..., 3:].astype(numpy.float32) / 255
                color = color * alpha + matte * (1 - alpha)
            planes = numpy.tensordot(BT709, color, axes=(1, 2))
            planes += numpy.array([16, 128, 128], numpy.float32).reshape(3, 1, 1)
            file.write(numpy.rint(planes).clip(0, 255).astype(numpy.uint8).tobytes())
    if process.wait():
        raise RuntimeError("ffmpeg cannot decode " + " ".join(inputs))


def alphas(inputs, size):
    """The alpha of every frame, in a row."""
    return subprocess.run(
        [settings.tool("ffmpeg"), "-v", "error", "-nostdin", *inputs, "-vf",
         "format=rgba,crop=%d:%d:0:0,alphaextract,format=gray" % size, "-fps_mode", "passthrough",
         "-f", "rawvideo", "-"], check=True, capture_output=True).stdout


def likeness(source, test, size):
    """(SSIM, PSNR), each of luma and chroma, in decibels."""
    if os.path.getsize(source) != os.path.getsize(test):
        raise RuntimeError("%d frames, expected %d" % tuple(
            os.path.getsize(path) // (3 * size[0] * size[1]) for path in (test, source)))
    raw = ["-f", "rawvideo", "-pix_fmt", "yuv444p", "-s", "%dx%d" % size]
    done = subprocess.run(
        [settings.tool("ffmpeg"), "-nostdin", "-v", "info", *raw, "-i", test, *raw, "-i", source,
         "-lavfi", "[0]split[a][b];[1]split[c][d];[a][c]ssim[s];[b][d]psnr[p]",
         "-map", "[s]", "-map", "[p]", "-f", "null", "-"],
        capture_output=True, text=True, check=True)
    ssim = {k: float(v) for k, v in re.findall(r"\b([YUV]):([0-9.]+) \(", done.stderr)}
    psnr = {k: float(v) for k, v in re.findall(r"\b([yuv]):([0-9.inf]+) ", done.stderr)}
    def decibels(value):
        return -10 * math.log10(max(1e-9, 1 - value))
    return ({"luma": decibels(ssim["Y"]), "chroma": decibels((ssim["U"] + ssim["V"]) / 2)},
            {"luma": min(psnr["y"], 99), "chroma": min((psnr["u"] + psnr["v"]) / 2, 99)})


def size_at(points, of, quality):
    """Bytes at a quality, between the points of a curve; nil outside it."""
    curve = sorted((of(p), math.log(p.size)) for p in points)
    if not curve[0][0] <= quality <= curve[-1][0]:
        return None
    for (low, a), (high, b) in zip(curve, curve[1:]):
        if quality <= high:
            share = 0 if high == low else (quality - low) / (high - low)
            return math.exp(a + (b - a) * share)
    return None


def rate(ours, theirs, of):
    """Bytes of ours for each byte of theirs, on average over the qualities that both reach
    (Bjontegaard's measure, with lines between the points)."""
    low = max(min(map(of, ours)), min(map(of, theirs)))
    high = min(max(map(of, ours)), max(map(of, theirs)))
    if high <= low:
        return None
    steps = [low + (high - low) * i / 50 for i in range(51)]
    logs = []
    for quality in steps:
        a, b = size_at(ours, of, quality), size_at(theirs, of, quality)
        if a and b:
            logs.append(math.log(a / b))
    return math.exp(sum(logs) / len(logs)) if logs else None
