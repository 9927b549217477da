"""Frames of animations with exact times, and conversions.

    import animconv

    with animconv.open("in.gif") as animation:
        for frame in animation:
            print(frame.index, frame.start, frame.duration, frame.array.shape)

    animconv.convert("in.gif", "out.mp4", crf=18)

This module is experimental: it may change with every release.
"""

from ._animation import Alpha, Animation, Frame
from ._errors import Code, Error
from ._functions import convert, open
from ._library import version as __version__
from ._report import Output, Progress, Report

__all__ = [
    "Alpha", "Animation", "Code", "Error", "Frame", "Output", "Progress", "Report", "convert", "open",
]
