"""R15: equal input, options and version give equal bytes, wherever and whenever."""
import os
import shutil
import time

import inputs
import process
import rules

REPEATS = 20
WAYS = {"mp4": [], "webm": [], "mov": ["--codec", "prores"], "hevc.mp4": ["--codec", "hevc"],
        "av1.mp4": ["--codec", "av1"], "vp8.webm": ["--codec", "vp8"],
        "slots.mp4": ["--schedule", "slots", "--max-fps", "100"],
        "stacked.mp4": ["--alpha", "stacked"],
        "mix.mp4": ["--alpha-mix", "--schedule", "fps=25"], "png": ["--data", "none"], "zip": [],
        "jpeg.zip": ["--frame-format", "jpeg"], "webp.zip": ["--frame-format", "webp"],
        "lossless.gif": [], "gif": ["--scale", "0.9", "--quality", "80"], "apng": [],
        "small.apng": ["--effort", "9", "--scale", "0.25"], "webp": [], "lossless.webp": ["--webp", "lossless"],
        "avif": ["--effort", "0"], "optimized.png": ["--data", "none", "--optimize", "--scale", "0.5"]}


def check(tally, binary, options):
    repeats = options.runs or REPEATS
    with rules.scratch() as folder:
        path = inputs.slow(folder, transparent=True)
        for kind, flags in WAYS.items():
            count = repeats if not flags else max(3, repeats // 5)
            tally.check(kind, repeat(binary, folder, path, kind, flags, count))


def repeat(binary, folder, path, kind, flags, count):
    """The same conversion from other places, at other times and on one processor."""
    digests, problems = {}, []
    for i in range(count):
        place = os.path.join(folder, "%s-%d" % (kind, i))
        os.mkdir(place)
        copy = shutil.copy(path, os.path.join(place, "copy-%d.gif" % i)) if i % 3 == 0 else path
        output = os.path.join(place, "out-%d.%s" % (i, kind))
        one = ["taskset", "--cpu-list", "0"] if i % 4 == 1 else []
        ended = process.run([*one, binary, copy, output, *flags], timeout=120, cwd=place)
        if ended.code:
            return rules.clean_ending(ended, {0})
        digests.setdefault(rules.digest(output), []).append(i)
        if i == 0:
            time.sleep(1.1)     # a date in the file would show
    if len(digests) > 1:
        problems.append("%d different files in %d runs: %s"
                        % (len(digests), count, sorted(digests.values(), key=len)))
    return problems
