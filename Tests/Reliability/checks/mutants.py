"""R1: fresh damaged copies of the corpus's files, --mutants of them from --seed."""
import os

import inputs
import rules
from checks import bad_inputs

# By turns: what a damaged file goes through.
WAYS = [("mp4", ()), ("webm", ()), ("mp4", ("--schedule", "fps=10")),
        ("mp4", ("--scale", "2", "--filter", "nearest")), ("mp4", ("--strict",))]


def check(tally, binary, options):
    with rules.scratch() as folder:
        for i, path in enumerate(inputs.mutants(folder, options.seed, options.mutants)):
            kind, extra = WAYS[i % len(WAYS)]
            case = " ".join([os.path.basename(path), "to", kind, *extra])
            tally.check(case, bad_inputs.convert(tally, binary, path, kind, options, extra))
            if i % 10 == 0:
                tally.check("inspect " + os.path.basename(path), bad_inputs.inspect(binary, path))
