"""R8: SIGINT, SIGTERM and SIGHUP end a run within 2 s with 130, 143, 129 and leave nothing."""
import os
import signal
import time

import faults
import inputs
import process
import rules

RUNS = 10
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def startup(binary):
    """Seconds in which the dynamic linker is at work and no handler can exist yet; the machine may
    be busy, so they are measured."""
    return 2 * max(process.run([binary, "--version"], timeout=20).wall for _ in range(5))


def check(tally, binary, options):
    runs = options.runs or RUNS
    early = startup(binary)
    tally.figure("startup s", round(early, 3))
    with rules.scratch() as source:
        path = inputs.slow(source)
        for kind in ("mp4", "webm"):
            whole = process.run([binary, path, os.path.join(source, "whole." + kind)], timeout=60)
            if whole.code:
                tally.check("a whole run to " + kind, rules.clean_ending(whole, {0}))
                continue
            for number in SIGNALS:
                caught = 0
                for i, moment in enumerate(inputs.moments(runs, whole.wall, options.seed)):
                    hit, problems = interrupt(tally, binary, path, kind, number, moment, i,
                                              early)
                    caught += hit
                    tally.check("%s to %s after %.3f s" % (number.name, kind, moment), problems)
                if caught < runs // 3:
                    tally.check("%s to %s" % (number.name, kind),
                                "only %d of %d came in time" % (caught, runs))
        starts(tally, binary, path, runs)
        piped(tally, binary, path)
        ignored_hangup(tally, binary, path)


def interrupt(tally, binary, path, kind, number, moment, i, early):
    """Every third run meets an older output, every fourth gets the signal twice."""
    with rules.scratch() as folder:
        output = os.path.join(folder, "out." + kind)
        older = i % 3 == 0
        if older:
            inputs.write(output, b"an older output")
        before = rules.snapshot(folder)
        running = process.Running([binary, path, output, *(["-y"] if older else [])])
        time.sleep(moment)
        running.send(number)
        sent = time.monotonic()
        if i % 4 == 0:
            time.sleep(0.005)
            running.send(number)
        ended = running.wait(10)
        delay = time.monotonic() - sent
        if ended.code == 0:
            return False, [rules.plays(output), *rules.changes(folder, before, {output})]
        tally.largest("slowest end s", round(delay, 2))
        codes = {SIGNALS[number]} | ({-number} if moment < early else set())
        return True, [
            None if ended.code in codes else "exit %d: %s" % (ended.code, ended.message[:300]),
            "ended only after %.1f s" % delay if delay > 2 else None,
            "a process is still alive" if running.group_is_alive() else None,
            "stack trace: %s" % ended.message[:300] if ended.err.count(b"\n") > 1 else None,
            *rules.changes(folder, before)]


def starts(tally, binary, path, runs):
    """A signal is caught from the first moment in which the process can: while its libraries are
    initialised, and on from the instant at which it has a handler."""
    with rules.scratch() as folder:
        made = faults.library(folder)
        pipe = os.path.join(folder, "in.gif")
        os.mkfifo(pipe)
        before = rules.snapshot(folder)
        for number, code in SIGNALS.items():
            for i in range(runs):
                # Read from a pipe into which nobody writes, so that it is still there when it comes.
                command = [binary, pipe, os.path.join(folder, "out.mp4")]
                if i % 2:
                    command = ["env", "LD_PRELOAD=" + made, "ANIMCONV_SLOW_START=1", *command]
                running = process.Running(command)
                caught = wait_for_handler(running.process.pid, number)
                running.send(number)
                ended = running.wait(4)
                tally.check(
                    "%s at the start, %d%s" % (number.name, i, ", slow libraries" * (i % 2)),
                    [None if caught else "no handler within a second",
                     rules.clean_ending(ended, {code}), *rules.changes(folder, before)])


def wait_for_handler(pid, number):
    """Until the process, not `env` before it, ignores or catches a signal; false when it never
    does."""
    bit = 1 << (number - 1)
    end = time.monotonic() + 0.9
    while time.monotonic() < end:
        try:
            with open("/proc/%d/status" % pid) as file:
                fields = dict(line.split(":", 1) for line in file)
        except OSError:
            return False
        if (int(fields["SigCgt"], 16) | int(fields["SigIgn"], 16)) & bit:
            return True
    return False


def piped(tally, binary, path):
    """The reader of standard output goes away: an I/O error in words, not a death by SIGPIPE."""
    reading, writing = os.pipe()
    with rules.scratch() as folder:
        running = process.Running([binary, path, "-", "--container", "mp4"], stdout=writing,
                                  cwd=folder)
        os.close(writing)
        os.close(reading)
        ended = running.wait(60)
        tally.check("a closed pipe",
                    rules.refused(ended, None, {rules.INPUT_OUTPUT}, folder, {}))


def ignored_hangup(tally, binary, path):
    """Under nohup a hangup is ignored and stays so."""
    with rules.scratch() as folder:
        output = os.path.join(folder, "out.mp4")
        running = process.Running(
            [binary, path, output], before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        time.sleep(0.2)
        running.send(signal.SIGHUP)
        ended = running.wait(60)
        tally.check("an ignored hangup", [rules.clean_ending(ended, {0}), rules.plays(output)])
