"""What must hold whenever animconv ends: exit codes, its one line of error text, clean folders."""
import hashlib
import os
import re
import tempfile

import video

USAGE, DAMAGED, MISSING, LACKING, OUR_FAULT, CANNOT_CREATE, INPUT_OUTPUT = (
    64, 65, 66, 69, 70, 73, 74)
MIB = 1 << 20


def clean_ending(ended, codes):
    """Ended by itself, in time, with one of the codes."""
    if ended.timed_out:
        return "no end after %.1f s" % ended.wall
    if ended.code < 0:
        return "died by signal %d: %s" % (-ended.code, ended.message[:300])
    if ended.code not in codes:
        return "exit %d instead of %s: %s" % (
            ended.code, " or ".join(map(str, sorted(codes))), ended.message[:300])
    return None


def error_text(ended, path):
    """One line on stderr that names the file, nothing on stdout, nothing a terminal would obey."""
    problems = []
    if ended.out:
        problems.append("%d bytes on stdout" % len(ended.out))
    lines = ended.err.split(b"\n")
    if len(lines) != 2 or lines[1] or not lines[0]:
        problems.append("not one line on stderr: %r" % ended.err[:300])
    if path is not None and printable_name(path) not in ended.message:
        problems.append("the message does not name %r: %s" % (path, ended.message[:300]))
    twice = said_twice(ended.message)
    if twice:
        problems.append("says %r twice: %s" % (twice, ended.message[:300]))
    if any(byte < 32 for line in lines for byte in line):
        problems.append("control characters on stderr: %r" % ended.err[:300])
    return problems


def said_twice(message):
    """What an error says again: the frame's number, its file, its stage, or a part of itself."""
    parts = message.split(": ")
    for part, following in zip(parts, parts[1:]):
        if following == part or following.startswith((part + " ", '"%s"' % part)):
            return part
        if os.path.basename(part) and following.startswith('"%s"' % os.path.basename(part)):
            return os.path.basename(part)
    again = re.search(r"(frame \d+)\b(?=.*\b\1\b)", message)
    return again.group(1) if again else None


def printable_name(path):
    """The part of a file's name that any quoting leaves as it is: its longest plain run."""
    runs, run = [], ""
    for character in os.fsdecode(os.path.basename(path)):
        plain = character.isascii() and character.isprintable() and character not in "\\\"'"
        run = run + character if plain else ""
        runs.append(run)
    return max(runs, key=len, default="")


def refused(ended, path, codes, folder, before):
    """All that an error has to keep: code, text, and a folder as it was."""
    return [clean_ending(ended, codes), *error_text(ended, path), *changes(folder, before)]


def snapshot(folder):
    """Every name below a folder with what it is: a digest, a link's target, or its kind."""
    found = {}
    for root, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(root, name)
            if os.path.islink(path):
                found[path] = "link to " + os.readlink(path)
            elif os.path.isfile(path):
                found[path] = digest(path)
            else:
                found[path] = "kind %o" % (os.lstat(path).st_mode & 0o170000)
    return found


def changes(folder, before, allowed=()):
    """What is different below a folder, apart from the paths that may be."""
    after = snapshot(folder)
    return (["left behind: " + _name(path) for path in after.keys() - before.keys()
             if path not in allowed]
            + ["gone: " + _name(path) for path in before.keys() - after.keys()]
            + ["changed: " + _name(path) for path in before.keys() & after.keys()
               if before[path] != after[path] and path not in allowed])


def plays(path):
    """An output that was reported as written can be read to its end."""
    if not os.path.isfile(path):
        return "exit 0 without an output"
    frames = video.decoded_frames(path)
    return None if frames else "exit 0 with an unreadable output"


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def scratch():
    """A folder that goes when its `with` ends."""
    return tempfile.TemporaryDirectory(prefix="animconv-reliability-")


def _name(path):
    return repr(os.path.basename(path))
