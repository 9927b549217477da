"""A7, E10: a hundred times as many frames take at most a tenth more memory."""
import multiprocessing
import os
import random
import resource

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
                written(os.path.join(folder, "%s%d.gif" % (name, count)), frames, count)
                for count in (100, 10_000))
            compare(tally, binary, "flip-book of " + name, short, long, "walk.png",
                    ["--for", "flip-book"])
            os.unlink(short), os.unlink(long)
        short, long = (
            written(os.path.join(folder, "small%d.gif" % count), moving, count)
            for count in (100, 10_000))
        for output, flags in (("lossless.gif", []), ("out.gif", ["--scale", "0.9"]), ("out.apng", []),
                              ("out.webp", []), ("out.avif", ["--effort", "0"])):
            compare(tally, binary, "moving to " + output, short, long, output, flags)
        compare(tally, binary, "moving to out.jxl", short, long, "out.jxl", ["--effort", "0"])
        films = [converted(binary, path, path + ".jxl") for path in (short, long)]
        compare(tally, binary, "JPEG XL to out.apng", *films, "out.apng", ["--effort", "0"])
        os.unlink(short), os.unlink(long)
        short, long = (
            written(os.path.join(folder, "rock%d.gif" % count), rock, count)
            for count in (58, 5800))
        for output, flags in (("rock.mp4", ["--encoder-preset", "ultrafast"]), ("frames/", []),
                              ("rock.png", [])):
            compare(tally, binary, "rock.gif to " + output, short, long, output, flags)


def written(path, frames, count):
    """Writes an input in a process of its own: a child's peak starts with what its parent holds."""
    child = multiprocessing.get_context("fork").Process(
        target=lambda: inputs.write(path, frames(count)))
    child.start()
    child.join()
    if child.exitcode:
        raise RuntimeError("writing %s failed" % path)
    return path


def converted(binary, path, output):
    """A JPEG XL of the same frames."""
    ended = process.run([binary, path, output, "--effort", "0", "--keep-frames"], timeout=900)
    if ended.code:
        raise RuntimeError("%s: %s" % (output, ended.message))
    return output


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
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        if own >= peaks[-1]:
            tally.check(case, "this script takes more memory than what it measures")
            return
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


def rock(count):
    """rock.gif, whose 58 images come that many times that there are `count`."""
    with open(settings.corpus(*ROCK), "rb") as file:
        data = file.read()
    images = gif.walk(data)[2]
    start, end = images[0].start, images[-1].end
    return data[:start] + data[start:end] * (count // len(images)) + data[end:]
