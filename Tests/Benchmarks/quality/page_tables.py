"""The tables of `page`, for a terminal and for the documentation."""
import datetime
import math
import platform

import page_clips
import page_contest
import page_encoders
import page_scores

mean = page_contest.mean
JUDGES = {True: "butteraugli", False: "SSIM"}


def _figure(value, digits=2):
    return "–" if value is None else "%.*f" % (digits, value)


def _ordered(rows):
    """Losses first."""
    def key(row):
        return -(row["peers"][row["best"]]["ratio"] if row["best"] else 0)
    return sorted(rows, key=key)


def table(output, rows):
    """Lines: each clip beside the best other encoder, then each encoder over all clips."""
    judge = JUDGES[page_scores.butteraugli() is not None]
    lines = ["| clip | animconv: p10 @ bytes | best other encoder | its bytes | ratio | by %s | BD-rate "
             "| CPU |" % judge, "|---|--:|---|--:|--:|--:|--:|--:|"]
    for row in _ordered(rows):
        own = "%.1f @ %s" % (row["p10"], format(row["bytes"], ","))
        if not row["best"]:
            lines.append("| %s | %s | %s | – | – | – | – | – |" % (row["clip"], own, _missed(row)))
            continue
        best = row["peers"][row["best"]]
        second = _figure(row.get("second")) + (
            ", reversed" if row["verdict"] == "reversed" else "")
        if row["p10"] >= page_contest.EXACT:
            second = "exact"
        lines.append("| %s | %s | %s | %s | %s%s | %s | %s | %s |" % (
            row["clip"], own, row["best"], format(round(best["at"]), ","), best["bound"],
            _figure(best["ratio"]), second, _figure(best["rate"]), _figure(best["cpu"])))
    return lines


def _missed(row):
    """Why no encoder is compared: none reaches that p10."""
    if not row["peers"]:
        return "none ran"
    if row["verdict"] == "bad":
        return "not compared"
    lowest, highest = (min(p["from"] for p in row["peers"].values()),
                       max(p["to"] for p in row["peers"].values()))
    return "none at that p10 (%.0f to %.0f)" % (lowest, highest)


def encoders(rows):
    lines = ["| encoder | clips | ratio | BD-rate | CPU |", "|---|--:|--:|--:|--:|"]
    names = dict.fromkeys(name for row in rows for name in row["peers"])
    for name in names:
        found = [row["peers"][name] for row in rows if name in row["peers"]]
        counted = [p for p in found if p["ratio"] and not p["bound"]]
        lines.append("| %s | %d | %s | %s | %s |" % (
            name, len(counted), _figure(mean([p["ratio"] for p in counted])),
            _figure(mean([p["rate"] for p in found])), _figure(mean([p["cpu"] for p in found]))))
    return lines


def summary(rows):
    """Figures over all clips, beside the best other encoder of each."""
    best = [row["peers"][row["best"]] for row in rows if row["best"]]
    counted = [row for row in rows if row["best"] and not row["peers"][row["best"]]["bound"]]
    ratio = mean([row["peers"][row["best"]]["ratio"] for row in counted])
    second = mean([row["second"] for row in counted if row.get("second")])
    same = mean([row["peers"][row["best"]]["ratio"] for row in counted if row.get("second")])
    names = {kind: [row["clip"] for row in _ordered(rows) if row["verdict"] == kind]
             for kind in ("loss", "win", "even", "reversed", "none", "bad")}
    is_reversed = bool(second and same and (same - 1) * (second - 1) < 0
                       and min(abs(same - 1), abs(second - 1)) > page_contest.EVEN)
    return {"ratio": ratio, "second": second, "clips": len(counted), **names,
            "cpu": mean([p["cpu"] for p in best]), "rate": mean([p["rate"] for p in best]),
            "is_reversed": is_reversed}


