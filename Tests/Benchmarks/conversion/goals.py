"""The figures animconv has to reach, judged from one contest's results."""
import dataclasses

MIB = 1 << 20


@dataclasses.dataclass
class Goal:
    text: str
    value: float
    limit: float
    at_most: bool

    @property
    def met(self):
        return self.value <= self.limit if self.at_most else self.value >= self.limit


def judge(results, scale):
    """Prints and returns the goals that these results decide; none at a reduced scale."""
    if scale != 1:
        print("\nno goals are judged at --scale %g" % scale)
        return []
    found = list(_goals({result.name: result for result in results}))
    print()
    for goal in found:
        print("%-6s %s: %.3g (%s %g)" % (
            "met" if goal.met else "MISSED", goal.text, goal.value,
            "at most" if goal.at_most else "at least", goal.limit))
    return found


def _goals(results):
    for preset in ("ultrafast", "medium"):
        whole = _ours(results, "gif10k-" + preset)
        tenth = _ours(results, "gif10k-%s-tenth" % preset)
        if whole and tenth:
            yield Goal("%s: peak memory of 10,000 frames over 1,000" % preset,
                       whole.median("peak") / tenth.median("peak"), 1.1, True)
            yield Goal("%s: peak MiB of 10,000 frames" % preset,
                       whole.median("peak") / MIB, 250, True)
    if large := _ours(results, "gif1080"):
        yield Goal("1920x1080: peak MiB", large.median("peak") / MIB, 400, True)
    for case in ("gif10k-ultrafast", "screen"):
        ratio = _ratio(results, case, "ffmpeg, same settings, vfr")
        if ratio:
            yield Goal("%s: ffmpeg with the same settings takes" % case, ratio, 1, False)
    for case, peer in (("pictures", "ffmpeg, same settings"),
                       ("sheet16k", "vips dzsave, tiles of 128")):
        ratio = _ratio(results, case, peer)
        if ratio:
            yield Goal("%s: %s takes" % (case, peer), ratio, 1, False)
            yield Goal("%s: peak MiB" % case, _ours(results, case).median("peak") / MIB, 400, True)
    ratio = _ratio(results, "gif-to-sheet", "ffmpeg scale,tile")
    if ratio:
        yield Goal("gif-to-sheet: ffmpeg scale,tile takes", ratio, 2, False)
    for case in ("gif-to-sheet", "large-sheet"):
        if case in results and _ours(results, case):
            yield Goal("%s: peak MiB" % case, _ours(results, case).median("peak") / MIB, 100, True)
    for case in ("video-to-frames", "video-to-frames-clean"):
        for peer in ("ffmpeg, defaults", "ffmpeg -compression_level 1"):
            ratio = _ratio(results, case, peer)
            if ratio:
                yield Goal("%s: %s takes" % (case, peer), ratio, 1, False)
    ratio = _ratio(results, "screen", "ffmpeg, defaults")
    if ratio:
        yield Goal("screen: ffmpeg's default command takes", ratio, 10, False)


def _ours(results, case):
    return results[case].named("animconv") if case in results else None


def _ratio(results, case, peer):
    ours = _ours(results, case)
    theirs = results[case].named(peer) if case in results else None
    return theirs.median("wall") / ours.median("wall") if ours and theirs else None
