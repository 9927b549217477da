"""R7, R14: two batches and a worker in one folder, killed, on full disks, with clocks and files that change."""
import errno
import json
import os
import random
import shutil
import signal
import threading
import time

import failing
import gif
import inputs
import namespace
import process
import rules
from checks import batches

MOUNTS = True    # the check mounts file systems of its own
RUNS = 300
COUNT = 10
MANY = 10_000
RECORD = batches.RECORD


def check(tally, binary, options):
    with rules.scratch() as folder:
        sources = os.path.join(folder, "in")
        expected = batches.make(binary, sources, COUNT, options.seed)
        kills(tally, binary, folder, sources, expected, options)
        tally.check("a full disk", full_disk(binary, folder, sources, expected))
        tally.check("inputs that change while they are read", changing(binary, folder, sources))
        if os.uname().machine == "x86_64":
            made = failing.library(folder)
            for case, variables, wanted in SYSTEMS:
                tally.check(case, system(made, binary, folder, sources, expected, variables, wanted))
        tally.check("many outputs in one folder", many(binary, folder, options))


def command(binary, sources, out, *more):
    return [binary, "batch", os.path.join(sources, "**/*.gif"), "--out", out,
            "--container", "mp4", *more]


def worker_output(name):
    """A batch never replaces what it did not write, so a worker's outputs have names of their own."""
    return "worker-" + name.replace("/", "-")


def requests(sources, out, expected):
    """Lines for a worker that writes into the same folder."""
    return b"".join(json.dumps({
        "id": number, "input": os.path.join(sources, name[:-4] + ".gif"),
        "output": os.path.join(out, worker_output(name))}).encode() + b"\n"
        for number, name in enumerate(sorted(expected)))


def strays(out):
    """What no later run needs: files that were not finished, and older ones that were put aside."""
    return ["left behind: " + os.path.relpath(os.path.join(root, name), out)
            for root, folders, names in os.walk(out) for name in folders + names
            if name.startswith(".animconv-") and name != RECORD or name.endswith((".tmp", ".old"))]


def agrees(binary, sources, out, batched):
    """The next run completes everything, the one after it finds nothing to do."""
    again = process.run(command(binary, sources, out), timeout=120)
    of_worker = {name: digest for name, digest in batches.outputs(out).items()
                 if name.startswith("worker-")} if os.path.isdir(out) else {}
    problems = [rules.clean_ending(again, {0}),
                *batches.differences(out, {**batched, **of_worker}), *strays(out)]
    idle = process.run(command(binary, sources, out), timeout=120)
    if b" 0 written, %d unchanged" % len(batched) not in idle.err:
        problems.append("record and folder disagree: " + idle.message[-200:])
    return problems


def kills(tally, binary, folder, sources, expected, options):
    """All three at once, and SIGKILL for all of them."""
    runs = options.runs or RUNS
    whole = batches.batch(binary, sources, os.path.join(folder, "whole")).wall * 2
    cut = 0
    for number, moment in enumerate(inputs.moments(runs, whole, options.seed)):
        out = os.path.join(folder, "fire-%d" % number)
        for name in expected:
            os.makedirs(os.path.dirname(os.path.join(out, name)), exist_ok=True)
        reading, writing = os.pipe()
        feeder = threading.Thread(target=feed, args=(writing, requests(sources, out, expected)))
        running = [process.Running(command(binary, sources, out)) for _ in range(2)]
        running.append(process.Running([binary, "worker"], stdin=reading))
        os.close(reading)
        feeder.start()
        time.sleep(moment)
        for one in running:
            one.send(signal.SIGKILL)
        ends = [one.wait(20) for one in running]
        feeder.join()
        cut += any(end.code == -signal.SIGKILL for end in ends)
        problems = [rules.clean_ending(end, {0, -signal.SIGKILL}) for end in ends
                    if end.code != -signal.SIGKILL]
        whole_ones = {**expected, **{worker_output(name): digest
                                     for name, digest in expected.items()}}
        problems += ["partial: " + name for name, digest in batches.outputs(out).items()
                     if name in whole_ones and digest != whole_ones[name]]
        problems += agrees(binary, sources, out, expected)
        tally.check("two batches and a worker killed after %.2f s" % moment, problems)
        shutil.rmtree(out)
    tally.figure("kills in time", cut)


def feed(handle, data):
    with os.fdopen(handle, "wb") as file:
        try:
            file.write(data)
        except BrokenPipeError:
            pass


