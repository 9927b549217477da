"""R1-R3: small files that unpack to enormous pictures are refused early and in little memory."""
import os

import inputs
import process
import rules

# A refusal by a limit: seconds, and bytes when the header alone is enough, else for any bomb.
REFUSAL_TIME, HEADER_MEMORY, BOMB_MEMORY = 2, 100 * rules.MIB, 300 * rules.MIB
HEADER_ALONE = {"gif-65535-tiny.gif", "gif-65535-frame-no-data.gif", "gif-65535-full.gif",
                "png-2147483647.png", "png-100000-1bit.png"}
# Bombs in name only: legal pictures or metadata that may be skipped unread. libvpx alone takes
# 1.2 to 1.9 GiB for VP9 of 4096x4096, which is no fault of the input.
LEGAL = {"gif-4096-run.gif", "gif-comment-16MB.gif", "png-ztxt-1GiB.png", "png-iccp-1GiB.png",
         "png-idat-1GiB-for-4x4.png", "webp-16383x64.webp"}
LEGAL_MEMORY = {"mp4": 1 << 30, "webm": 2 << 30}


def check(tally, binary, options):
    with rules.scratch() as made:
        bombs = inputs.bombs(made)
        for name, path in bombs.items():
            for kind in ("mp4", "webm"):
                tally.check("%s to %s" % (name, kind), defuse(tally, binary, path, kind, options))
        tally.check("a million frames, when asked for", million(tally, binary, bombs, options))


def defuse(tally, binary, path, kind, options):
    name = os.path.basename(path)
    with rules.scratch() as folder:
        output = os.path.join(folder, "out." + kind)
        ended = process.run([binary, path, output], timeout=30, cwd=folder)
        problems = [rules.clean_ending(
            ended, {0, rules.DAMAGED} if name in LEGAL else {rules.DAMAGED})]
        memory = HEADER_MEMORY if name in HEADER_ALONE else BOMB_MEMORY
        if ended.code == 0:
            memory = LEGAL_MEMORY[kind]
            problems += [rules.plays(output), *rules.changes(folder, {}, {output})]
        else:
            tally.largest("slowest refusal s", round(ended.wall, 2))
            tally.largest("peak refusal MiB", ended.peak >> 20)
            problems += [*rules.error_text(ended, path), *rules.changes(folder, {})]
            if ended.wall > REFUSAL_TIME:
                problems.append("refused after %.1f s" % ended.wall)
        if ended.peak > memory and not options.no_memory_limits:
            problems.append("%d MiB resident" % (ended.peak >> 20))
        return problems


def million(tally, binary, bombs, options):
    """With the limits raised by the user: at most 60 s and 250 MiB."""
    with rules.scratch() as folder:
        output = os.path.join(folder, "out.mp4")
        ended = process.run(
            [binary, bombs["gif-1M-frames-1x1.gif"], output, "--max-frames", "1000000",
             "--encoder-preset", "ultrafast"], timeout=180, cwd=folder)
        tally.figure("million frames s", round(ended.wall, 1))
        tally.figure("million frames MiB", ended.peak >> 20)
        problems = [rules.clean_ending(ended, {0})]
        if ended.wall > 60:
            problems.append("%.0f s" % ended.wall)
        if ended.peak > 250 * rules.MIB and not options.no_memory_limits:
            problems.append("%d MiB resident" % (ended.peak >> 20))
        return problems + [rules.plays(output)]