def overview(results):
    """All outputs in one table, the largest ratio first."""
    judge = JUDGES[page_scores.butteraugli() is not None]
    lines = ["| output | ratio | by %s | BD-rate | CPU | clips | larger | smaller | even | judges differ |"
             % judge, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    found = {output: summary(rows) for output, rows in results.items() if _has_peers(rows)}
    for output in sorted(found, key=lambda o: -(found[o]["ratio"] or 0)):
        each = found[output]
        ratio = _figure(each["ratio"]) + (" (no claim)" if each["is_reversed"] else "")
        lines.append("| %s | %s | %s | %s | %s | %d | %d | %d | %d | %d |" % (
            page_encoders.TITLES[output], ratio, _figure(each["second"]), _figure(each["rate"]),
            _figure(each["cpu"]), each["clips"], len(each["loss"]), len(each["win"]),
            len(each["even"]), len(each["reversed"])))
    return lines


def _has_peers(rows):
    return any(row["peers"] for row in rows)


def sentences(rows):
    each = summary(rows)
    lines = []
    for kind, text in (
            ("loss", "Larger than the best other encoder by more than 1 %%: %s."),
            ("reversed", "The two judges disagree, so nothing is claimed: %s."),
            ("none", "No other encoder was close to the score of the default: %s."),
            ("bad", "The default scores below 0, so sizes are not compared: %s.")):
        if each[kind]:
            lines += _wrapped(text % ", ".join("`%s`" % name for name in each[kind])) + [""]
    return lines


def _wrapped(text, width=116):
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = word
        else:
            line = (line + " " + word).lstrip()
    return lines + [line]


PAGE = """# Quality against other encoders

Bytes at equal quality for each kind of output, beside the encoders that people use for it.

## Overview

`Tests/Benchmarks/quality/page` made this page with %(animconv)s in %(month)s. It converted every clip with
animconv's default, and with other encoders at four qualities or more.

Ratios are animconv's figure divided by the other encoder's; less than 1 is better for animconv. In every
table, the clips where animconv is worst come first.

- *p10* is the SSIMULACRA2 score that frames reach during 90 %% of the time, as `animconv compare` reports
  it. Transparent frames are judged on white and on black, and the worse score counts.
- *its bytes* are the other encoder's bytes at the p10 of animconv's default, interpolated on a logarithmic
  scale between two of its encodes. One more encode close to that p10 narrows the gap.
- `<` and `>` mark limits: no encode of the other encoder has a p10 that high or that low, and its nearest
  encode is used.
- *by %(judge)s* is the same ratio at equal quality by a second judge, %(how)s.
  "Reversed" marks clips where this judge prefers the other side. Nothing is claimed there.
  A dash beside a ratio without a limit means that this judge sees no difference between the two nearest
  encodes, so it confirms nothing.
- *exact* means that both outputs have the same pixels as the source, so no judge is needed.
- *BD-rate* is the mean ratio over all scores that both encoders reach.
- *CPU* compares user and system time of all threads.

For each clip, the table shows the encoder with the fewest bytes, chosen afterwards. The tables of single
encoders show what one encoder does on all clips.

%(overview)s

Means are geometric. Limits do not count in the means of *ratio*.
"""
SECOND = {True: "the mean 3-norm of\n  libjxl's butteraugli over up to six frames of each output",
          False: "the mean SSIM\n  of `animconv compare`"}


def page(results, clips, seen, missing):
    is_butteraugli = page_scores.butteraugli() is not None
    judge = JUDGES[is_butteraugli]
    lines = [PAGE % {
        "animconv": page_encoders.animconv_version(), "judge": judge, "how": SECOND[is_butteraugli],
        "month": datetime.date.today().strftime("%B %Y"), "overview": "\n".join(overview(results))}]
    if len(clips) < len(page_clips.KINDS):
        lines += _wrapped("Only %d of the script's %d clips were used, so means lean towards their kinds." % (
            len(clips), len(page_clips.KINDS))) + [""]
    for output, rows in sorted(results.items(), key=lambda r: -(summary(r[1])["ratio"] or 0)):
        if _has_peers(rows):
            lines += ["## " + page_encoders.TITLES[output], "", *table(output, rows), "", *sentences(rows),
                      "Each encoder over all clips:", "", *encoders(rows), ""]
    lines += ["## Commands", "", *_wrapped("N is the quality. All frames keep their exact durations."), "",
              "| output | encoder | command |", "|---|---|---|"]
    for output in results:
        kind = page_encoders.OURS[output]
        flags = " ".join(["animconv IN OUT." + kind.ending, *kind.flags])
        more = "; other points: `%s` %s" % (kind.scale, ", ".join(map(str, kind.qualities)))
        lines.append("| %s | animconv | `%s`%s |" % (
            page_encoders.TITLES[output], flags, more if kind.qualities else ""))
        for peer in page_encoders.PEERS[output]:
            if peer.name in seen:
                qualities = "; N: " + ", ".join(map(str, peer.qualities)) if " N" in peer.shown or (
                    "=N" in peer.shown) else ""
                shown = peer.shown.replace("|", "\\|")
                lines.append("| %s | %s | `%s`%s |" % (
                    page_encoders.TITLES[output], peer.name, shown, qualities))
    lines += ["", *_wrapped(
        "FFmpeg receives an APNG with the same frames. For videos, its options also convert to BT.709 with "
        "chroma in the middle of each block of four pixels, where browsers expect it, and set the coarsest "
        "time base that keeps every duration. H.264 and AV1 store no alpha here, so clips with alpha are "
        "put on white first."),
        "", "## Versions", "", "| program | version |", "|---|---|",
        "| animconv | %s |" % page_encoders.animconv_version().split()[-1]]
    lines += ["| %s | %s |" % pair for pair in page_encoders.versions().items()]
    lines += ["| Python | %s |" % platform.python_version()]
    if missing:
        lines += ["", "Not installed: %s." % ", ".join(missing)]
    seconds = sum(point["seconds"] for rows in results.values() for row in rows
                  for points in row["points"].values() for point in points)
    lines += ["", "## Clips", "", *_wrapped(
        "All are short: all encodes took %d minutes of processor time. GIFs are the first frames of files "
        "from public repositories, or made by scripts; the other clips are drawn, or cut from a film and a "
        "photograph." % math.ceil(seconds / 60)), "", "| clip | kind | size | frames | seconds | SHA-256 |",
        "|---|---|---|--:|--:|---|"]
    for clip in clips:
        lines.append("| %s | %s | %dx%d | %d | %.2f | `%s` |" % (
            clip.name, clip.kind, clip.width, clip.height, len(clip.pictures),
            sum(clip.durations) / 1000, clip.sha256()))
    return "\n".join(lines) + "\n"
