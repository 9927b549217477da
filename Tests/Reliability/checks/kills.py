"""R7: kill -9 at random moments leaves the old output or a whole new one, never a part."""
import os
import signal
import time

import inputs
import process
import rules

KINDS = {"mp4": [], "webm": [], "gif": [], "apng": [], "webp": [], "avif": []}
RUNS = 50


def check(tally, binary, options):
    runs = options.runs or RUNS
    for kind, flags in KINDS.items():
        with rules.scratch() as folder:
            path = inputs.slow(folder, transparent=kind == "webm")
            whole = os.path.join(folder, "whole." + kind)
            ended = process.run([binary, path, whole, *flags], timeout=60)
            if ended.code:
                tally.check("a whole run to " + kind, rules.clean_ending(ended, {0}))
                continue
            expected = rules.digest(whole)
            os.unlink(whole)
            moments = inputs.moments(runs, ended.wall * 1.05, options.seed)
            interrupted = 0
            for i, moment in enumerate(moments):
                hit, problems = kill(binary, path, kind, flags, moment, expected, i % 2 == 1)
                interrupted += hit
                tally.check(
                    "%s killed after %.3f s of %.3f" % (kind, moment, ended.wall), problems)
            tally.figure(kind + " runs cut short", interrupted)
            if interrupted < runs // 2:
                tally.check(kind, "only %d of %d kills came in time" % (interrupted, runs))


def kill(binary, path, kind, flags, moment, expected, has_older):
    """(whether the kill came in time, what is wrong)"""
    with rules.scratch() as folder:
        output = os.path.join(folder, "out." + kind)
        if has_older:
            inputs.write(output, b"an older output")
        older = rules.digest(output) if has_older else None
        command = [binary, path, output, *flags, *(["-y"] if has_older else [])]
        running = process.Running(command)
        time.sleep(moment)
        running.send(signal.SIGKILL)
        ended = running.wait(10)
        found = rules.digest(output) if os.path.exists(output) else None
        problems = [
            "a process is still alive" if running.group_is_alive() else None,
            None if found in (older, expected) else "a partial output of %d bytes"
            % (os.path.getsize(output) if found else -1),
            # A run that was not cut short has to have done its work.
            "exit 0 without the output" if ended.code == 0 and found != expected else None]
        again = process.run([binary, path, output, *flags, "-y"], timeout=60)
        return ended.code == -signal.SIGKILL, problems + [
            rules.clean_ending(again, {0}),
            None if os.path.exists(output) and rules.digest(output) == expected
            else "the next run's output differs",
            *rules.changes(folder, {}, {output})]
