"""R4: each limit lets exactly its number pass and refuses one more."""
import os

import gif
import inputs
import process
import rules


def check(tally, binary, options):
    with rules.scratch() as folder:
        path = inputs.write(os.path.join(folder, "in.gif"), gif.moving(40, 30, 7))
        output = os.path.join(folder, "out.mp4")
        for option, exact in (("--max-pixels", 40 * 30), ("--max-side", 40), ("--max-frames", 7),
                              ("--max-total-pixels", 40 * 30 * 7)):
            ended = process.run([binary, path, output, "-y", option, str(exact)], timeout=20)
            tally.check("%s %d passes" % (option, exact),
                        [rules.clean_ending(ended, {0}), rules.plays(output)])
            os.unlink(output) if os.path.exists(output) else None
            before = rules.snapshot(folder)
            ended = process.run([binary, path, output, option, str(exact - 1)], timeout=20)
            tally.check("%s %d refuses" % (option, exact - 1),
                        rules.refused(ended, path, {rules.DAMAGED}, folder, before))
        for option in ("--max-pixels", "--max-frames", "--max-total-pixels"):
            for value in ("0", "-1", "x", "99999999999999999999"):
                ended = process.run([binary, path, output, option + "=" + value], timeout=20)
                tally.check("%s=%s" % (option, value),
                            rules.refused(ended, None, {rules.USAGE}, folder, before))
        nine_hours(tally, binary, folder)


def nine_hours(tally, binary, folder):
    """50 frames of 655.35 s: 50 frames of video, or a refusal of a million constant-rate ones."""
    path = inputs.write(os.path.join(folder, "long.gif"), gif.moving(8, 8, 50, (65535,)))
    output = os.path.join(folder, "long.mp4")
    before = rules.snapshot(folder)
    ended = process.run([binary, path, output, "--schedule", "fps=60"], timeout=20)
    tally.check("nine hours at 60 fps",
                rules.refused(ended, path, {rules.USAGE, rules.DAMAGED}, folder, before))
    ended = process.run([binary, path, output], timeout=20)
    tally.check("nine hours with variable times",
                [rules.clean_ending(ended, {0}), rules.plays(output)])
