"""R7, R9: each call of the system, FFmpeg, libwebp, libpng, libjxl and deflate fails once, for each output."""
import concurrent.futures
import errno
import os
import re

import failing
import inputs
import process
import rules

CODES = {0, rules.DAMAGED, rules.MISSING, rules.LACKING, rules.OUR_FAULT, rules.CANNOT_CREATE,
         rules.INPUT_OUTPUT}
# What is asked for, with an opaque input or one with transparency.
OUTPUTS = {"mp4": ["out.mp4"], "webm": ["out.webm"], "mov": ["out.mov"], "gif": ["out.gif"],
           "apng": ["out.apng"], "webp": ["out.webp", "--webp", "lossy"], "avif": ["out.avif"],
           "jxl": ["out.jxl"], "tiff": ["out.tiff"], "jpeg": ["out.jpg", "--poster", "1"],
           "folder": ["frames/"], "archive": ["out.zip"], "sheet": ["out.png"],
           "numbered": ["f%d.png"], "y4m": ["out.y4m"],
           "batch": ["batch", "--out", "made", "--container", "gif"]}
# The message of a program that may not take memory from its own heap comes from the language.
HEAP = {"malloc", "calloc", "posix_memalign"}
TRAPS = {-4, -5, -6, -11}
ERRORS = {"open": errno.EMFILE, "openat": errno.EMFILE, "write": errno.ENOSPC,
          "pwrite": errno.ENOSPC, "ftruncate": errno.ENOSPC, "mmap": errno.ENOMEM,
          "mkdir": errno.ENOSPC}
WARNED = re.compile(r"warning: .*(ends early|damaged|cannot be decoded|cut)")
# A library is one version or another: what is asked first is answered again and again, also to
# libwebp itself, which does not look at it.
VERSIONS = re.compile("^WebP.*InitInternal$")
SOMETIMES = 24          # of a call that is made more often, so many are spread over all


def check(tally, binary, options):
    with rules.scratch() as folder:
        made = failing.library(folder)
        sources = {"gif": inputs.write(os.path.join(folder, "in.gif"), inputs.gif.moving(
            48, 32, 6, (5, 3, 12), True))}
        for name in ("mp4", "webp", "apng", "avif", "jxl"):
            path = os.path.join(folder, "in." + name)
            if process.run([binary, sources["gif"], path], timeout=60).code == 0:
                sources[name] = path
        cases = [("gif", kind) for kind in OUTPUTS] + [
            (source, kind) for source, kind in (("mp4", "gif"), ("webp", "apng"), ("apng", "webp"),
                                                ("avif", "gif"), ("jxl", "gif"))
            if source in sources]
        if options.only:
            cases = [case for case in cases if options.only in "%s to %s" % case]
        for source, kind in cases:
            output(tally, binary, made, sources[source], kind, options)


def command(binary, path, kind):
    arguments = OUTPUTS[kind]
    if arguments[0] == "batch":
        return [binary, "batch", path, *arguments[1:]]
    return [binary, path, *arguments, "-y"]


def output(tally, binary, made, path, kind, options):
    arguments = command(binary, path, kind)
    with rules.scratch() as folder, rules.scratch() as counts:
        file = os.path.join(counts, "counts")
        ended = process.run(failing.command(made, arguments, counts=file), cwd=folder, timeout=60)
        case = "%s to %s" % (os.path.basename(path), kind)
        tally.check(case + ", none fails", rules.clean_ending(ended, {0}))
        expected = files(folder)
        calls = failing.counted(file)
    most = options.runs or SOMETIMES
    calls = {name: min(count, 1) if VERSIONS.match(name) else count for name, count in calls.items()}
    faults = [(name, 1 + index * (count - 1) // max(min(count, most) - 1, 1))
              for name, count in calls.items() for index in range(min(count, most))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = pool.map(lambda fault: one(made, arguments, kind, path, expected, *fault, options), faults)
        for (name, number), problems in zip(faults, runs):
            tally.check("%s, %s %d fails" % (case, name, number), problems)
    tally.figure(case, len(faults))


def one(made, arguments, kind, path, expected, name, number, options):
    """Every second run meets an older output."""
    with rules.scratch() as folder:
        has_older = number % 2 == 0 and kind != "batch"
        older = dict.fromkeys(expected, b"older") if has_older else {}
        for file in older:
            os.makedirs(os.path.dirname(os.path.join(folder, file)), exist_ok=True)
            inputs.write(os.path.join(folder, file), b"older")
        ended = process.run(failing.command(
            made, arguments, fail="%s:%d" % (name, number),
            fail_with=ERRORS.get(name, errno.EIO)), cwd=folder, timeout=20 * options.patience)
        found = files(folder)
        if name in HEAP and ended.code in TRAPS:
            # The next run cleans up.
            again = process.run(arguments, cwd=folder, timeout=60)
            return [rules.clean_ending(again, {0}), differs(files(folder), expected, kind)]
        codes = CODES | {1} if kind == "batch" else CODES
        problems = [rules.clean_ending(ended, codes)]
        if ended.code == 0:
            # What is missing in a file and what could not be read of it look alike to FFmpeg: then a
            # warning tells, and the rest is converted.
            if not WARNED.search(ended.message):
                problems.append(differs(found, expected, kind))
        else:
            lines = [line for line in ended.err.split(b"\n") if line and b": note: " not in line]
            if kind != "batch" and len(lines) != 1:
                problems.append("not one line: %r" % ended.err[:300])
            problems += ["left: %s" % file for file in found
                         if found[file] != older.get(file) and not is_record(file)]
            problems += ["gone: %s" % file for file in older if file not in found]
        return problems


def is_record(file):
    """What a batch writes about itself, also when it fails."""
    return os.path.basename(file) == ".animconv-batch.jsonl"


def differs(found, expected, kind):
    names = [name for name in sorted(found.keys() | expected.keys()) if not is_record(name)
             and found.get(name) != expected.get(name)]
    return "not what a whole run writes: %s" % names if names else None


def files(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found
