"""Errors, with the numbers of the command's exit codes."""

import enum
import json
from typing import Optional


class Code(enum.IntEnum):
    """What kind of failure it is."""

    CONSTRAINT = 3
    """The output does not meet a platform's requirements."""
    USAGE = 64
    """The request contradicts itself or does not apply to this input."""
    DAMAGED = 65
    """The input is damaged, unsupported or over a limit."""
    MISSING = 66
    """The input does not exist."""
    UNAVAILABLE = 69
    """A library is not installed, or this process was forked from one that used animconv."""
    INTERNAL = 70
    """A mistake of animconv itself."""
    CANNOT_CREATE = 73
    """The output exists or cannot be created."""
    INPUT_OUTPUT = 74
    """The system could not read or write."""
    CONFIGURATION = 78
    """A preset or a setting is invalid."""
    CANCELLED = 130
    """Cancelled."""


class Error(Exception):
    """A failure: its code, the stage, the file, the frame, the reason and, if known, the remedy."""

    code: Code
    stage: Optional[str]
    file: Optional[str]
    frame: Optional[int]
    reason: str
    remedy: Optional[str]

    def __init__(
        self, code: Code, reason: str, *, stage: Optional[str] = None, file: Optional[str] = None,
        frame: Optional[int] = None, remedy: Optional[str] = None,
    ) -> None:
        self.code, self.reason, self.stage = code, reason, stage
        self.file, self.frame, self.remedy = file, frame, remedy
        place = [file, stage, None if frame is None else f"frame {frame}"]
        text = ": ".join([part for part in place if part is not None] + [reason])
        super().__init__(text if remedy is None else f"{text}; {remedy}")

    def __reduce__(self):
        members = {
            name: getattr(self, name) for name in ("stage", "file", "frame", "remedy")}
        return _restore, (self.code, self.reason, members)

    @classmethod
    def of_json(cls, text: bytes) -> "Error":
        """The error that the library describes."""
        members = json.loads(text)
        return cls(Code(members.pop("code")), members.pop("reason"), **members)


def _restore(code: Code, reason: str, members: dict) -> Error:
    return Error(code, reason, **members)
