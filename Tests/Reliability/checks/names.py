"""R13: odd file names as inputs and outputs, plain and after `--`; messages stay one line."""
import json
import os

import inputs
import process
import rules

NAMES = [b"-y.gif", b"--strict.gif", b"*.gif", b"?[a].gif", b"percent%d.gif", b"f%05d.gif",
         b"quo\"te's.gif", b"sp ace.gif", b" lead.gif", b"new\nline.gif", b"bell\x07\x1b[31m.gif",
         b"caf\xe9.gif", b"\xff\xfe.gif", "žluťoučký-动画.gif".encode(), b"concat:x.gif",
         b"pipe:1.gif", b"file:x.gif", b"http:x.gif", b"C:\\x.gif", b"~.gif", b"$HOME.gif",
         b"a;b&c|d.gif", b"x" * 251 + b".gif", b"x" * 255, b"no-extension", b"UPPER.GIF", b"..gif"]


def check(tally, binary, options):
    for name in NAMES:
        with rules.scratch() as folder:
            folder = os.fsencode(folder)
            whole = inputs.write(os.path.join(folder, name), gif_bytes(folder))
            says = repr(name)[1:]
            tally.check("from " + says, convert(binary, folder, [whole, b"out.mp4"], b"out.mp4"))
            tally.check("from %s after --" % says,
                        convert(binary, folder, [b"-y", b"--", name, b"out.mp4"], b"out.mp4"))
            if len(name) < 250:
                target = name + b".mp4"
                tally.check("to " + says,
                            convert(binary, folder, [b"-y", b"--", name, target], target))
                tally.check("to %s as WebM" % says, convert(
                    binary, folder, [b"-y", b"--", name, name + b".webm"], name + b".webm"))
            tally.check("inspect " + says, inspect(binary, folder, name))
            inputs.write(whole, b"not a picture at all")
            before = rules.snapshot(os.fsdecode(folder))
            ended = process.run([binary, b"--", name, b"bad.mp4"], timeout=20, cwd=folder)
            tally.check("an error about " + says, rules.refused(
                ended, os.fsdecode(name), {rules.DAMAGED}, os.fsdecode(folder), before))
    bare_option(tally, binary)


def gif_bytes(folder):
    path = inputs.small(os.fsdecode(folder), "made")
    with open(path, "rb") as file:
        data = file.read()
    os.unlink(path)
    return data


def convert(binary, folder, arguments, output):
    before = rules.snapshot(os.fsdecode(folder))
    ended = process.run([binary, *arguments], timeout=20, cwd=folder)
    path = os.fsdecode(os.path.join(folder, output))
    return [rules.clean_ending(ended, {0}), rules.plays(path),
            *rules.changes(os.fsdecode(folder), before, {path})]


def inspect(binary, folder, name):
    ended = process.run([binary, "inspect", "--json", "--", name], timeout=20, cwd=folder)
    problems = [rules.clean_ending(ended, {0})]
    try:
        json.loads(ended.out)
    except ValueError as error:
        problems.append("not JSON: %s" % error)
    return problems


def bare_option(tally, binary):
    """Without `--` a name that looks like an option is one: a usage error, never a conversion."""
    with rules.scratch() as folder:
        inputs.write(os.path.join(folder, "-z.gif"), gif_bytes(folder))
        before = rules.snapshot(folder)
        ended = process.run([binary, "-z.gif", "out.mp4"], timeout=20, cwd=folder)
        tally.check("-z.gif without --", rules.refused(ended, None, {rules.USAGE}, folder, before))
        ended = process.run([binary, "./-z.gif", "out.mp4"], timeout=20, cwd=folder)
        tally.check("./-z.gif", [rules.clean_ending(ended, {0})])
