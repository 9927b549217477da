"""No run stands still that asks a source which decodes ahead for frames out of order."""
import concurrent.futures
import json
import os
import random
import shutil
import signal
import time

import gif
import inputs
import process
import rules

RUNS = 20
FRAMES = 24
SECONDS = 60
EDITS = {
    "range": lambda dice: ["--range", _range(dice)],
    "reverse": lambda dice: ["--reverse"],
    "bounce": lambda dice: ["--bounce"],
    "loops": lambda dice: ["--loops", "2"],
    "every": lambda dice: ["--every", "2"],
    "cancel": lambda dice: [],
}


def check(tally, binary, options):
    runs = options.runs or RUNS
    dice = random.Random(options.seed)
    with rules.scratch() as folder:
        sources = made(binary, folder)
        for kind, path in sources.items():
            whole = process.run([binary, path, os.path.join(folder, "whole.mp4"), "-y"],
                                timeout=SECONDS)
            for name, flags in EDITS.items():
                jobs = [(flags(dice), dice.uniform(0, whole.wall) if name == "cancel" else None)
                        for _ in range(runs)]
                with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                    endings = list(pool.map(lambda job: run(binary, path, *job), jobs))
                for (given, moment), problem in zip(jobs, endings):
                    tally.check("%s %s" % (kind, " ".join(given) or "SIGINT after %.3f s" % moment),
                                problem)


def run(binary, path, flags, moment):
    """What is wrong with one run, which a signal ends when there is a moment for it."""
    with rules.scratch() as folder:
        running = process.Running(
            [binary, path, os.path.join(folder, "out.mp4"), "--encoder-preset", "ultrafast", *flags])
        if moment is None:
            return rules.clean_ending(running.wait(SECONDS), {0})
        time.sleep(moment)
        running.send(signal.SIGINT)
        ended = running.wait(SECONDS)
        # A signal before the handlers are there ends it by default.
        if ended.code == -signal.SIGINT:
            return None
        return rules.clean_ending(ended, {0, 130})


def made(binary, folder):
    """The same frames as a folder, two kinds of list, an archive, and a folder of imagesets."""
    frames = os.path.join(folder, "frames")
    animation = inputs.write(os.path.join(folder, "in.gif"), gif.moving(96, 66, FRAMES, (5,)))
    archive = os.path.join(folder, "ugoira.zip")
    for output in (frames + "/", archive):
        ended = process.run([binary, animation, output], timeout=SECONDS)
        if ended.code:
            raise RuntimeError("no input: " + ended.message)
    names = sorted(name for name in os.listdir(frames) if name.endswith(".png"))
    listed = os.path.join(folder, "listed")
    shutil.copytree(frames, listed)
    concat = "ffconcat version 1.0\n" + "".join(
        "file '%s'\nduration 0.05\n" % name for name in names)
    times = "".join("%s\t50\n" % name for name in names)
    return {
        "folder": frames,
        "list": inputs.write(os.path.join(listed, "list.ffconcat"), concat.encode()),
        "times": inputs.write(os.path.join(listed, "times.txt"), times.encode()),
        "ugoira": archive,
        "imagesets": imagesets(folder, frames, names),
    }


def imagesets(folder, frames, names):
    catalog = os.path.join(folder, "catalog")
    for number, name in enumerate(names):
        place = os.path.join(catalog, "f%d.imageset" % number)
        os.makedirs(place)
        shutil.copy(os.path.join(frames, name), os.path.join(place, "f.png"))
        contents = {"images": [{"idiom": "universal", "filename": "f.png", "scale": "1x"}]}
        inputs.write(os.path.join(place, "Contents.json"), json.dumps(contents).encode())
    return catalog


def _range(dice):
    first = dice.randrange(FRAMES)
    return "%d...%d" % (first, dice.randrange(first, FRAMES))
