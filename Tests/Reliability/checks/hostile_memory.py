"""R3: files that ask for enormous memory meet a refusal with a remedy, or a right result, in 1 GiB."""
import os
import re
import resource

import hostile
import process
import rules

LIMIT = 1 << 30
TIME = 30
# Each file meets two of them; what differs is who has to hold the pictures.
OUTPUTS = ["out.mp4", "out.gif", "out.apng", "out.webp", "out.avif", "out.jxl", "out.tiff",
           "frames/", "out.zip", "sheet.png", "out.jpeg", "out.webm", "out.y4m"]
CODES = {0, rules.USAGE, rules.DAMAGED, rules.MISSING, rules.LACKING}
# A refusal for sizes names what raises the limit or shrinks the picture; limits on the shape of a
# description have nothing that raises them. Anything else says what is wrong with the file.
SIZE = re.compile(r"MiB (of memory|are allowed)|over the limit")
FIXED = re.compile(r"depth of the description|of \S+ in bytes is|size of")
OFFER = re.compile(r"--[a-z]")


def check(tally, binary, options):
    for index, name in enumerate(hostile.FILES):
        if options.only and options.only not in name:
            continue
        with rules.scratch() as made:
            path = hostile.make(name, made)
            for step in (0, 6):
                output = OUTPUTS[(index + step) % len(OUTPUTS)]
                tally.check("%s to %s" % (name, output),
                            convert(tally, binary, path, output, options))


def convert(tally, binary, path, output, options):
    with rules.scratch() as folder:
        given = os.path.join(folder, output)
        # The address space is what runs out before a machine's memory does.
        limits = [] if options.no_memory_limits else [(resource.RLIMIT_AS, LIMIT)]
        ended = process.run([binary, path, given], timeout=TIME * options.patience, cwd=folder,
                            limits=limits)
        tally.largest("slowest s", round(ended.wall, 2))
        tally.largest("peak MiB", ended.peak >> 20)
        problems = [rules.clean_ending(ended, CODES)]
        if ended.code == 0:
            tally.figure("converted", tally.figures.get("converted", 0) + 1)
            if not os.listdir(folder):
                problems.append("exit 0 without an output")
        else:
            problems += [*rules.error_text(ended, path), *rules.changes(folder, {})]
            if (SIZE.search(ended.message) and not FIXED.search(ended.message)
                    and not OFFER.search(ended.message)):
                problems.append("no remedy: " + ended.message)
        return problems
