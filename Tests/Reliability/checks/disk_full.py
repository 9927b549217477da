"""R9: a full disk, a file size limit and /dev/full end with 74 and leave nothing."""
import os
import resource

import inputs
import namespace
import process
import rules

MOUNTS = True    # the check mounts file systems of its own

PAGE = 4096
LARGE = ["--crf", "1"]      # some hundred kB, so that thirty sizes of a disk differ
SIZES = 30
SPLIT = ["--schedule", "fps=25"]
# What it is called, what it ends with, what is asked for, and the files that it is.
KINDS = {"mp4": ("mp4", LARGE, ["out.mp4"]), "webm": ("webm", LARGE, ["out.webm"]),
         "mix": ("mp4", [*LARGE, "--alpha-mix", *SPLIT], ["out.mp4"]),
         "pair": ("mp4", [*LARGE, "--alpha-pair", *SPLIT], ["out_rgb.mp4", "out_alpha.mp4"]),
         "gif": ("gif", ["--quality", "100"], ["out.gif"]), "apng": ("apng", [], ["out.apng"]),
         "webp": ("webp", ["--webp", "lossy", "--quality", "100"], ["out.webp"]),
         "avif": ("avif", ["--quality", "100"], ["out.avif"])}


def check(tally, binary, options):
    with rules.scratch() as source:
        for kind, (ending, flags, files) in KINDS.items():
            path = inputs.slow(source, transparent=kind in ("mix", "pair"))
            with rules.scratch() as folder:
                command = [binary, path, "out." + ending, *flags]
                ended = process.run(command, timeout=60, cwd=folder)
                if ended.code:
                    tally.check("a whole run to " + kind, rules.clean_ending(ended, {0}))
                    continue
                sizes = [os.path.getsize(os.path.join(folder, name)) for name in files]
            size = sum(sizes)
            tally.figure(kind + " bytes", size)
            for room in rooms(size):
                tally.check("%s of %d bytes on a disk of %d" % (kind, size, room),
                            full_disk(command, files, room, room % 3 == 0))
            for limit in (1, PAGE, max(sizes) // 2, max(sizes) - 1):
                tally.check("%s under a file size limit of %d" % (kind, limit),
                            size_limit(command, limit))
            if len(files) == 1:
                tally.check(kind + " to /dev/full", dev_full(binary, path, ending, flags))
        spooling(tally, binary, inputs.slow(source))


def rooms(size):
    """Sizes of small disks, in whole pages, from 64 KiB to a byte under the output's size."""
    last = max((size - 1) // PAGE, 2)
    first = min(16, last // 2)
    return sorted({(first + (last - first) * i // (SIZES - 1)) * PAGE for i in range(SIZES)})


def full_disk(command, files, room, has_older):
    with rules.scratch() as folder, namespace.file_system(folder + "/disk", room) as disk:
        for name in files if has_older else []:
            inputs.write(os.path.join(disk, name), b"an older output")
        before = rules.snapshot(disk)
        ended = process.run([*command, *(["-y"] if has_older else [])], timeout=60, cwd=disk)
        return [*rules.refused(ended, command[2], {rules.INPUT_OUTPUT}, disk, before),
                says(ended, "No space left on device")]


def size_limit(command, limit):
    with rules.scratch() as folder:
        ended = process.run(command, timeout=60, cwd=folder,
                            limits=[(resource.RLIMIT_FSIZE, limit)])
        # The limit holds for standard error too: under a page its text may be cut.
        text = [] if limit < PAGE else [*rules.error_text(ended, command[2]),
                                        says(ended, "File too large")]
        return [rules.clean_ending(ended, {rules.INPUT_OUTPUT}), *text, *rules.changes(folder, {})]


def dev_full(binary, path, ending, flags):
    """The device as standard output; as a named output it is in `locations`."""
    with rules.scratch() as folder, open("/dev/full", "wb") as full:
        ended = process.run([binary, path, "-", "--container", ending, *flags], timeout=60,
                            cwd=folder, stdout=full)
        return [*rules.refused(ended, None, {rules.INPUT_OUTPUT}, folder, {}),
                says(ended, "No space left on device")]


def spooling(tally, binary, path):
    """Input from a pipe is spooled to $TMPDIR: a full one is an I/O error as well."""
    with rules.scratch() as folder, namespace.file_system(folder + "/tmp", 16 * PAGE) as small:
        output = os.path.join(folder, "out.mp4")
        before = rules.snapshot(folder)
        command = ["env", "TMPDIR=" + small, binary, "-", output]
        reading, writing = os.pipe()
        feeder = process.Running(["cat", path], stdout=writing)
        os.close(writing)
        ended = process.run(command, stdin=reading, timeout=60)
        os.close(reading)
        feeder.wait(10)
        tally.check("no room to spool a pipe",
                    rules.refused(ended, None, {rules.INPUT_OUTPUT}, folder, before)
                    if ended.code else [rules.plays(output)])


def says(ended, text):
    return None if text in ended.message else "does not say %r: %s" % (text, ended.message[:300])
