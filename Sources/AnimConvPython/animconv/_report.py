"""What conversions say about themselves."""

import json
from fractions import Fraction
from typing import List, NamedTuple


class Progress(NamedTuple):
    """What a conversion is doing."""

    phase: str
    """`surveying`, `analyzing`, `converting` or `finishing`."""
    frames_done: int
    frames_total: int
    """Frames of this phase; 0 if that is not known yet."""
    output: int
    """Which output of a preset with several, from 0."""


PHASES = ("surveying", "analyzing", "converting", "finishing")


class Output(NamedTuple):
    """A file or folder that was written."""

    path: str
    bytes: int


class Report(NamedTuple):
    """What a conversion did."""

    outputs: List[Output]
    frames: int
    duration: Fraction
    """The exact duration in seconds."""
    warnings: List[str]
    """Damage in the input that was tolerated."""
    notes: List[str]

    @classmethod
    def of_json(cls, text: bytes) -> "Report":
        """The report that the library describes."""
        report = json.loads(text)
        return cls(
            [Output(output["path"], output["bytes"]) for output in report["outputs"]],
            report["frames"], Fraction(report["seconds"]), report["warnings"], report["notes"])