def full_disk(binary, folder, sources, expected):
    """Fewer bytes than the outputs take: some are whole, none is partial; with room, all are."""
    pages = sum(-(-os.path.getsize(os.path.join(root, name)) // 4096)
                for root, _, names in os.walk(os.path.join(folder, "whole")) for name in names)
    problems = []
    with namespace.file_system(os.path.join(folder, "disk"), pages // 2 * 4096) as disk:
        out = os.path.join(disk, "out")
        ended = process.run(command(binary, sources, out), timeout=120)
        problems += [rules.clean_ending(ended, {1, rules.INPUT_OUTPUT}), *strays(out)]
        problems += ["partial: " + name for name, digest in batches.outputs(out).items()
                     if digest != expected.get(name)]
        if "No space left on device" not in ended.message:
            problems.append("does not say why: " + ended.message[-200:])
        saved = os.path.join(folder, "saved")
        shutil.copytree(out, saved)
    return problems + agrees(binary, sources, saved, expected)


def changing(binary, folder, sources):
    """Inputs that another program writes meanwhile: at the end, a run converts what is there then."""
    copy, out = os.path.join(folder, "changing"), os.path.join(folder, "changing-out")
    shutil.copytree(sources, copy)
    dice, done = random.Random(3), threading.Event()
    paths = [os.path.join(root, name) for root, _, names in os.walk(copy) for name in names]

    def write():
        while not done.is_set():
            path = dice.choice(paths)
            data = gif.moving(dice.randrange(40, 90), 50, dice.randrange(2, 9), (5,))
            with open(path, "wb") as file:
                for at in range(0, len(data), 500):
                    file.write(data[at:at + 500])
                    file.flush()
            time.sleep(0.005)

    writer = threading.Thread(target=write)
    writer.start()
    problems = []
    for _ in range(4):
        ended = process.run(command(binary, copy, out), timeout=120)
        # 74 says that running it again may help, as it does when an input has changed meanwhile.
        problems += [rules.clean_ending(ended, {0, 1, rules.INPUT_OUTPUT}), *strays(out)]
    done.set()
    writer.join()
    final = {}
    for path in paths:
        single = os.path.join(folder, "single.mp4")
        ended = process.run([binary, path, single, "-y"], timeout=60)
        problems.append(rules.clean_ending(ended, {0}))
        final[os.path.relpath(path, copy)[:-4] + ".mp4"] = rules.digest(single)
    return problems + agrees(binary, copy, out, final)


# What is different about the system, and what a batch may end with there.
SYSTEMS = [
    ("short reads and writes", {"short": 1}, {0}),
    ("interrupted reads and writes", {"interrupt": 1}, {0}),
    ("a clock that goes back", {"clock_back": 1}, {0}),
    ("a stale handle", {"fail": "pread:40", "fail_with": errno.ESTALE}, {0, 1, rules.INPUT_OUTPUT}),
    ("a failed flush", {"fail": "fsync:9", "fail_with": errno.EIO}, {0, 1, rules.INPUT_OUTPUT}),
    ("a write that fails late", {"fail": "write:9", "fail_with": errno.ESTALE},
     {0, 1, rules.INPUT_OUTPUT}),
]


def system(made, binary, folder, sources, expected, variables, wanted):
    out = os.path.join(folder, "system-" + "-".join(map(str, variables.values())))
    ended = process.run(failing.command(made, command(binary, sources, out), **variables),
                        timeout=300)
    problems = [rules.clean_ending(ended, wanted), *strays(out)]
    problems += ["partial: " + name for name, digest in batches.outputs(out).items()
                 if digest != expected.get(name)]
    return problems + agrees(binary, sources, out, expected)


def many(binary, folder, options):
    """Ten thousand outputs in one folder; a hundred at --runs, which is for trying this check."""
    count = MANY if options.runs is None else 100
    place, out = os.path.join(folder, "many"), os.path.join(folder, "many-out")
    os.mkdir(place)
    for number in range(count):
        inputs.write(os.path.join(place, "%05d.gif" % number),
                     gif.moving(8 + number % 3, 8, 2, (5 + number % 50,)))
    ended = process.run([binary, "batch", place + "/*.gif", "--out", out, "--container", "gif"],
                        timeout=3600)
    again = process.run([binary, "batch", place + "/*.gif", "--out", out, "--container", "gif"],
                        timeout=600)
    names = [name for name in os.listdir(out) if name.endswith(".gif")]
    return [rules.clean_ending(ended, {0}), rules.clean_ending(again, {0}), *strays(out),
            None if len(names) == count else "%d outputs" % len(names),
            None if b" 0 written, %d unchanged" % count in again.err else again.message[-200:]]
