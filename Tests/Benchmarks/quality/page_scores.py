"""Encodes with a cache, and scores of outputs: p10 of SSIMULACRA2, and a second judge."""
import dataclasses
import hashlib
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from PIL import Image

import page_clips
import page_encoders
import process

SAMPLES = 6             # frames of an output that butteraugli sees


@dataclasses.dataclass
class Point:
    """One encode and how it was judged."""
    setting: str
    size: int           # bytes
    seconds: float      # of the processor
    p10: float
    ssim: float         # mean, in decibels
    output: str         # the file in the cache
    shift: float        # largest error of a frame's start, seconds
    pairs: list         # (frame of the source, frame of the output) wherever the source changes
    second: float = None


class Cache:
    """Results under the hash of the program, its command and what it reads."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "encodes")
        os.makedirs(self.folder, exist_ok=True)

    def encode(self, commands, reads, ending):
        """(output, bytes, seconds). `commands` makes them for the path of an output."""
        asked = commands("out." + ending)
        plain = [[os.path.basename(part) for part in command] for command in asked]
        tools = sorted({page_encoders.identity(command[0]) for command in asked})
        key = _key(plain, tools, reads)
        output = os.path.join(self.folder, key + "." + ending)
        facts = self._load(key)
        if facts is None or not os.path.exists(output):
            facts = self._run(commands, output)
            self.save(key, facts)
        return output, facts["bytes"], facts["seconds"]

    def _run(self, commands, output):
        with tempfile.TemporaryDirectory(prefix="animconv-page-") as folder:
            made = os.path.join(folder, os.path.basename(output))
            seconds = 0
            for command in commands(made):
                ended = process.run(command, timeout=900, cwd=folder)
                if ended.code or ended.timed_out:
                    raise RuntimeError("%s: %s" % (" ".join(ended.command)[:200], ended.message[-300:]))
                seconds += ended.cpu
            shutil.move(made, output)
        return {"bytes": os.path.getsize(output), "seconds": seconds}

    def _load(self, key):
        path = os.path.join(self.folder, key + ".json")
        if os.path.exists(path):
            with open(path) as file:
                return json.load(file)
        return None

    def save(self, key, facts):
        path = os.path.join(self.folder, key + ".json")
        with open(path + ".new", "w") as file:
            json.dump(facts, file)
        os.replace(path + ".new", path)

    def remember(self, parts, make):
        key = _key(*parts)
        facts = self._load(key)
        if facts is None:
            facts = make()
            self.save(key, facts)
        return facts


def _key(*parts):
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


def judge(cache, binary, clip, source, output, setting, seconds):
    """The point of an output. Raises where a frame of the source is not shown in it."""
    # Runs of equal frames, because outputs merge them, and a merged frame is paired with any of them.
    runs, firsts = [], []
    for place, digest in enumerate(clip.hashes):
        if not place or digest != clip.hashes[place - 1]:
            firsts.append(place)
        runs.append(len(firsts) - 1)
    for source in (source, page_clips.patient(clip, source == clip.flat)):
        found = _compare(cache, binary, source, output)
        starts = {}
        for index, (place, _, _) in enumerate(found["frames"]):
            starts.setdefault(runs[place], index)
        missing = [first for run, first in enumerate(firsts) if run not in starts]
        if not missing:
            break
    if missing:
        raise RuntimeError("frame %d of the source is not in the output" % missing[0])
    pairs = [(first, starts[run]) for run, first in enumerate(firsts)]
    scores = [found["frames"][starts[run]][1] for run in runs]
    likeness = [found["frames"][starts[run]][2] for run in runs]
    total = sum(clip.durations)
    mean = sum(a * b for a, b in zip(likeness, clip.durations)) / total
    return Point(setting, os.path.getsize(output), seconds, tenth(scores, clip.durations),
                 -10 * math.log10(max(1e-9, 1 - mean)), output, found["shift"], pairs)


def _compare(cache, binary, source, output):
    def compare():
        done = process.run([binary, "compare", source, output, "--json"], timeout=600)
        if done.code:
            raise RuntimeError("compare: " + done.message[-300:])
        found = json.loads(done.out)[0]
        return {"scaled": found["isScaled"], "shift": found["largestShift"]["seconds"],
                "frames": [[f["sourceIndex"], f["ssimulacra2"], f["ssim"]] for f in found["frames"]]}
    found = cache.remember(
        ["compare", page_encoders.identity(binary), page_encoders.identity(source),
         page_encoders.identity(output)], compare)
    if found["scaled"]:
        raise RuntimeError("the output has another size")
    return found


def tenth(scores, durations):
    """The lowest score such that frames that score no more last at least a tenth."""
    total, sofar = sum(durations), 0
    for score, duration in sorted(zip(scores, durations)):
        sofar += duration
        if sofar * 10 >= total:
            return score


def butteraugli():
    folder = os.environ.get("JXL_TOOLS")
    return shutil.which("butteraugli_main", path=folder) if folder else shutil.which("butteraugli_main")


def second(cache, binary, clip, output_kind, point):
    """A quality by the second judge, higher for better: the logarithm of butteraugli's 3-norm, the mean
    of at most six frames; without libjxl's program SSIM in decibels."""
    if point.second is None:
        program = butteraugli()
        if program is None:
            point.second = point.ssim
        else:
            found = cache.remember(
                ["butteraugli", page_encoders.identity(program), page_encoders.identity(binary),
                 clip.hashes, page_encoders.identity(point.output)],
                lambda: {"norm": _butteraugli(program, binary, clip, output_kind, point)})
            point.second = -math.log(max(found["norm"], 0.01))
    return point.second


def _butteraugli(program, binary, clip, output_kind, point):
    has_alpha = clip.has_alpha and output_kind not in ("h264", "av1")
    step = max(1, len(point.pairs) // SAMPLES)
    chosen = point.pairs[step // 2::step][:SAMPLES]
    values = []
    with tempfile.TemporaryDirectory(prefix="animconv-page-") as folder:
        shown = os.path.join(folder, "shown")
        subprocess.run([binary, point.output, shown + "/", "-q", "--crop",
                        "%dx%d+0+0" % (clip.width, clip.height)], check=True, capture_output=True)
        pictures = sorted(str(path) for path in pathlib.Path(shown).glob("*.png"))
        for place, index in chosen:
            each = []
            for color in ("white", "black") if has_alpha else ("white",):
                pair = [os.path.join(folder, side + ".png") for side in "ab"]
                _flat(clip.pictures[place], color, pair[0])
                _flat(pictures[index], color, pair[1])
                text = subprocess.run([program, *pair], check=True, capture_output=True, text=True).stdout
                each.append(float(re.search(r"3-norm: ([0-9.]+)", text)[1]))
            values.append(max(each))
    return sum(values) / len(values)


def _flat(path, color, to):
    with Image.open(path) as opened:
        picture = opened.convert("RGBA")
    ground = Image.new("RGBA", picture.size, color)
    ground.alpha_composite(picture)
    ground.convert("RGB").save(to, compress_level=1)
