"""R7, R9: the several files of one output are all old or all new, after a call that fails and after
a kill between any two calls; the next run puts right what a kill left."""
import errno
import os
import signal
import subprocess

import faults
import inputs
import process
import rules

# What is asked for, and the files that it is.
OUTPUTS = {"sheet": (["out.png"], ["out.png", "out.json"]),
           "pair": (["out.mp4", "--alpha-pair", "--schedule", "fps=25"],
                    ["out_rgb.mp4", "out_alpha.mp4"])}
OTHER = ["--speed", "2", "--scale", "24x"]   # the older outputs differ in every file
MOST_CALLS = 60


def check(tally, binary, options):
    with rules.scratch() as folder:
        made = faults.library(folder)
        path = inputs.write(os.path.join(folder, "in.gif"), inputs.gif.moving(
            48, 32, 6, (5, 3, 12), True))
        for kind, (arguments, names) in OUTPUTS.items():
            sets = Sets(binary, path, arguments, names, folder)
            for file in range(len(names)):
                tally.check("%s: file %d cannot be replaced" % (kind, file),
                            immutable(sets, file))
            for has_older in (True, False):
                for variables in ((), (faults.NO_FLAGS,)):
                    case = "%s%s%s" % (kind, " over older files" * has_older,
                                       " without flags" * len(variables))
                    failing(tally, case, sets, made, has_older, variables)
                    killed(tally, case, sets, made, has_older, variables)
            killed(tally, kind + " without links", sets, made, True,
                   (faults.NO_FLAGS, "ANIMCONV_NO_LINKS=1"))


class Sets:
    """The files of one output, old and new."""

    def __init__(self, binary, path, arguments, names, folder):
        self.command = [binary, path, *arguments]
        self.names = names
        self.old = self.make(os.path.join(folder, "old-" + names[0]), OTHER)
        self.new = self.make(os.path.join(folder, "new-" + names[0]), [])
        assert not set(self.old.values()) & set(self.new.values())

    def make(self, folder, more):
        os.mkdir(folder)
        process.run([*self.command, *more], cwd=folder, timeout=60)
        contents = {}
        for name in self.names:
            with open(os.path.join(folder, name), "rb") as file:
                contents[name] = file.read()
        return contents

    def place(self, folder, has_older):
        for name, data in self.old.items() if has_older else []:
            inputs.write(os.path.join(folder, name), data)

    def found(self, folder):
        """"old", "new", "none", or what is mixed."""
        found = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
        for title, contents in (("old", self.old), ("new", self.new), ("none", {})):
            if found == contents:
                return title
        return "mixed: " + ", ".join(
            "%s %s" % (name, "old" if data == self.old.get(name) else "new"
                       if data == self.new.get(name) else "other")
            for name, data in sorted(found.items()))


def immutable(sets, file):
    """A file that nobody may rename or replace: the message names it, and all is as it was."""
    with rules.scratch() as folder:
        sets.place(folder, True)
        held = os.path.join(folder, sets.names[file])
        if subprocess.run(["chattr", "+i", held], capture_output=True).returncode:
            # No such flag on this file system: a mount point cannot be renamed or replaced either.
            subprocess.run(["mount", "--bind", held, held], check=True)
            release = ["umount", held]
        else:
            release = ["chattr", "-i", held]
        try:
            ended = process.run([*sets.command, "-y"], cwd=folder, timeout=60)
        finally:
            subprocess.run(release, check=True)
        return [rules.clean_ending(ended, {rules.CANNOT_CREATE}),
                *rules.error_text(ended, sets.names[file]),
                wrong(sets.found(folder), {"old"})]


MOUNTS = True    # the check mounts a file onto itself where there is no chattr


def failing(tally, case, sets, made, has_older, variables):
    """Each call of a kind that the last step makes fails once."""
    before = "old" if has_older else "none"
    for call in ("rename", "link", "renameat2", "fsync"):
        for number in range(1, MOST_CALLS):
            with rules.scratch() as folder:
                sets.place(folder, has_older)
                fault = "%s:%d:%d" % (call, errno.EIO, number)
                ended = process.run(faults.command(
                    made, fault, [*sets.command, "-y"], *variables), cwd=folder, timeout=60)
                wanted = {"new"} if ended.code == 0 else {before}
                tally.check("%s, %s %d fails" % (case, call, number), [
                    rules.clean_ending(ended, {0, rules.CANNOT_CREATE, rules.INPUT_OUTPUT}),
                    wrong(sets.found(folder), wanted)])
                # A call that was not made cannot fail; flushes of folders may.
                if ended.code == 0 and call != "fsync" or number > 8:
                    break


def killed(tally, case, sets, made, has_older, variables):
    """SIGKILL before each call; then a run that does nothing but look."""
    before = "old" if has_older else "none"
    for number in range(1, MOST_CALLS):
        with rules.scratch() as folder:
            sets.place(folder, has_older)
            ended = process.run(faults.command(
                made, "any:kill:%d" % number, [*sets.command, "-y"], *variables), cwd=folder,
                timeout=60)
            if ended.code == 0:
                break
            again = process.run([*sets.command, "-n"], cwd=folder, timeout=60)
            # Without an output there, -n converts.
            wanted = {before, "new"} if has_older else {"new"}
            tally.check("%s, killed before call %d" % (case, number), [
                None if ended.code == -signal.SIGKILL else "exit %d" % ended.code,
                rules.clean_ending(again, {0}), wrong(sets.found(folder), wanted)])
    tally.figure(case + ", calls", number - 1)


def wrong(found, wanted):
    return None if found in wanted else "the files are " + found
