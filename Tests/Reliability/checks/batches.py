"""R7, R14, R15: a batch names what fails, resumes after any end, and loses nothing to another."""
import json
import os
import random
import shutil
import signal
import time

import gif
import inputs
import process
import rules

RUNS = 20
COUNT = 200
BROKEN = 20
RECORD = ".animconv-batch.jsonl"
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def check(tally, binary, options):
    runs = options.runs or RUNS
    with rules.scratch() as folder:
        sources = os.path.join(folder, "in")
        expected = make(binary, sources, COUNT, options.seed)
        tally.check("20 broken among 200", broken(binary, folder, sources, expected))
        for name, way in WAYS.items():
            tally.check(name, way(binary, folder, sources, expected))
        for number in (signal.SIGKILL, signal.SIGINT):
            ends(tally, binary, folder, sources, expected, number, runs, options.seed)
        for case, problems in refusals(binary, folder):
            tally.check(case, problems)
        tally.check("names", names(binary, folder))


def make(binary, folder, count, seed):
    """Small GIFs in two folders, and the digest of each one's MP4 as a single conversion makes it."""
    expected = {}
    source = random.Random(seed)
    for i in range(count):
        place = os.path.join(folder, "ab"[i % 2])
        os.makedirs(place, exist_ok=True)
        path = inputs.write(
            os.path.join(place, "%03d.gif" % i),
            gif.moving(source.randrange(40, 90), source.randrange(40, 90), source.randrange(4, 9),
                       (3, 5, 8), transparent=i % 3 == 0))
        output = path[:-4] + ".mp4"
        process.run([binary, path, output], timeout=60)
        expected[os.path.relpath(output, folder)] = rules.digest(output)
        os.unlink(output)
    return expected


def batch(binary, sources, out, *more, pattern="**/*.gif", timeout=120, **ways):
    return process.run([binary, "batch", os.path.join(sources, pattern), "--out", out,
                        "--container", "mp4", *more], timeout=timeout, **ways)


def outputs(out):
    """Digests by name, the record left out; anything hidden besides is a problem of its own."""
    found = {os.path.relpath(path, out): digest for path, digest in rules.snapshot(out).items()
             if os.path.isfile(path)}
    found.pop(RECORD, None)
    return found


def differences(out, expected):
    found = outputs(out)
    return (["missing: " + name for name in sorted(expected.keys() - found.keys())]
            + ["unexpected: " + name for name in sorted(found.keys() - expected.keys())]
            + ["differs: " + name for name in sorted(found.keys() & expected.keys())
               if found[name] != expected[name]])


def broken(binary, folder, sources, expected):
    """180 right outputs, 20 named errors, exit 1, the same in three runs of other orders."""
    mixed = os.path.join(folder, "mixed")
    shutil.copytree(sources, mixed)
    bad = random.Random(7).sample(sorted(expected), BROKEN)
    for i, name in enumerate(bad):
        path = os.path.join(mixed, name[:-4] + ".gif")
        inputs.write(path, [b"", b"no picture", b"GIF89a", open(path, "rb").read()[:14]][i % 4])
    right = {name: digest for name, digest in expected.items() if name not in bad}
    problems = []
    for jobs in ("1", "2", "4"):
        out = os.path.join(folder, "mixed-" + jobs)
        ended = batch(binary, mixed, out, "--jobs", jobs, "--json")
        problems += [rules.clean_ending(ended, {1}), *differences(out, right)]
        lines = ended.message.splitlines()
        problems += ["no error names " + name for name in bad
                     if sum(name[:-4] + ".gif" in line for line in lines) != 1]
        if len(lines) != BROKEN + 1:
            problems.append("%d lines on stderr" % len(lines))
        records = [json.loads(line) for line in ended.out.splitlines()]
        failed = sorted(os.path.relpath(r["output"], out)
                        for r in records if r["status"] == "failed")
        if failed != sorted(bad) or len(records) != len(expected):
            problems.append("%d records, %d failures" % (len(records), len(failed)))
    return problems


def same_bytes(binary, folder, sources, expected):
    """One job, two, and three shares give what single conversions give."""
    problems = []
    for jobs in ("1", "2"):
        out = os.path.join(folder, "jobs-" + jobs)
        ended = batch(binary, sources, out, "--jobs", jobs)
        problems += [rules.clean_ending(ended, {0}), *differences(out, expected)]
    out = os.path.join(folder, "shares")
    for share in "123":
        ended = batch(binary, sources, out, "--shard", share + "/3", "--report",
                      os.path.join(folder, share + ".jsonl"))
        problems.append(rules.clean_ending(ended, {0}))
    problems += differences(out, expected)
    merged = process.run([binary, "batch", "merge",
                          *(os.path.join(folder, n + ".jsonl") for n in "123")], timeout=60)
    problems.append(rules.clean_ending(merged, {0}))
    # A line that begins the report and one that ends it lie around them.
    records = [line for line in merged.out.splitlines() if json.loads(line).get("status")]
    if len(records) != len(expected):
        problems.append("%d merged records" % len(records))
    return problems


