"""R16: each kind of mistake has its exit code, one line on stderr and nothing on stdout."""
import os

import inputs
import process
import rules


def check(tally, binary, options):
    with rules.scratch() as folder:
        path = inputs.small(folder)
        empty = inputs.write(os.path.join(folder, "empty.gif"), b"")
        text = inputs.write(os.path.join(folder, "text.gif"), b"this is not a picture\n" * 9)
        missing = os.path.join(folder, "missing.gif")
        output = os.path.join(folder, "out.mp4")
        broken = inputs.write(os.path.join(folder, "cut.gif"), open(path, "rb").read()[:-700])
        cases = [
            ("no arguments of any use", ["--no-such-option"], {rules.USAGE}, None),
            ("an input alone", [path], {rules.USAGE}, None),
            ("three files", [path, output, output], {rules.USAGE}, None),
            ("an unknown output kind", [path, os.path.join(folder, "o.xyz")], {rules.USAGE}, None),
            ("no extension at all", [path, os.path.join(folder, "o")], {rules.USAGE}, None),
            ("an unknown policy", [path, output, "--delays", "nonsense"], {rules.USAGE}, None),
            ("an unknown schedule", [path, output, "--schedule", "slot"], {rules.USAGE}, None),
            ("a rate of nothing", [path, output, "--schedule", "fps=0"], {rules.USAGE}, None),
            ("a rate over nothing", [path, output, "--schedule", "fps=1/0"], {rules.USAGE}, None),
            ("an unknown codec", [path, output, "--codec", "nope"], {rules.USAGE, 69}, None),
            ("a codec the container cannot hold", [path, output, "--codec", "vp8"],
             {rules.USAGE}, None),
            ("a scale of nothing", [path, output, "--scale", "0"], {rules.USAGE}, None),
            ("a scale beyond reason", [path, output, "--scale", "99999999x2"],
             {rules.USAGE, rules.DAMAGED}, None),
            ("a speed of nothing", [path, output, "--speed", "0"], {rules.USAGE}, None),
            ("a crop outside", [path, output, "--crop", "9x9+999+999"], {rules.USAGE}, None),
            ("a range outside", [path, output, "--range", "100-200"], {rules.USAGE}, None),
            ("a negative crf", [path, output, "--crf=-5"], {rules.USAGE}, None),
            ("an encoder preset that is none", [path, output, "--encoder-preset", "warp"],
             {rules.USAGE}, None),
            ("overwrite and skip at once", [path, output, "-y", "-n"], {rules.USAGE}, None),
            ("an input that is not there", [missing, output], {rules.MISSING}, missing),
            ("inspecting what is not there", ["inspect", missing], {rules.MISSING}, missing),
            ("an empty file", [empty, output], {rules.DAMAGED}, empty),
            ("a text file", [text, output], {rules.DAMAGED}, text),
            ("a folder as input", [folder, output], {rules.DAMAGED, rules.MISSING}, folder),
            ("damage with --strict", [broken, output, "--strict"], {rules.DAMAGED}, broken),
            ("an output folder that is not there", [path, os.path.join(folder, "no", "o.mp4")],
             {rules.CANNOT_CREATE}, "o.mp4"),
            ("a mistyped subcommand", ["inspekt", path], {rules.USAGE, rules.MISSING}, None),
            ("too many slots", [path, output, "--schedule", "slots", "--max-slots", "2"],
             {rules.USAGE, rules.DAMAGED}, path),
        ]
        before = rules.snapshot(folder)
        for case, arguments, codes, names in cases:
            ended = process.run([binary, *arguments], timeout=20)
            tally.check(case, rules.refused(ended, names, codes, folder, before))
        for case, arguments in (("--help", ["--help"]), ("--version", ["--version"]),
                                ("doctor", ["doctor"]), ("inspect", ["inspect", path]),
                                ("a dry run", [path, output, "--dry-run"])):
            ended = process.run([binary, *arguments], timeout=20)
            tally.check(case, [rules.clean_ending(ended, {0}),
                               None if ended.out else "nothing on stdout",
                               *rules.changes(folder, before)])
        standard_streams(tally, binary, folder, path)


def standard_streams(tally, binary, folder, path):
    """`-` reads standard input and writes standard output; the bytes are those of a file."""
    output = os.path.join(folder, "file.mp4")
    whole = process.run([binary, path, output, "-q"], timeout=20)
    tally.check("quiet means quiet", [rules.clean_ending(whole, {0}),
                                      "said: " + whole.message if whole.err else None])
    before = rules.snapshot(folder)
    for kind in ("mp4", "webm"):
        with open(path, "rb") as stdin:
            ended = process.run([binary, "-", "-", "--container", kind], stdin=stdin, timeout=20)
        problems = [rules.clean_ending(ended, {0}), *rules.changes(folder, before)]
        copy = inputs.write(os.path.join(folder, "piped." + kind), ended.out)
        tally.check("- to - as " + kind, problems + [rules.plays(copy)])
        os.unlink(copy)
    with open(os.devnull) as stdin:
        ended = process.run([binary, "-", output, "-y"], stdin=stdin, timeout=20)
    tally.check("nothing on standard input",
                rules.refused(ended, None, {rules.DAMAGED}, folder, before))
