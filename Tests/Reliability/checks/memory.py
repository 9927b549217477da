"""A7, E10: a hundred times as many frames take at most a tenth more memory."""
import os
import random

import gif
import inputs
import process
import rules
import settings

# The most that the long run may take over the short one.
GROWTH = 1.10
ROCK = ("flanimatedimage", "test-gifs", "rock.gif")


def check(tally, binary, options):
    with rules.scratch() as folder:
        for name, frames in (("noise", noise), ("flat", flat), ("moving", moving)):
            short, long = (
                inputs.write(os.path.join(folder, "%s%d.gif" % (name, count)), frames(count))
                for count in (100, 10_000))
            compare(tally, binary, "flip-book of " + name, short, long, "walk.png",
                    ["--for", "flip-book"])
            os.unlink(short), os.unlink(long)
        with open(settings.corpus(*ROCK), "rb") as file:
            data = file.read()
        short = inputs.write(os.path.join(folder, "rock58.gif"), data)
        long = inputs.write(os.path.join(folder, "rock5800.gif"), repeated(data, 100))
        for output, flags in (("rock.mp4", ["--encoder-preset", "ultrafast"]), ("frames/", []),
                              ("rock.png", [])):
            compare(tally, binary, "rock.gif to " + output, short, long, output, flags)


def compare(tally, binary, case, short, long, output, flags):
    peaks = []
    for path in (short, long):
        # Threads meet in another order each time, so the least of three counts.
        ended = []
        for _ in range(3):
            with rules.scratch() as folder:
                ended.append(process.run(
                    [binary, path, os.path.join(folder, output), *flags], timeout=900))
            problem = rules.clean_ending(ended[-1], {0})
            if problem:
                tally.check(case, problem)
                return
        peaks.append(min(run.peak for run in ended))
    growth = peaks[1] / peaks[0]
    print("%s: %.1f MiB, then %.1f MiB: %+.1f %%" % (
        case, peaks[0] / rules.MIB, peaks[1] / rules.MIB, (growth - 1) * 100), flush=True)
    tally.largest("growth", growth)
    tally.check(case, None if growth <= GROWTH else "%.1f %% more" % ((growth - 1) * 100))


def noise(count):
    """Pixels that no filter foresees."""
    return drawn(count, lambda dice, t: bytes(b % 127 for b in dice.randbytes(96 * 66)))


def flat(count):
    """One colour, and a corner that counts."""
    def picture(_, t):
        return bytes([t % 127, t // 127 % 127]) + bytes([3]) * (96 * 66 - 2)
    return drawn(count, picture)


def drawn(count, picture):
    dice = random.Random(7)
    palette = [(i * 2, 255 - i * 2, (i * 5) % 256) for i in range(128)]
    return gif.build(96, 66, palette,
                     [(picture(dice, t), 4, 1, False) for t in range(count)])


def moving(count):
    return gif.moving(96, 66, count, (4,))


def repeated(data, times):
    """A GIF whose images come so many times over."""
    images = gif.walk(data)[2]
    start, end = images[0].start, images[-1].end
    return data[:start] + data[start:end] * times + data[end:]
