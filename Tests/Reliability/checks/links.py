"""R9, R10: outputs appear, and are right, on file systems that have no links."""
import contextlib
import errno
import os
import subprocess
import sys
import time

import faults
import inputs
import process
import rules

MOUNTS = True    # the check mounts file systems of its own

CODES = [errno.EIO, errno.ENOENT, errno.EPERM, errno.ENOSYS, errno.EXDEV, errno.EINVAL,
         errno.EACCES, errno.EOPNOTSUPP]
# What is asked for, and the files that it is.
OUTPUTS = {
    "mp4": (["out.mp4"], ["out.mp4"]),
    "sheet": (["out.png"], ["out.png", "out.json"]),
    "pair": (["out.mp4", "--alpha-pair", "--schedule", "fps=25"],
             ["out_rgb.mp4", "out_alpha.mp4"]),
    "frames": (["out/"], ["out"]),
}


def check(tally, binary, options):
    with rules.scratch() as folder:
        made = faults.library(folder)
        path = inputs.write(os.path.join(folder, "in.gif"), inputs.gif.moving(
            48, 32, 6, (5, 3, 12), True))
        expected = whole(binary, path, os.path.join(folder, "whole"))
        for code in CODES:
            name = errno.errorcode[code]
            for kind, (arguments, _) in OUTPUTS.items():
                place = os.path.join(folder, "%s-%s" % (name, kind))
                os.mkdir(place)
                tally.check("link fails with %s, to %s" % (name, kind), outputs(
                    lambda more: faults.command(made, "link:%d" % code, [
                        binary, path, *arguments, *more], faults.NO_FLAGS), place,
                    expected[kind]))
            with mounted(folder, code) as (mount, problem):
                tally.check("FUSE without links (%s)" % name, problem or [
                    text for kind, (arguments, _) in OUTPUTS.items()
                    for text in outputs(lambda more: [binary, path, *arguments, *more],
                                        mount, expected[kind])])
                if not problem and code == errno.EIO:
                    tally.check("a batch on FUSE without links", batch(binary, path, mount))


def whole(binary, path, folder):
    """What the outputs are elsewhere."""
    os.mkdir(folder)
    expected = {}
    for kind, (arguments, names) in OUTPUTS.items():
        process.run([binary, path, *arguments], cwd=folder, timeout=60)
        found = {name[len(folder):]: digest for name, digest in rules.snapshot(folder).items()}
        expected[kind] = {name: digest for name, digest in found.items()
                          if name.split("/")[1] in names}
    return expected


def outputs(command, folder, expected):
    """New, refused without -y, and replaced with it."""
    problems = []
    for more, codes in (([], {0}), ([], {rules.CANNOT_CREATE}), (["-y"], {0})):
        ended = process.run(command(more), cwd=folder, timeout=120)
        problems.append(rules.clean_ending(ended, codes))
    found = {name[len(folder):]: digest for name, digest in rules.snapshot(folder).items()}
    kept = {name: digest for name, digest in found.items()
            if name.split("/")[1] in {path.split("/")[1] for path in expected}}
    if kept != expected:
        problems.append("differs: %s" % sorted(set(kept.items()) ^ set(expected.items()))[:4])
    return problems + ["left behind: " + name for name in found if "/.animconv-" in name]


def batch(binary, path, mount):
    arguments = [binary, "batch", path, "--out", os.path.join(mount, "made"), "--container", "mp4"]
    first = process.run(arguments, timeout=60)
    again = process.run(arguments, timeout=60)
    return [rules.clean_ending(first, {0}), rules.clean_ending(again, {0}),
            None if b"1 unchanged" in again.err else "not recorded: " + again.message]


@contextlib.contextmanager
def mounted(folder, code):
    """(the mount, why there is none)"""
    behind = os.path.join(folder, "behind-%d" % code)
    mount = os.path.join(folder, "mount-%d" % code)
    os.mkdir(behind)
    os.mkdir(mount)
    script = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                          "without_links.py")
    server = subprocess.Popen([python(), script, behind, mount, str(code)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    for _ in range(200):
        if os.path.ismount(mount) or server.poll() is not None:
            break
        time.sleep(0.05)
    is_mounted = os.path.ismount(mount)
    try:
        yield mount, None if is_mounted else "no FUSE here: install fuse3 and python3-fusepy"
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", mount], check=True)
        else:
            server.kill()
        server.wait()
        server.stderr.close()


def python():
    """An interpreter that has fusepy: Debian's package is for Debian's own."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        for module in ("fusepy", "fuse"):
            found = subprocess.run([candidate, "-c", "import " + module], capture_output=True)
            if not found.returncode:
                return candidate
    return sys.executable
