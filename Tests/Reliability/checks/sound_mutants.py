"""R1: --mutants fresh copies of the corpus's files, damaged behind sums and lengths that fit."""
import os
import random
import zipfile

import inputs
import process
import repair
import rules
from checks import bad_inputs, mutants


def check(tally, binary, options):
    with rules.scratch() as folder:
        whole = [*inputs.whole_files(), *made(folder)]
        source = random.Random(options.seed)
        for i in range(options.mutants):
            path = source.choice(whole)
            with open(path, "rb") as file:
                data = repair.mutant(file.read(), source)
            name = "%d-%05d-%s" % (options.seed, i, os.path.basename(path))
            kind, extra = mutants.WAYS[i % len(mutants.WAYS)]
            with rules.scratch() as place:
                inputs.beside(path, place)
                mutant = inputs.write(os.path.join(place, name), data)
                case = " ".join([name, "to", kind, *extra])
                problems = bad_inputs.convert(
                    tally, binary, given(mutant), kind, options, extra, file=mutant)
                if any(problems) and options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    inputs.write(os.path.join(options.keep, name), data)
                tally.check(case, problems)


def given(mutant):
    """A JPEG is an input only in a folder of frames: by the pattern that is its own name."""
    return mutant[:-len(".jpg")] + "*" if mutant.endswith(".jpg") else mutant


def made(folder):
    """Kinds that the corpus has none of, or only large ones."""
    picture = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=48x32:rate=10"]
    files = {
        "a.mp4": ["-frames:v", "6", "-c:v", "libx264", "-pix_fmt", "yuv420p"],
        "b.mp4": ["-frames:v", "6", "-c:v", "mpeg4", "-movflags", "+faststart"],
        "c.avi": ["-frames:v", "6", "-c:v", "mpeg4"],
        "d.webm": ["-frames:v", "6", "-c:v", "libvpx-vp9"],
        "e.jpg": ["-frames:v", "1", "-q:v", "3"],
        "f.webp": ["-frames:v", "4", "-c:v", "libwebp", "-lossless", "1"],
        "g.y4m": ["-frames:v", "3", "-pix_fmt", "yuv420p"],
        "h.flv": ["-frames:v", "6"],
        "i.ts": ["-frames:v", "6", "-c:v", "mpeg2video"],
    }
    paths = []
    for name, options in files.items():
        path = os.path.join(folder, name)
        ended = process.run([*picture, *options, path], timeout=60)
        if ended.code == 0:
            paths.append(path)
    frames = [name for name in ("%06d.png" % i for i in range(3))]
    archive = os.path.join(folder, "j.zip")
    with zipfile.ZipFile(archive, "w") as target:
        for name in frames:
            path = os.path.join(folder, name)
            process.run([*picture, "-frames:v", "1", path], timeout=60)
            target.write(path, name)
        target.writestr("animation.json", '{"frames": [%s]}' % ", ".join(
            '{"file": "%s", "delay": 80}' % name for name in frames))
    return [*paths, archive]