def only_what_changed(binary, folder, sources, expected):
    copy = os.path.join(folder, "changing")
    shutil.copytree(sources, copy)
    out = os.path.join(folder, "changing-out")
    problems = [rules.clean_ending(batch(binary, copy, out), {0})]
    before = {name: os.stat(os.path.join(out, name)).st_mtime_ns for name in expected}
    again = batch(binary, copy, out)
    problems.append(rules.clean_ending(again, {0}))
    if again.wall > 0.5:
        problems.append("nothing to do took %.2f s" % again.wall)
    name = sorted(expected)[17]
    other = sorted(expected)[20]
    shutil.copy(os.path.join(copy, other[:-4] + ".gif"), os.path.join(copy, name[:-4] + ".gif"))
    problems.append(rules.clean_ending(batch(binary, copy, out), {0}))
    after = {name: os.stat(os.path.join(out, name)).st_mtime_ns for name in expected}
    touched = [n for n in expected if before[n] != after[n]]
    if touched != [name]:
        problems.append("written again: %s" % touched)
    if rules.digest(os.path.join(out, name)) != expected[other]:
        problems.append("the changed input's output is old")
    os.unlink(os.path.join(copy, name[:-4] + ".gif"))
    inputs.write(os.path.join(out, "mine.mp4"), b"of the user")
    problems.append(rules.clean_ending(batch(binary, copy, out, "--prune"), {0}))
    wanted = {n: d for n, d in expected.items() if n != name}
    if differences(out, {**wanted, "mine.mp4": rules.digest(os.path.join(out, "mine.mp4"))}):
        problems.append("pruning: %s" % differences(out, wanted))
    return problems


def together(binary, folder, sources, expected):
    """Two, and then four, batches in one folder at once, of the same and of other inputs."""
    problems = []
    for count in (2, 4):
        out = os.path.join(folder, "together-%d" % count)
        running = [process.Running(
            [binary, "batch", os.path.join(sources, "**/*.gif"), "--out", out,
             "--container", "mp4"]) for _ in range(count)]
        for one in running:
            problems.append(rules.clean_ending(one.wait(120), {0}))
        problems += differences(out, expected)
        again = batch(binary, sources, out)
        problems.append(rules.clean_ending(again, {0}))
        if b" 0 written, %d unchanged" % len(expected) not in again.err:
            problems.append("something was lost: " + again.message[-100:])
        apart = os.path.join(folder, "apart-%d" % count)
        running = [process.Running(
            [binary, "batch", os.path.join(sources, place, "*.gif"), "--out", apart, "--name",
             place + "/{stem}.{ext}", "--container", "mp4"]) for place in "ab"]
        problems += [rules.clean_ending(one.wait(120), {0}) for one in running]
        problems += differences(apart, expected)
        if b" 0 written, %d" % len(expected) not in batch(binary, sources, apart).err:
            problems.append("records were lost")
    return problems


def ends(tally, binary, folder, sources, expected, number, runs, seed):
    """Signals at random moments: at no time a part of a file, and the next run completes it all."""
    whole = batch(binary, sources, os.path.join(folder, "whole")).wall
    hits = 0
    for i, moment in enumerate(inputs.moments(runs, whole, seed)):
        out = os.path.join(folder, "ended-%d-%d" % (number, i))
        if i % 2:   # older outputs of the same batch, with other settings
            batch(binary, sources, out, "--crf", "40", "--encoder-preset", "ultrafast")
        older = outputs(out) if os.path.isdir(out) else {}
        running = process.Running(
            [binary, "batch", os.path.join(sources, "**/*.gif"), "--out", out,
             "--container", "mp4"])
        time.sleep(moment)
        running.send(number)
        sent = time.monotonic()
        ended = running.wait(10)
        delay = time.monotonic() - sent
        hits += ended.code != 0
        codes = {-signal.SIGKILL} if number == signal.SIGKILL else {SIGNALS[number], -number}
        found = {name: digest for name, digest in outputs(out).items()
                 if not os.path.basename(name).startswith(".animconv-")} \
            if os.path.isdir(out) else {}
        problems = [
            None if ended.code in codes | {0} else "exit %d: %s" % (ended.code, ended.message),
            "ended only after %.1f s" % delay if delay > 2 else None,
            "a process is still alive" if running.group_is_alive() else None,
            *("partial: " + name for name, digest in found.items()
              if digest not in (older.get(name), expected.get(name)))]
        if number != signal.SIGKILL and os.path.isdir(out):
            problems += ["left behind: " + n for n in outputs(out) if n not in found]
        again = batch(binary, sources, out)
        problems += [rules.clean_ending(again, {0}), *differences(out, expected)]
        tally.check("batch ended by %s after %.2f s" % (signal.Signals(number).name, moment),
                    problems)
        shutil.rmtree(out)
    tally.figure("cut short by " + signal.Signals(number).name, hits)
    if hits < runs // 2:
        tally.check("interrupted batches", "only %d of %d came in time" % (hits, runs))


