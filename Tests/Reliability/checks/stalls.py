"""R19: input that stops coming ends the run after --stall-timeout, --timeout ends any run."""
import os
import threading
import time

import inputs
import process
import rules

CODES = {rules.INPUT_OUTPUT}


def check(tally, binary, options):
    with rules.scratch() as folder:
        path = inputs.slow(folder)
        with open(path, "rb") as file:
            data = file.read()
        for case, part in (("nothing comes", b""), ("half of it comes", data[:len(data) // 2])):
            tally.check("FIFO: " + case,
                        stalled(binary, folder, part, ["--stall-timeout", "2"], 2))
        tally.check("FIFO: nobody writes", unopened(binary, folder))
        tally.check("standard input stops", pipe(binary, folder, data[:5000]))
        tally.check("--timeout on a stall", stalled(binary, folder, data[:9000],
                                                    ["--timeout", "1"], 1))
        tally.check("--timeout on work", timed(binary, folder, path))
        tally.check("FIFO: all of it comes, slowly", slow_but_whole(binary, folder, data))


def stalled(binary, folder, part, flags, seconds):
    fifo, output = os.path.join(folder, "fifo.gif"), os.path.join(folder, "out.mp4")
    os.mkfifo(fifo)
    try:
        before = rules.snapshot(folder)
        running = process.Running([binary, fifo, output, *flags])
        writer = open(fifo, "wb", buffering=0)
        feeding = threading.Thread(target=feed, args=(writer, part), daemon=True)
        feeding.start()
        ended = running.wait(seconds + 10)
        writer.close()
        return ending(ended, seconds, fifo, folder, before)
    finally:
        os.unlink(fifo)


def feed(writer, part):
    try:
        writer.write(part)
    except (BrokenPipeError, ValueError):
        pass


def unopened(binary, folder):
    fifo, output = os.path.join(folder, "lonely.gif"), os.path.join(folder, "out.mp4")
    os.mkfifo(fifo)
    try:
        before = rules.snapshot(folder)
        ended = process.run([binary, fifo, output, "--stall-timeout", "2"], timeout=12)
        return ending(ended, 2, fifo, folder, before)
    finally:
        os.unlink(fifo)


def pipe(binary, folder, part):
    reading, writing = os.pipe()
    before = rules.snapshot(folder)
    running = process.Running([binary, "-", os.path.join(folder, "out.mp4"),
                               "--stall-timeout", "2"], stdin=reading)
    os.close(reading)
    os.write(writing, part)
    ended = running.wait(12)
    os.close(writing)
    return ending(ended, 2, None, folder, before)


def timed(binary, folder, path):
    """A run that takes longer: 16 times the pixels as VP9."""
    before = rules.snapshot(folder)
    ended = process.run([binary, path, os.path.join(folder, "out.webm"), "--scale", "4",
                         "--timeout", "1"], timeout=15)
    return ending(ended, 1, None, folder, before)


def ending(ended, seconds, path, folder, before):
    return [*rules.refused(ended, path, CODES, folder, before),
            "ended after %.1f s" % ended.wall
            if not seconds - 0.1 <= ended.wall <= seconds + 2 else None]


def slow_but_whole(binary, folder, data):
    """A writer that pauses, though never for long, is no stall."""
    fifo, output = os.path.join(folder, "slow.gif"), os.path.join(folder, "slow.mp4")
    os.mkfifo(fifo)

    def trickle():
        with open(fifo, "wb", buffering=0) as writer:
            for i in range(5):
                writer.write(data[len(data) * i // 5:len(data) * (i + 1) // 5])
                time.sleep(0.7)

    threading.Thread(target=trickle, daemon=True).start()
    ended = process.run([binary, fifo, output, "--stall-timeout", "2"], timeout=30)
    return [rules.clean_ending(ended, {0}), rules.plays(output)]
