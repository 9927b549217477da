"""One clip and one kind of output: every encoder's points, and what they say of animconv's default."""
import math

import measure
import page_encoders
import page_scores

EXACT = 99.999          # p10 of equal pixels
EVEN = 0.01             # what a ratio may differ from 1 without a winner


def contest(cache, binary, output, clip, note):
    """A row of the table of that output. note: called with what a person should look at."""
    run = _Run(cache, binary, output, clip, note)
    ours = [run.ours(name, flags) for name, flags in page_encoders.OURS[output].settings(clip)]
    default = ours[0]
    row = {"clip": clip.name, "kind": clip.kind, "p10": default.p10, "bytes": default.size,
           "seconds": default.seconds, "ssim": default.ssim, "peers": {}, "points": {"ours": _plain(ours)}}
    tried = {}
    for peer in page_encoders.PEERS[output]:
        is_useless = peer.is_exact and default.p10 < EXACT
        if is_useless or not peer.fits(clip) or not all(map(page_encoders.tool, peer.tools)):
            continue
        try:
            tried[peer.name] = (peer, run.peer(peer, default.p10))
        except RuntimeError as error:
            note("%s, %s: %s" % (output, peer.name, error))
    for _ in range(2):                      # another one may be the best once the first is refined
        curves = {name: frontier(points.values()) for name, (_, points) in tried.items()}
        row["peers"] = {name: against(default, ours, curve) for name, curve in curves.items()}
        known = {name: found for name, found in row["peers"].items() if found["at"] and default.p10 > 0}
        row["best"] = best = min(known, key=lambda name: known[name]["at"]) if known else None
        if not best or not run.refine(*tried[best], default.p10):
            break
    row["points"].update({name: _plain(points.values()) for name, (_, points) in tried.items()})
    if best and default.p10 < EXACT:
        row["second"], row["agrees"] = by_second(run, default, curves[best], known[best])
    row["verdict"] = verdict(row)
    return row


class _Run:
    def __init__(self, cache, binary, output, clip, note):
        self.cache, self.binary, self.output, self.clip, self.note = cache, binary, output, clip, note
        self.reads = [clip.hashes, clip.durations, page_encoders.identity(clip.path)]

    def ours(self, name, flags):
        kind = page_encoders.OURS[self.output]
        source = page_encoders.source_of(self.output, self.clip, True)
        return self._point("ours", name, kind.ending, lambda output: [
            kind.command(self.binary, source, flags, output)])

    def peer(self, peer, target):
        """Points at its qualities, and at up to two more on the side where ours is."""
        points = {quality: self._of(peer, quality) for quality in peer.qualities}
        for _ in range(2 if len(points) > 1 else 0):
            low, high = min(points), max(points)
            rises = points[high].p10 > points[low].p10
            if target > max(p.p10 for p in points.values()):
                at_top = rises
            elif target < min(p.p10 for p in points.values()):
                at_top = not rises
            else:
                break
            step = (peer.qualities[-1] - peer.qualities[0]) // 3
            quality = min(high + step, peer.limits[1]) if at_top else max(low - step, peer.limits[0])
            if quality in points:
                break
            points[quality] = self._of(peer, quality)
        return points

    def refine(self, peer, points, target):
        """One more encode where a line between two points reaches the target, because lines flatter:
        bytes rise faster towards high scores. False where no quality lies between."""
        order = sorted(points)
        for low, high in zip(order, order[1:]):
            a, b = points[low].p10, points[high].p10
            if min(a, b) <= target <= max(a, b) and high - low > 1 and a != b:
                quality = round(low + (high - low) * (target - a) / (b - a))
                quality = min(high - 1, max(low + 1, quality))
                points[quality] = self._of(peer, quality)
                return True
        return False

    def _of(self, peer, quality):
        source = page_encoders.source_of(self.output, self.clip, False)
        return self._point(
            peer.name, "" if quality is None else str(quality), peer.ending,
            lambda output: peer.commands(self.clip, source, quality, output))

    def _point(self, name, setting, ending, commands):
        made, _, seconds = self.cache.encode(commands, self.reads, ending)
        source = page_encoders.source_of(self.output, self.clip, True)
        point = page_scores.judge(self.cache, self.binary, self.clip, source, made, setting, seconds)
        if point.p10 < 0 or point.shift > 0.0011:
            self.note("%s, %s: p10 %.1f, times wrong by up to %.0f ms" % (
                self.output, (name + " " + setting).strip(), point.p10, point.shift * 1000))
        return point

    def second(self, point):
        return page_scores.second(self.cache, self.binary, self.clip, self.output, point)


def frontier(points):
    """The points that no other one beats in both bytes and p10, by rising p10."""
    kept = []
    for point in sorted(points, key=lambda p: (-p.p10, p.size)):
        if not kept or point.size < kept[-1].size:
            kept.append(point)
    return kept[::-1]


def against(default, ours, curve):
    """Bytes of a peer at the p10 of our default, and the figures that follow."""
    at, bound = measure.size_at(curve, lambda p: p.p10, default.p10), ""
    if default.p10 >= EXACT:
        at = min((p.size for p in curve if p.p10 >= EXACT), default=None)
    if at is None and default.p10 > curve[-1].p10 and default.size <= curve[-1].size:
        at, bound = curve[-1].size, "<"         # better and not larger than its best
    elif at is None and default.p10 < curve[0].p10 and default.size >= curve[0].size:
        at, bound = curve[0].size, ">"
    nearest = min(curve, key=lambda p: abs(p.p10 - default.p10))
    return {"at": at, "bound": bound, "ratio": default.size / at if at else None,
            "cpu": default.seconds / max(nearest.seconds, 0.001),
            "rate": measure.rate(frontier(ours), curve, lambda p: p.p10) if len(curve) > 1 else None,
            "from": curve[0].p10, "to": curve[-1].p10}


def by_second(run, default, curve, found):
    """(bytes of ours for each byte of the peer at equal quality by the second judge, on the line through
    the two points that are nearest by p10; whether it confirms which one is better)."""
    ours = run.second(default)
    if found["bound"]:
        end = run.second(curve[-1 if found["bound"] == "<" else 0])
        return None, ours >= end if found["bound"] == "<" else ours <= end
    if len(curve) < 2:
        return None, True
    above = next((i for i, p in enumerate(curve) if p.p10 >= default.p10), len(curve) - 1)
    low, high = curve[max(above, 1) - 1], curve[max(above, 1)]
    a, b = run.second(low), run.second(high)
    if abs(b - a) < 0.005:
        return None, True
    share = min(2, max(-1, (ours - a) / (b - a)))
    other = default.size / math.exp(math.log(low.size) + share * math.log(high.size / low.size))
    return other, abs(other - 1) <= EVEN or (found["ratio"] - 1) * (other - 1) >= 0


def verdict(row):
    """loss, win or even; reversed where the second judge says the contrary; none where unknown."""
    if row["p10"] <= 0:
        return "bad"                        # equal scores of outputs that are wrong mean nothing
    if not row["best"]:
        return "none"
    ratio = row["peers"][row["best"]]["ratio"]
    if abs(ratio - 1) <= EVEN:
        return "even"
    if not row.get("agrees", True):
        return "reversed"
    return "loss" if ratio > 1 else "win"


def _plain(points):
    return [{"setting": p.setting, "bytes": p.size, "seconds": round(p.seconds, 3),
             "p10": round(p.p10, 3), "ssim": round(p.ssim, 3), "second": p.second} for p in points]


def mean(values):
    """The geometric mean of what is known."""
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None