def refusals(binary, folder):
    """Nothing is written when two would write one file, or one an input."""
    place = os.path.join(folder, "refused")
    os.makedirs(place)
    for name in ("a.gif", "b.gif"):
        inputs.small(place, name)
    shutil.copy(os.path.join(place, "a.gif"), os.path.join(place, "a.png"))
    os.mkdir(os.path.join(place, "folder"))
    os.symlink("folder", os.path.join(place, "way"))
    shutil.copy(os.path.join(place, "a.gif"), os.path.join(place, "folder", "a.mp4"))
    mp4 = ["--container", "mp4"]
    cases = {
        "two inputs for one output":
            (["a.gif", "a.png", "--out", "out", *mp4], rules.USAGE, ["a.gif", "a.png", "a.mp4"]),
        "an output over its input":
            (["a.gif", "--out", ".", "--name", "{stem}.gif", *mp4], rules.USAGE, ["a.gif"]),
        "an output over another input, by a link":
            (["a.gif", "folder/a.mp4", "--out", "way", "--name", "{stem}.{ext}", *mp4],
             rules.USAGE, ["a.mp4"]),
        "no such input": (["c.gif", "--out", "out", *mp4], rules.MISSING, ["c.gif"]),
        "no match": (["c*.gif", "--out", "out", *mp4], rules.MISSING, ["c*.gif"]),
        "a name that leaves the folder":
            (["a.gif", "--out", "out", "--name", "../{stem}", *mp4], rules.USAGE, []),
    }
    for case, (arguments, code, named) in cases.items():
        before = rules.snapshot(place)
        ended = process.run([binary, "batch", *arguments], cwd=place, timeout=30)
        yield case, [rules.clean_ending(ended, {code}), *rules.error_text(ended, None),
                     *rules.changes(place, before),
                     *("does not name " + name for name in named if name not in ended.message)]
    inputs.write(os.path.join(place, "b.mp4"), b"of the user")
    ended = process.run([binary, "batch", "b.gif", "--out", ".", *mp4], cwd=place, timeout=30)
    with open(os.path.join(place, "b.mp4"), "rb") as file:
        kept = file.read() == b"of the user"
    yield "a file of the user", [rules.clean_ending(ended, {rules.CANNOT_CREATE}),
                                 None if kept else "it was replaced"]


def names(binary, folder):
    """File names that look like options, patterns or addresses, and bytes that are no text."""
    place = os.path.join(folder, "names")
    os.makedirs(place)
    odd = [b"-y.gif", b"*.gif", b"percent%d.gif", b"quo\"te's.gif", b"sp ace.gif", b"li\nne.gif",
           b"not\xff\xfeutf8.gif", b"concat:x.gif", b"pipe:1.gif", b"[a].gif",
           b"n" * 240 + b".gif"]
    data = gif.moving(48, 32, 4, (5, 3))
    for name in odd:
        inputs.write(os.path.join(os.fsencode(place), name), data)
    inputs.write(os.path.join(place, ".hidden.gif"), data)
    out = os.path.join(folder, "names-out")
    first = process.run([binary, "batch", "*.gif", "--out", out, "--container", "mp4"], cwd=place,
                        timeout=60)
    # A file called `*.gif` is there, so that name is no pattern.
    problems = [rules.clean_ending(first, {0})]
    if os.listdir(os.fsencode(out)).count(b"*.mp4") != 1 or len(os.listdir(out)) != 2:
        problems.append("a file's name was taken for a pattern")
    ended = process.run([binary, "batch", "?*.gif", "--out", out, "--container", "mp4"], cwd=place,
                        timeout=60)
    problems.append(rules.clean_ending(ended, {0}))
    found = set(os.listdir(os.fsencode(out))) - {os.fsencode(RECORD)}
    wanted = {name[:-4] + b".mp4" for name in odd}
    if found != wanted:
        problems.append("outputs: %s" % sorted(found ^ wanted))
    again = process.run([binary, "batch", "?*.gif", "--out", out, "--container", "mp4"], cwd=place,
                        timeout=60)
    if b" 0 written, %d unchanged" % len(odd) not in again.err:
        problems.append("names are not recorded: " + again.message[-200:])
    ended = process.run([binary, "batch", "--out", out, "--container", "mp4", "--name",
                         "dash-{name}.{ext}", "--", "-y.gif"], cwd=place, timeout=60)
    return problems + [rules.clean_ending(ended, {0})]


WAYS = {"the same bytes": same_bytes, "only what changed": only_what_changed,
        "batches in one folder at once": together}
