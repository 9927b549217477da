"""R1: every broken, hostile and mutated file of the corpus, as video and in `inspect`."""
import json
import os

import inputs
import process
import rules

# R2 and R3: seconds for a file under 1 MB, and bytes for any input under the default limits.
TIME, MEMORY = 10, 1 << 30


def check(tally, binary, options):
    for path in inputs.bad_files(options.only):
        name = os.path.relpath(path, os.path.dirname(os.path.dirname(path)))
        for kind in ("mp4", "webm"):
            tally.check("%s to %s" % (name, kind), convert(tally, binary, path, kind, options))
        tally.check("inspect " + name, inspect(binary, path))


def convert(tally, binary, path, kind, options, extra=(), file=None):
    """One conversion of a possibly bad input: best effort or a clean refusal.

    The input is the file itself, unless `path` is a pattern for it.
    """
    with rules.scratch() as folder:
        output = os.path.join(folder, "out." + kind)
        preset = ["--encoder-preset", "ultrafast"] if kind == "mp4" else []
        ended = process.run([binary, path, output, *preset, *extra],
                            timeout=TIME * options.patience, cwd=folder)
        tally.largest("slowest s", round(ended.wall, 2))
        tally.largest("peak MiB", ended.peak >> 20)
        codes = {0, rules.DAMAGED, *missing(file or path)}
        if "--scale" in extra:      # what was asked for may not fit what the damage made of it
            codes.add(rules.USAGE)
        problems = [rules.clean_ending(ended, codes)]
        if ended.peak > MEMORY and not options.no_memory_limits:
            problems.append("%d MiB resident" % (ended.peak >> 20))
        if ended.code == 0:
            problems += [rules.plays(output), *rules.changes(folder, {}, {output})]
            if ended.out:
                problems.append("%d bytes on stdout" % len(ended.out))
        else:
            problems += [*rules.error_text(ended, path), *rules.changes(folder, {})]
        return problems


def inspect(binary, path):
    """`inspect --json` tells what it can, as JSON, or refuses cleanly."""
    ended = process.run([binary, "inspect", path, "--json"], timeout=TIME)
    problems = [rules.clean_ending(ended, {0, rules.DAMAGED, *missing(path)})]
    if ended.code == 0:
        try:
            json.loads(ended.out)
        except ValueError as error:
            problems.append("not JSON: %s" % error)
    else:
        problems += rules.error_text(ended, path)
    return problems


def missing(path):
    """Descriptions and lists can name what is not there."""
    with open(path, "rb") as file:
        text = file.read(4096)
    return {rules.MISSING} if all(b >= 32 or b in b"\t\r\n" for b in text) else set()
