"""R7, R8, R9: images, sheets with data, folders, archives and pairs of videos are whole or not there."""
import os
import resource
import signal
import time

import inputs
import namespace
import process
import rules

MOUNTS = True    # the check mounts file systems of its own

PAGE = 4096
RUNS = 50
SIZES = 30
# What is asked for, and what has to be there afterwards; frames large enough to take their time.
KINDS = {"gif": ("out.gif", ["--scale", "2x", "--quality", "80"]),
         "lossless gif": ("out.gif", []), "apng": ("out.apng", ["--scale", "2x"]),
         "webp": ("out.webp", []), "avif": ("out.avif", ["--effort", "0"]),
         "sheet": ("out.png", ["--scale", "2x"]),
         "packed": ("out.png", ["--layout", "packed", "--scales", "1,2"]),
         "folder": ("out", ["--scale", "2x", "--container", "frames"]),
         "archive": ("out.zip", ["--scale", "2x"]),
         "slides": ("out.png", ["--for", "flip-book"]),
         "pair": ("out.mp4", ["--alpha-pair", "--schedule", "fps=25"]),
         "mix": ("out.mp4", ["--alpha-mix", "--schedule", "fps=25"]),
         "catalog": ("Out.xcassets", ["--for", "mdc-sprited", "--schedule", "fps=20",
                                      "--name", "there", "--twin", "back", "--scale", "0.25"])}
# Whole as one: all files of them or none.
FOLDERS = {"folder", "catalog"}


def check(tally, binary, options):
    runs = options.runs or RUNS
    with rules.scratch() as source:
        path = inputs.slow(source, transparent=True)
        for kind, (name, flags) in KINDS.items():
            with rules.scratch() as folder:
                ended = process.run([binary, path, os.path.join(folder, name), *flags], timeout=60)
                if ended.code:
                    tally.check("a whole " + kind, rules.clean_ending(ended, {0}))
                    continue
                expected = relative(folder)
                size = sum(os.path.getsize(os.path.join(root, file))
                           for root, _, files in os.walk(folder) for file in files)
            command = [binary, path, name, *flags]
            kills(tally, kind, command, expected, ended.wall, runs, options.seed)
            signals(tally, kind, command, ended.wall, max(runs // 5, 3), options.seed)
            small_disks(tally, kind, command, size)


def kills(tally, kind, command, expected, wall, runs, seed):
    """Every second run meets a whole older output, which it is allowed to replace."""
    cut_short = 0
    for i, moment in enumerate(inputs.moments(runs, wall * 1.05, seed)):
        with rules.scratch() as folder:
            older = i % 2 == 1
            if older:
                process.run(command, timeout=60, cwd=folder)
            running = process.Running([*command, *(["-y"] if older else [])], cwd=folder)
            time.sleep(moment)
            running.send(signal.SIGKILL)
            ended = running.wait(10)
            cut_short += ended.code == -signal.SIGKILL
            found = {path: value for path, value in relative(folder).items()
                     if not path.startswith(".animconv-")}
            problems = partial(kind, found, expected, older)
            again = process.run([*command, "-y"], timeout=60, cwd=folder)
            problems += [rules.clean_ending(again, {0}),
                         None if relative(folder) == expected else "the next run's output differs"]
            tally.check("%s killed after %.3f s of %.3f" % (kind, moment, wall), problems)
    tally.figure(kind + " runs cut short", cut_short)


def partial(kind, found, expected, older):
    """Files are whole, folders too; without an older output, data never comes before its picture."""
    problems = ["a part of %r" % path for path, value in found.items()
                if expected.get(path) != value]
    if kind in FOLDERS and found and found != expected:
        problems.append("%d of %d entries in a folder" % (len(found), len(expected)))
    if older and found != expected:
        problems.append("an older output is gone: %s" % sorted(expected.keys() - found.keys()))
    if any(path.endswith(".json") for path in found) and "out.png" in expected \
            and "out.png" not in found:
        problems.append("data without its picture")
    if "out_alpha.mp4" in found and "out_rgb.mp4" not in found:
        problems.append("alpha without its colour")
    return problems


def signals(tally, kind, command, wall, runs, seed):
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        for moment in inputs.moments(runs, wall, seed):
            with rules.scratch() as folder:
                running = process.Running(command, cwd=folder)
                time.sleep(moment)
                running.send(number)
                sent = time.monotonic()
                ended = running.wait(10)
                if ended.code == 0:
                    continue
                tally.check("%s to a %s after %.3f s" % (number.name, kind, moment), [
                    None if ended.code == code or moment < 0.15 and ended.code == -number
                    else "exit %d: %s" % (ended.code, ended.message[:300]),
                    "ended late" if time.monotonic() - sent > 2 else None,
                    *rules.changes(folder, {})])


def small_disks(tally, kind, command, size):
    """Disks from a few pages to a page under the output's size, and limits on the size of files."""
    last = max((size - 1) // PAGE, 2)
    first = min(4, last)
    rooms = sorted({(first + (last - first) * i // (SIZES - 1)) * PAGE for i in range(SIZES)})
    for room in rooms:
        with rules.scratch() as folder, namespace.file_system(folder + "/disk", room) as disk:
            before = rules.snapshot(disk)
            ended = process.run(command, timeout=60, cwd=disk)
            tally.check("a %s of %d bytes on a disk of %d" % (kind, size, room), [
                *rules.refused(ended, None, {rules.INPUT_OUTPUT}, disk, before),
                None if "No space left on device" in ended.message
                else "does not say why: %s" % ended.message[:300]])
    for limit in (PAGE, size // 100):
        with rules.scratch() as folder:
            ended = process.run(command, timeout=60, cwd=folder,
                                limits=[(resource.RLIMIT_FSIZE, limit)])
            if ended.code:
                tally.check("a %s under a file size limit of %d" % (kind, limit),
                            rules.refused(ended, None, {rules.INPUT_OUTPUT}, folder, {}))


def relative(folder):
    """Every file below a folder with its digest, by its path from there."""
    return {os.path.relpath(path, folder): value
            for path, value in rules.snapshot(folder).items() if not value.startswith("kind")}
