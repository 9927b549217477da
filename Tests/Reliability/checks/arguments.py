"""R16: extreme values of every option are refused or obeyed, never a trap or an endless run."""
import os

import inputs
import process
import rules

VALUES = ["", "0", "-0", "-1", "1", "9223372036854775807", "-9223372036854775808",
          "9223372036854775808", "99999999999999999999999", "1e308", "1e-308", "0.000000001", "nan",
          "inf", "x", "1/0", "0/1", "1/9223372036854775807", "9223372036854775807/1", "1.5", "½",
          "٣", "1:1", "0:0", "9223372036854775807:1", "1,5", "--", " 1", "1 ", "\t"]
OPTIONS = ["--delays", "--zero-delay", "--range", "--every", "--speed", "--hold-last", "--loops",
           "--min-duration", "--schedule", "--slot-tolerance", "--max-fps", "--max-slots",
           "--max-output-frames", "--scale", "--filter", "--fit", "--crop", "--alpha", "--matte",
           "--codec", "--crf", "--encoder-preset", "--bframes", "--bitrate", "--chroma", "--threads",
           "--segments",
           "--container", "--progress", "--timeout", "--stall-timeout", "--max-pixels",
           "--max-side", "--max-frames", "--max-total-pixels", "--max-metadata-chunk",
           "--max-metadata", "--max-spooled-bytes"]
SHAPED = {
    "--schedule": ["fps=%s" % value for value in VALUES],
    "--range": ["0..<0", "5..<2", "0...9223372036854775807", "9223372036854775807...",
                "9223372036854775807...9223372036854775807", "-1...2", "1s..0s", "1e300s..",
                "0s..9223372036854775807s", "..", "...", "..<", "0.1s..0.1s"],
    "--scale": ["9223372036854775807x9223372036854775807", "65535x65535", "1x1", "0x0", "-1x-1",
                "x", "1x", "x1", "100000x", "9223372036854775807x", "1/9223372036854775807"],
    "--crop": ["0x0+0+0", "1x1+0+0", "9223372036854775807x1+1+0", "1x1+9223372036854775807+0",
               "48x32+1+1", "-1x-1+0+0", "1x1-1-1", "1x1"],
    "--matte": ["#", "#12", "#12345", "#gggggg", "#fff", "#ffffffff", "nocolour"],
    "--bitrate": ["0k", "9223372036854775807M", "1G", "1k", "-1k"],
}
REPEATED = [["--loops", "1000000000"], ["--min-duration", "1000000000"], ["--every", "1000000000"],
            ["--schedule", "slots", "--slot-tolerance", "9223372036854775807"],
            ["--schedule", "slots", "--max-fps", "1000000000", "--max-slots", "1000000000",
             "--speed", "1000003/1000000"],
            ["--reverse", "--bounce", "--every", "3", "--range", "1...4", "--hold-last", "1"]]


def check(tally, binary, options):
    with rules.scratch() as folder:
        path = inputs.small(folder)
        before = rules.snapshot(folder)
        for option in OPTIONS:
            for value in VALUES + SHAPED.get(option, []):
                tally.check("%s=%s" % (option, value),
                            survive(binary, folder, path, before, ["%s=%s" % (option, value)]))
        for flags in REPEATED:
            tally.check(" ".join(flags), survive(binary, folder, path, before, flags))


def survive(binary, folder, path, before, flags):
    """A refusal leaves nothing, a success a video; both within ten seconds."""
    output = os.path.join(folder, "out.mp4")
    ended = process.run([binary, path, output, "--encoder-preset=ultrafast", *flags], timeout=10)
    problem = rules.clean_ending(ended, {0, rules.USAGE, rules.DAMAGED, rules.INPUT_OUTPUT,
                                         rules.LACKING})
    if ended.code:
        return [problem, *rules.error_text(ended, None), *rules.changes(folder, before)]
    problems = [problem, rules.plays(output), *rules.changes(folder, before, {output})]
    if os.path.exists(output):
        os.unlink(output)
    return problems
