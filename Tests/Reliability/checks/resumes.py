"""An export of frames that is killed again and again goes on each time, and ends in the same bytes."""
import os
import random
import signal
import subprocess
import time

import process
import rules
import settings

RUNS = 25
# As many as the clip has frames.
PICTURES = 43
FLAGS = ["--data", "timing,json,jsonl,csv", "--resume", "-q"]
WAYS = {
    "png": (["out/"], []),
    "links": (["out/"], ["--schedule", "slots", "--start", "3"]),
    "scales": (["out/"], ["--scales", "1,2", "--crop", "40x40+8+8"]),
    "numbered": (["out/f_%04d.jpg"], []),
    "sixteen": (["out/"], ["--depth", "16"]),
}


def check(tally, binary, options):
    runs = options.runs or RUNS
    chance = random.Random(options.seed)
    with rules.scratch() as source:
        path = os.path.join(source, "in.mp4")
        subprocess.run(
            [settings.tool("ffmpeg"), "-v", "error", "-f", "lavfi", "-i",
             "testsrc2=s=160x120:r=25:d=4,select='not(mod(n,7)*mod(n+1,3))'", "-fps_mode", "vfr",
             "-c:v", "libx264", "-g", "12", "-bf", "2", path], check=True)
        for way, (output, flags) in WAYS.items():
            expected, wall = whole(binary, path, output, flags)
            kills = went_on = 0
            while kills < runs:
                hits, going, problems = interrupted(
                    binary, path, output, flags, wall, chance, expected)
                kills, went_on = kills + hits, went_on + going
                tally.check("%s killed %d times" % (way, hits), problems)
                if problems and any(problems):
                    break
            tally.figure(way + " kills", kills)
            tally.figure(way + " runs that went on", went_on)
            if went_on < kills // 4:
                tally.check(way, "only %d of %d runs went on" % (went_on, kills))
        tally.check("another run begins anew", others(binary, path))


def whole(binary, path, output, flags):
    """(every file of a run that nobody interrupts, how long it takes)"""
    with rules.scratch() as folder:
        ended = process.run([binary, path, *output, *FLAGS, *flags], cwd=folder, timeout=300)
        if ended.code:
            raise RuntimeError(ended.message)
        return content(folder), ended.wall


def content(folder):
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(parent, name), "rb") as file:
                found[os.path.relpath(os.path.join(parent, name), folder)] = file.read()
    return found


def interrupted(binary, path, output, flags, wall, chance, expected):
    """(kills that came in time, runs that went on, what is wrong) of an export that ends at last."""
    kills = went_on = 0
    problems = []
    with rules.scratch() as folder:
        os.makedirs(os.path.join(folder, "out"), exist_ok=output[0] != "out/")
        for attempt in range(6):
            kept = pictures(folder)
            running = process.Running([binary, path, *output, *FLAGS, *flags], cwd=folder)
            if attempt == 5:
                time.sleep(wall * 20)
            elif chance.random() < 0.5:
                time.sleep(chance.uniform(0, wall * 1.05))
            else:
                # On a busy machine, times say little about how far it is.
                wait_for(max(kept, chance.randint(0, PICTURES)), folder, running)
            running.send(signal.SIGKILL)
            ended = running.wait(20)
            went_on += bool(kept)
            if ended.code == 0:
                break
            if ended.code != -signal.SIGKILL:
                return kills, went_on, [rules.clean_ending(ended, {0})]
            kills += 1
            lines = grown(folder)
            if lines:
                problems.append(lines)
            if not expected.keys() & content(folder).keys():
                continue
            # Names are given all at once, after which nothing is left to do.
            break
        ended = process.run([binary, path, *output, *FLAGS, *flags, "-y"], cwd=folder, timeout=300)
        problems.append(rules.clean_ending(ended, {0}))
        found = content(folder)
        if found != expected:
            names = sorted(n for n in found.keys() | expected.keys()
                           if found.get(n) != expected.get(n))
            problems.append("other files: %s" % ", ".join(names[:6]))
    return kills, went_on, problems


def unfinished(folder):
    for parent, folders, _ in os.walk(folder):
        for name in folders:
            if name.endswith(".part"):
                return os.path.join(parent, name)
    return None


def wait_for(count, folder, running):
    """Until so many pictures are written, or the run has ended."""
    while pictures(folder) < count and os.waitid(
            os.P_PID, running.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(0.001)


def pictures(folder):
    hidden = unfinished(folder)
    try:
        return sum(not n.startswith(".") for n in os.listdir(hidden)) if hidden else 0
    except FileNotFoundError:
        # It has just become the output.
        return 0


def grown(folder):
    """The record in lines has whole ones only, each of a picture that is there."""
    hidden = unfinished(folder)
    path = os.path.join(hidden or "", "frames.jsonl")
    if not hidden or not os.path.exists(path):
        return None
    import hashlib
    import json
    with open(path, "rb") as file:
        text = file.read()
    if text and not text.endswith(b"\n"):
        return "frames.jsonl ends within a line"
    for line in text.splitlines()[1:]:
        row = json.loads(line)
        with open(os.path.join(hidden, row["file"]), "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != row["sha256"]:
                return "%s is not complete" % row["file"]
    return None


def others(binary, path):
    """What a killed run has left is not for other choices, other bytes, or runs that do not go on."""
    problems = []
    with rules.scratch() as folder:
        copy = os.path.join(folder, "in.mp4")
        with open(path, "rb") as file, open(copy, "wb") as other:
            other.write(file.read())
        command = [binary, "in.mp4", "out/", *FLAGS]

        def leave():
            for _ in range(50):
                running = process.Running(command, cwd=folder)
                while not pictures(folder) > 4 and running.process.poll() is None:
                    time.sleep(0.005)
                running.send(signal.SIGKILL)
                running.wait(20)
                if unfinished(folder):
                    return
                subprocess.run(["rm", "-rf", os.path.join(folder, "out")], check=True)

        for what, change in (("other choices", ["--scale", "2x"]), ("none", [])):
            leave()
            ended = process.run(
                [*[c for c in command if c != "--resume" or change], *change, "-y"], cwd=folder)
            problems.append(rules.clean_ending(ended, {0}))
            if unfinished(folder):
                problems.append("%s: the unfinished folder is still there" % what)
            if b"earlier run" in ended.err:
                problems.append("%s: went on" % what)
            subprocess.run(["rm", "-rf", os.path.join(folder, "out")], check=True)
        leave()
        with open(copy, "ab") as file:
            file.write(b"\0\0\0\x08free")
        ended = process.run([c for c in command if c != "-q"], cwd=folder)
        problems.append(rules.clean_ending(ended, {0}))
        if b"earlier run" in ended.err:
            problems.append("went on with another input")
    return problems
