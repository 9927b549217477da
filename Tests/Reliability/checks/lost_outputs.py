"""R9, R16: results for standard output that are lost end with 74, and what was converted stays."""
import os

import inputs
import process
import rules

DEVICE = "/dev/full"


def check(tally, binary, options):
    with rules.scratch() as folder:
        path = inputs.small(folder)
        made = os.path.join(folder, "made")
        commands = {
            "a report": [path, os.path.join(folder, "out.mp4"), "--json"],
            "a plan": [path, os.path.join(folder, "no.mp4"), "--dry-run", "--json"],
            "a plan for people": [path, os.path.join(folder, "no.mp4"), "--dry-run"],
            "an inspection": ["inspect", path, "--json"],
            "an inspection for people": ["inspect", path],
            "presets": ["presets", "--json"],
            "a preset": ["presets", "web-hero"],
            "help": ["--help"],
            "the version": ["--version"],
            "the doctor": ["doctor", "--json"],
            "records of a batch": ["batch", path, "--out", made, "--container", "mp4", "--json"],
            "the list of a batch": ["batch", path, "--out", made, "--container", "mp4", "--list"],
        }
        for case, arguments in commands.items():
            with open(DEVICE, "wb") as full:
                ended = process.run([binary, *arguments, *quiet(case)], timeout=60, stdout=full)
            tally.check(case, [
                rules.clean_ending(ended, {rules.INPUT_OUTPUT}),
                None if "standard output" in ended.message
                and "No space left on device" in ended.message
                else "says: " + ended.message[:300]])
            closed = process.run(["sh", "-c", '"$0" "$@" >&-', binary, *arguments, *quiet(case),
                                  *(["-y"] if case == "a report" else [])], timeout=60)
            if case != "records of a batch":    # nothing is converted again
                tally.check(case + ", closed", rules.clean_ending(closed, {rules.INPUT_OUTPUT}))
        tally.check("the outputs", [rules.plays(os.path.join(folder, "out.mp4")),
                                    rules.plays(os.path.join(made, "in.mp4"))])


def quiet(case):
    return ["-q"] if "report" in case or "records" in case else []
