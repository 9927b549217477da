"""R10: odd places for an output; no input and nothing beside the output ever changes."""
import os
import stat

import inputs
import namespace
import process
import rules

MOUNTS = True    # the check mounts file systems of its own

REFUSED = {rules.CANNOT_CREATE}


class Place:
    """A fresh folder with an input, a bystander, an older output and a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.input = inputs.small(folder)
        self.old = inputs.write(self.path("old.mp4"), b"an older output")
        self.bystander = inputs.write(self.path("bystander"), b"nobody's business")
        os.mkdir(self.path("folder"))

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def link(self, name, target):
        os.symlink(target, self.path(name))
        return self.path(name)


def check(tally, binary, options):
    def refuse(case, prepare, *flags, codes=REFUSED):
        """`prepare` returns the output's path; the run must be refused and change nothing."""
        with rules.scratch() as folder:
            place = Place(folder)
            output = prepare(place)
            before = rules.snapshot(folder)
            ended = process.run([binary, place.input, output, *flags], timeout=20, cwd=folder)
            name = output if os.path.basename(output) else None
            tally.check(case, rules.refused(ended, name, codes, folder, before))

    def write(case, prepare, *flags):
        """The run must write the output and change nothing else."""
        with rules.scratch() as folder:
            place = Place(folder)
            output = prepare(place)
            path = os.path.join(folder, output)
            before = rules.snapshot(folder)
            ended = process.run([binary, place.input, output, *flags], timeout=20, cwd=folder)
            tally.check(case, [
                rules.clean_ending(ended, {0}), rules.plays(path),
                "the link is still there" if os.path.islink(path) else None,
                *rules.changes(folder, before, {path, os.path.realpath(path)})])

    refuse("a missing folder", lambda p: p.path("missing", "out.mp4"))
    refuse("a file as folder", lambda p: p.path("bystander", "out.mp4"))
    refuse("the input as folder", lambda p: p.input + "/out.mp4")
    refuse("a folder where the file goes", lambda p: p.path("folder"), "--container", "mp4")
    refuse("a folder, overwriting", lambda p: p.path("folder"), "--container", "mp4", "-y")
    refuse("a name ending in a slash", lambda p: p.path("new.mp4") + "/", codes={64, 73})
    refuse("an empty name", lambda p: "", codes={64, 73})
    refuse("a name that is too long", lambda p: p.path("x" * 252 + ".mp4"))
    refuse("a link to a file", lambda p: p.link("out.mp4", "bystander"))
    refuse("a dangling link", lambda p: p.link("out.mp4", "nowhere"))
    refuse("a link to a folder", lambda p: p.link("out.mp4", "folder"))
    refuse("a link to itself", lambda p: p.link("out.mp4", "out.mp4"))
    refuse("an older output", lambda p: p.old)
    for flags in ((), ("-y",)):
        said = " with -y" if flags else ""
        container = ("--container", "mp4", *flags)
        refuse("the input itself" + said, lambda p: p.input, *container)
        refuse("the input by another path" + said, lambda p: p.path("folder", "..", "in.gif"),
               *container)
        refuse("the input's name alone" + said, lambda p: "in.gif", *container)
        refuse("a hard link to the input" + said, hard_link, *container)
        refuse("a link to the input" + said, lambda p: p.link("out.mp4", "in.gif"), *container)
    write("a name of 255 bytes", lambda p: p.path("x" * 251 + ".mp4"))
    write("a relative name", lambda p: "out.mp4")
    write("a relative folder", lambda p: "./folder/../folder/out.mp4")
    write("through a link to a folder", lambda p: p.link("there", "folder") + "/out.mp4")
    write("a link to a file, overwriting", lambda p: p.link("out.mp4", "bystander"), "-y")
    write("a dangling link, overwriting", lambda p: p.link("out.mp4", "nowhere"), "-y")
    write("an older output, overwriting", lambda p: p.old, "-y")
    streams(tally, binary)
    skipping(tally, binary)
    keeping_the_mode(tally, binary)
    reading_through_a_link(tally, binary)
    read_only(tally, binary)


def hard_link(place):
    os.link(place.input, place.path("out.mp4"))
    return place.path("out.mp4")


def streams(tally, binary):
    """Pipes and devices are written to, never replaced, nor waited on for ever."""
    with rules.scratch() as folder:
        place = Place(folder)
        pipe = place.path("pipe.mp4")
        os.mkfifo(pipe)
        before = rules.snapshot(folder)
        ended = process.run([binary, place.input, pipe, "--stall-timeout", "2"], timeout=10)
        tally.check("a FIFO that nobody reads",
                    rules.refused(ended, None, {rules.INPUT_OUTPUT}, folder, before))
        reader = process.Running(["cat", pipe])
        ended = process.run([binary, place.input, pipe], timeout=20)
        copy = reader.wait(10).out
        tally.check("a FIFO that is read", [
            rules.clean_ending(ended, {0}), *rules.changes(folder, before)])
        inputs.write(place.path("copy.mp4"), copy)
        tally.check("what came through the FIFO", rules.plays(place.path("copy.mp4")))
    with rules.scratch() as folder:
        place = Place(folder)
        device = place.path("null.mp4")
        try:
            os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        except PermissionError:     # in a user namespace
            device = place.link("null.mp4", os.devnull)
        for flags in ((), ("-y",)):
            before = rules.snapshot(folder)
            ended = process.run([binary, place.input, device, *flags], timeout=20)
            tally.check(" ".join(["a device", *flags]), [
                rules.clean_ending(ended, {0}), *rules.changes(folder, before)])


def skipping(tally, binary):
    with rules.scratch() as folder:
        place = Place(folder)
        before = rules.snapshot(folder)
        ended = process.run([binary, place.input, place.old, "-n"], timeout=20)
        tally.check("an older output with -n",
                    [rules.clean_ending(ended, {0}), *rules.changes(folder, before)])


def keeping_the_mode(tally, binary):
    with rules.scratch() as folder:
        place = Place(folder)
        os.chmod(place.old, 0o640)
        ended = process.run([binary, place.input, place.old, "-y"], timeout=20)
        mode = stat.S_IMODE(os.stat(place.old).st_mode)
        tally.check("the mode of a replaced output", [
            rules.clean_ending(ended, {0}), "mode %o" % mode if mode != 0o640 else None])
        new = place.path("new.mp4")
        ended = process.run([binary, place.input, new], timeout=20, before=lambda: os.umask(0o027))
        mode = stat.S_IMODE(os.stat(new).st_mode) if os.path.exists(new) else 0
        tally.check("the mode of a new output", [
            rules.clean_ending(ended, {0}), "mode %o" % mode if mode != 0o640 else None])


def reading_through_a_link(tally, binary):
    """The input's name is a link to the file that the output would replace."""
    with rules.scratch() as folder:
        place = Place(folder)
        link = place.link("link.gif", "in.gif")
        before = rules.snapshot(folder)
        ended = process.run([binary, link, place.input, "-y", "--container", "mp4"], timeout=20)
        tally.check("the file behind the input's link",
                    rules.refused(ended, "in.gif", REFUSED, folder, before))


def read_only(tally, binary):
    with rules.scratch() as folder, namespace.file_system(folder + "/small", 1 << 20) as small:
        path = inputs.small(small)
        namespace.make_read_only(small)
        before = rules.snapshot(small)
        output = os.path.join(small, "out.mp4")
        ended = process.run([binary, path, output], timeout=20)
        tally.check("a read-only folder", rules.refused(ended, output, REFUSED, small, before))
