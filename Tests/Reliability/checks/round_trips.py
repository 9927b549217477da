"""Nothing is lost on the way into sheets and back: every frame, its time, its place in the order.

Every animated GIF, APNG and WebP of the corpus that can be read, in each layout with each kind of
data. Data that animconv reads comes back as the same frames; the times of the others are read here.
"""
import collections
import concurrent.futures
import fractions
import json
import os
import plistlib
import re

import process
import rules
import settings

LAYOUTS = ["column", "row", "grid", "packed"]
READ_WITH_TIMES = ["aseprite", "aseprite-array", "aseprite-numbers", "pixi", "phaser", "godot"]
READ_WITHOUT_TIMES = ["texturepacker", "texturepacker-array", "starling", "libgdx"]
# The frames of cocos are read by animconv, its times are here.
TIMES_ONLY = ["cocos", "css", "yysprite", "webvtt"]
WHOLE_MILLISECONDS = {"aseprite", "aseprite-array", "aseprite-numbers", "phaser", "webvtt"}
# Pixels of all frames together; more would take minutes for each of the sheets.
MOST_PIXELS = 60_000_000
FRACTION = fractions.Fraction


def check(tally, binary, options):
    refused = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = []
        for path in animations(tally, binary, options.only):
            jobs.append((path, pool.submit(go_round, binary, path)))
        for path, job in jobs:
            problems, turned_down, trips = job.result()
            refused.update(turned_down)
            tally.check(os.path.relpath(path, settings.corpus()), problems)
            tally.figure("round trips", tally.figures.get("round trips", 0) + trips)
    tally.figure("refused", sum(refused.values()))
    for reason, count in refused.most_common():
        print("refused %d times: %s" % (count, reason))


def animations(tally, binary, only):
    """The animated files that animconv reads."""
    large = 0
    for root, _, names in sorted(os.walk(settings.corpus())):
        for name in sorted(names):
            path = os.path.join(root, name)
            if only not in path:
                continue
            ended = process.run([binary, "inspect", "--json", "--", path], timeout=120)
            if ended.code:
                continue
            about = json.loads(ended.out)
            if about["kind"] not in ("gif", "png", "apng", "webp") or len(about["frames"]) < 2:
                continue
            if about["width"] * about["height"] * len(about["frames"]) > MOST_PIXELS:
                large += 1
                continue
            yield path
    tally.figure("too large", large)


def go_round(binary, path):
    """The problems of one file, what was refused and why, and how many trips were made."""
    problems, refused, trips = [], [], 0
    with rules.scratch() as folder:
        first = os.path.join(folder, "first")
        ended = process.run([binary, "-q", path, first + "/"], timeout=300)
        if ended.code:
            return [rules.clean_ending(ended, {0})], refused, trips
        frames, durations = contents(first)
        for layout in LAYOUTS:
            for data in READ_WITH_TIMES + READ_WITHOUT_TIMES + TIMES_ONLY:
                place = os.path.join(folder, layout + "-" + data)
                os.mkdir(place)
                ended = process.run(
                    [binary, "-q", path, os.path.join(place, "s.png"), "--layout", layout,
                     "--data", data, "--max-size", "16384"], timeout=300)
                if ended.code:
                    problems.append(rules.clean_ending(ended, {rules.DAMAGED, rules.USAGE}))
                    refused.append(re.sub(r"\d+", "N", ended.message.split("writing: ")[-1]))
                    continue
                trips += 1
                for problem in compare(binary, place, data, frames, durations):
                    problems.append("%s, %s: %s" % (layout, data, problem))
    return problems, refused, trips


def compare(binary, place, data, frames, durations):
    if data not in TIMES_ONLY or data == "cocos":
        described = next(os.path.join(place, name) for name in (
            "s.json", "s-0.json", "s.xml", "s-0.xml", "s.atlas", "s.tres", "s.plist", "s-0.plist")
            if os.path.exists(os.path.join(place, name)))
        back = os.path.join(place, "back")
        ended = process.run([binary, "-q", described, back + "/"], timeout=300)
        if ended.code:
            yield rules.clean_ending(ended, {0})
            return
        again, found = contents(back)
        if again != frames:
            yield "%d frames instead of %d, or other pixels" % (len(again), len(frames))
    if data in TIMES_ONLY:
        found = TIMES[data](place)
    if data in READ_WITHOUT_TIMES:
        return
    if len(found) != len(durations):
        yield "%d times instead of %d" % (len(found), len(durations))
        return
    tolerance = FRACTION(1, 2) if data in WHOLE_MILLISECONDS else TOLERANCES.get(data, 0)
    now = then = FRACTION(0)
    for index, (duration, expected) in enumerate(zip(found, durations)):
        now, then = now + duration, then + expected
        if abs(now - then) > tolerance:
            yield "frame %d ends at %s ms instead of %s" % (index, float(now), float(then))
            return


def contents(folder):
    """The bytes of every frame, and its time in milliseconds."""
    with open(os.path.join(folder, "timing.json")) as file:
        listed = json.load(file)["frames"]
    frames = []
    for frame in listed:
        with open(os.path.join(folder, frame["file"]), "rb") as file:
            frames.append(rules.digest(file.name))
    return frames, [FRACTION(str(frame["duration"])) for frame in listed]


def text(place, *names):
    for name in names:
        if os.path.exists(os.path.join(place, name)):
            with open(os.path.join(place, name)) as file:
                return file.read()
    raise FileNotFoundError(names)


def cocos(place):
    animation = plistlib.loads(text(place, "s.animations.plist").encode())["animations"]["s"]
    unit = re.search(r"<key>delayPerUnit</key>\s*<real>([^<]*)", text(place, "s.animations.plist"))
    return [1000 * FRACTION(unit[1]) * frame["delayUnits"] for frame in animation["frames"]]


def css(place):
    styles = text(place, "s.css")
    total = 1000 * FRACTION(re.search(r"animation-duration: ([\d.]+)s", styles)[1])
    starts = [FRACTION(share) for share in re.findall(r"^  ([\d.]+)%[ ,]", styles, re.M)]
    if "steps(" in styles:
        count = int(re.search(r"steps\((\d+)", styles)[1])
        return [total / count] * count
    ends = starts[1:] + [FRACTION(100)]
    return [(end - start) * total / 100 for start, end in zip(starts, ends) if end > start]


def yysprite(place):
    return [1000 * FRACTION(seconds) for seconds in
            json.loads(text(place, "s.json"), parse_float=str, parse_int=str)["frameDurations"]]


def webvtt(place):
    times = []
    for start, end in re.findall(r"^([\d:.]+) --> ([\d:.]+)$", text(place, "s.vtt"), re.M):
        start, end = (sum(FRACTION(part) * scale for part, scale in zip(
            reversed(time.split(":")), (1000, 60_000, 3_600_000))) for time in (start, end))
        times.append(end - start)
    return times


TIMES = {"cocos": cocos, "css": css, "yysprite": yysprite, "webvtt": webvtt}
# Milliseconds by which decimals of seconds, and of percents of them, may be off after many frames.
TOLERANCES = {"css": FRACTION(1, 1000), "yysprite": FRACTION(1, 1000), "cocos": FRACTION(1, 1000),
              "godot": FRACTION(1, 1000)}
