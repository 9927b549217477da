"""R17: a GIF cut anywhere gives the frames that are there, and exit 65 under --strict."""
import os
import random

import gif
import inputs
import process
import rules
import video

# Lossless video shows each frame's pixels by themselves, whatever frames surround it.
LOSSLESS = ["--lossless", "--encoder-preset", "ultrafast"]
WHITE = 255
MOST_BYTES = 1_500_000


def check(tally, binary, options):
    for path in inputs.valid_gifs(options.only):
        if os.path.getsize(path) > MOST_BYTES:
            continue
        name = os.path.basename(path)
        with rules.scratch() as folder:
            whole = Whole(binary, folder, path)
            if whole.problem:
                tally.check(name, whole.problem)
                continue
            for cut in cuts(whole, options):
                tally.check("%s cut to %d of %d bytes" % (name, cut, len(whole.data)),
                            truncated(binary, folder, whole, cut))


class Whole:
    """The uncut file: its blocks and every frame of its video, as RGB."""

    def __init__(self, binary, folder, path):
        with open(path, "rb") as file:
            self.data = file.read()
        _, _, self.images, _ = gif.walk(self.data)
        output = os.path.join(folder, "whole.mp4")
        ended = process.run([binary, path, output, *LOSSLESS], timeout=120)
        self.problem = rules.clean_ending(ended, {0})
        if not self.problem:
            self.frames, self.starts = read(output)
            if len(self.frames) != len(self.images):
                self.problem = "%d frames of %d images" % (len(self.frames), len(self.images))


def read(path):
    """(RGB of each frame, start and duration of each in ms)"""
    info = video.stream(path)["streams"][0]
    size = info["width"] * info["height"] * 3
    pixels = video.planes(path, "rgb24")
    frames = [pixels[i:i + size] for i in range(0, len(pixels), size)]
    return frames, video.packets(path)


def cuts(whole, options):
    """Half anywhere, half inside images, where it matters; the last one before the trailer."""
    source, size = random.Random(options.seed), len(whole.data)
    places = {source.randrange(1, size) for _ in range(options.cuts // 2)}
    while len(places) < options.cuts - 1 and len(places) < size // 2:
        image = source.choice(whole.images)
        places.add(source.randint(image.start + 1, min(image.end, size - 1)))
    return sorted(places | {whole.images[-1].end})


def truncated(binary, folder, whole, cut):
    path = inputs.write(os.path.join(folder, "cut.gif"), whole.data[:cut])
    output = os.path.join(folder, "cut.mp4")
    if os.path.exists(output):
        os.unlink(output)
    before = rules.snapshot(folder)
    complete = sum(image.end <= cut for image in whole.images)
    inside = any(image.descriptor < cut < image.end for image in whole.images)

    strict = process.run([binary, path, output, *LOSSLESS, "--strict"], timeout=120)
    # A file that ends between images lacks its trailer only, which is a plain case.
    bare = not inside and complete
    problems = ["--strict: " + problem for problem in rules.refused(
        strict, path, {rules.DAMAGED}, folder, before) if problem and not
        (bare and strict.code == 0)]
    if os.path.exists(output):
        os.unlink(output)

    ended = process.run([binary, path, output, *LOSSLESS], timeout=120)
    if ended.code == rules.DAMAGED and complete == 0:
        return problems + rules.refused(ended, path, {rules.DAMAGED}, folder, before)
    problems += [rules.clean_ending(ended, {0}), *rules.changes(folder, before, {output})]
    if ended.code:
        return problems
    if inside and not ended.err:
        problems.append("no warning")
    if inside and strict.code == 0:
        problems.append("--strict accepted a damaged image")
    return problems + prefix(whole, output, complete, inside)


def prefix(whole, output, complete, inside):
    """The frames are the first ones of the whole file, the last one perhaps only in part."""
    frames, starts = read(output)
    problems = []
    if len(frames) not in ({complete, complete + 1} if inside else {complete}):
        return ["%d frames, though %d images are complete" % (len(frames), complete)]
    for i in range(min(complete, len(frames))):
        if frames[i] != whole.frames[i]:
            problems.append("frame %d is not that of the whole file" % i)
            break
    for i, (ours, theirs) in enumerate(zip(starts, whole.starts)):
        if ours != theirs:
            problems.append("frame %d is at %s ms for %s ms, in the whole file at %s for %s"
                            % (i, *ours, *theirs))
            break
    if len(frames) > complete and (odd := invented(whole, frames[complete], complete)):
        problems.append("the cut frame %d has %d samples that are in no frame" % (complete, odd))
    return problems


def invented(whole, frame, index):
    """Samples of a cut frame that neither the whole frame nor an earlier one nor the matte has."""
    left = [i for i, (a, b) in enumerate(zip(frame, whole.frames[index]))
            if a != b and a != WHITE]
    for earlier in reversed(whole.frames[:index]):
        left = [i for i in left if frame[i] != earlier[i]]
        if not left:
            break
    return len(left)
