"""Runs a case's commands by turns and prints their table."""
import dataclasses
import os
import shutil
import statistics
import tempfile

import process
import video


@dataclasses.dataclass
class Contestant:
    """One command's figures, a list entry for each run."""
    name: str
    is_ours: bool
    wall: list = dataclasses.field(default_factory=list)    # seconds
    cpu: list = dataclasses.field(default_factory=list)     # seconds, user and system
    peak: list = dataclasses.field(default_factory=list)    # bytes
    size: int = 0                                           # bytes of all outputs
    frames: int = 0                                         # in all outputs
    failure: str | None = None

    def median(self, figure):
        return statistics.median(getattr(self, figure))


@dataclasses.dataclass
class Result:
    name: str
    title: str
    contestants: list

    def named(self, name):
        """The contestant, unless it is missing or failed."""
        found = [c for c in self.contestants if c.name == name and not c.failure]
        return found[0] if found else None


def hold(case, runs):
    """Every command once, then every command again: drift of the machine hits all alike."""
    print("\n%s (%d file%s)" % (case.title, len(case.inputs), "s"[:len(case.inputs) > 1]))
    contestants = [Contestant(command.name, command.is_ours) for command in case.commands]
    with tempfile.TemporaryDirectory(prefix="animconv-benchmark-") as folder:
        for _ in range(runs):
            for command, contestant in zip(case.commands, contestants):
                if not contestant.failure:
                    run(case, command, contestant, folder)
    table(contestants)
    return Result(case.name, case.title, contestants)


def run(case, command, contestant, folder):
    """All inputs one after another, a process each."""
    wall = cpu = peak = size = frames = 0
    for path in case.inputs:
        output = os.path.join(folder, "out.%s" % command.output)
        if command.output == "frames/":
            output = os.path.join(folder, "frames", "")
        arguments = [{"IN": path, "OUT": output}.get(a, a) for a in command.arguments]
        ended = process.run(arguments, timeout=3600)
        if ended.code:
            contestant.failure = "%s: exit %d: %s" % (
                os.path.basename(path), ended.code, ended.message[-200:].replace("\n", " "))
            return
        wall, cpu, peak = wall + ended.wall, cpu + ended.cpu, max(peak, ended.peak)
        if command.output == "mp4" and not contestant.wall:
            frames += int(video.stream(output)["streams"][0]["nb_frames"])
        if os.path.isdir(output):
            names = [os.path.join(output, name) for name in os.listdir(output)]
            size += sum(os.path.getsize(name) for name in names)
            frames += sum(name.endswith(".png") for name in names)
            shutil.rmtree(output)
        elif command.output and os.path.exists(output):
            size += os.path.getsize(output)
            os.unlink(output)
    if not contestant.wall:
        contestant.frames, contestant.size = frames, size
    contestant.wall.append(wall)
    contestant.cpu.append(cpu)
    contestant.peak.append(peak)


def table(contestants):
    print("%-30s %9s %19s %6s %9s %6s %9s %10s %7s" % (
        "", "wall s", "(least..most)", "ratio", "CPU s", "ratio", "peak MiB", "output kB",
        "frames"))
    ours = next((c for c in contestants if c.is_ours and c.wall), None)
    for c in contestants:
        if c.failure:
            print("%-30s failed: %s" % (c.name, c.failure))
            continue
        print("%-30s %9.3f %19s %6s %9.2f %6s %9.0f %10s %7s" % (
            c.name, c.median("wall"), "(%.3f..%.3f)" % (min(c.wall), max(c.wall)),
            ratio(c, ours, "wall"), c.median("cpu"), ratio(c, ours, "cpu"),
            c.median("peak") / 2**20, "%.0f" % (c.size / 1000) if c.size else "-",
            c.frames or "-"), flush=True)


def ratio(contestant, ours, figure):
    """How many times animconv's figure it is."""
    return "%.2f" % (contestant.median(figure) / ours.median(figure)) if ours else "-"
