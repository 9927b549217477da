"""Open animations and their frames."""

import ctypes
import datetime
import enum
import json
import math
import os
import sys
import threading
import weakref
from fractions import Fraction
from typing import Any, Iterator, List, Optional, Tuple, Union

from . import _library
from ._errors import Code, Error

LAYOUTS = {"rgba": 0, "bgra": 1, "rgba-premultiplied": 2, "bgra-premultiplied": 3}
# Times are read in pieces, so that long animations need no memory for them.
PIECE = 256
LARGEST = 2**63 - 1


class Alpha(enum.IntEnum):
    """Transparency, as far as headers tell."""

    ABSENT = 0
    POSSIBLE = 1
    PRESENT = 2


class Frame:
    """One frame: the whole canvas, with its exact place on the timeline."""

    __slots__ = ("index", "start", "duration", "_buffer", "_shape")

    index: int
    """From 0."""
    start: Fraction
    """Seconds from the start of a play."""
    duration: Fraction
    """Seconds; above 0."""

    def __init__(self, index, start, duration, buffer, shape) -> None:
        self.index, self.start, self.duration = index, start, duration
        self._buffer, self._shape = buffer, shape

    @property
    def pixels(self) -> memoryview:
        """The pixels as a view of bytes with the shape (height, width, 4)."""
        view = memoryview(self._buffer)
        return view if view.ndim == 3 else view.cast("B", self._shape)

    @property
    def array(self) -> Any:
        """The pixels as a numpy array of bytes with the shape (height, width, 4); not a copy."""
        import numpy

        return numpy.asarray(self._buffer).reshape(self._shape)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        array = self.array if dtype is None else self.array.astype(dtype)
        return array.copy() if copy else array

    def __repr__(self) -> str:
        height, width, _ = self._shape
        return f"<frame {self.index}: {width}x{height}, {self.start} s, for {self.duration} s>"


class Animation:
    """Any frame of an animation at any time; `animconv.open` makes one.

    Threads may share it: their calls run one after another, and other threads of Python run meanwhile.
    """

    size: Tuple[int, int]
    """Width and height of every frame, in pixels."""
    plays: int
    """How often the animation plays; 0 for ever."""
    duration: Fraction
    """Seconds of one play."""
    alpha: Alpha
    """Transparency, as far as headers tell."""
    layout: str
    """The order of a pixel's bytes."""

    def __init__(self, handle: int, layout: str) -> None:
        self._handle: Optional[int] = handle
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._finalizer = weakref.finalize(self, _library.functions.animconv_close, handle)
        self._finalizer.atexit = False
        self.layout = layout
        info = self._info()
        self.size = (info.width, info.height)
        self._shape = (info.height, info.width, 4)
        self._count = info.frame_count
        self.plays = info.play_count
        self.duration = Fraction(info.duration.numerator, info.duration.denominator)
        self.alpha = Alpha(info.alpha)

    # Calls

    def _use(self) -> int:
        """The handle for a call, with ``_lock`` held."""
        if self._handle is None:
            raise ValueError("the animation is closed")
        return self._handle

    def _check_process(self) -> None:
        # The parent may have held the lock when it forked.
        if os.getpid() != self._process:
            raise Error(
                Code.UNAVAILABLE, "this process was forked from the one that opened the animation",
                remedy="open it in each process, and start processes with 'spawn'")

    def _info(self) -> _library.Info:
        self._check_process()
        info = _library.Info(size=ctypes.sizeof(_library.Info))
        with self._lock:
            _library.check(_library.functions.animconv_get_info(self._use(), info))
        return info

    def _times(self, first: int, count: int) -> List[Fraction]:
        self._check_process()
        times = (_library.Time * count)()
        with self._lock:
            _library.check(
                _library.functions.animconv_get_times(self._use(), first, count, times))
        return [Fraction(time.numerator, time.denominator) for time in times]

    # Facts

    def __len__(self) -> int:
        return self._count

    @property
    def width(self) -> int:
        """Pixels."""
        return self.size[0]

    @property
    def height(self) -> int:
        """Pixels."""
        return self.size[1]

    @property
    def times(self) -> List[Fraction]:
        """The start of each frame in seconds, and the end of the last one."""
        return self._times(0, self._count + 1)

    def _description(self) -> dict:
        self._check_process()
        with self._lock:
            text = _library.functions.animconv_describe(self._use())
        if text is None:
            raise _library.last_error()
        return json.loads(text)

    @property
    def kind(self) -> str:
        """What it was read from: `gif`, `apng`, `webP`, `video` and so on."""
        return self._description()["kind"]

    @property
    def warnings(self) -> List[str]:
        """Damage that was tolerated, including damage that decoding has found so far."""
        return self._description()["warnings"]

    @property
    def notes(self) -> List[str]:
        """Decisions of reading, such as where a folder's times come from."""
        return self._description()["notes"]

    # Frames

    def __iter__(self) -> Iterator[Frame]:
        for first in range(0, self._count, PIECE):
            count = min(PIECE, self._count - first)
            times = self._times(first, count + 1)
            for offset in range(count):
                start = times[offset]
                yield self._frame(first + offset, start, times[offset + 1] - start)

    def __getitem__(self, index: int) -> Frame:
        number = range(self._count)[index]
        if not isinstance(number, int):
            raise TypeError("frames are picked one by one; use itertools.islice for a range")
        start, end = self._times(number, 2)
        return self._frame(number, start, end - start)

    def frame(self, at: Union[int, float, Fraction, datetime.timedelta]) -> Frame:
        """The frame that is shown this many seconds after the start, counting all plays. Before 0 it
        is the first frame, after the last play the last one. ``animation[index]`` goes by number."""
        self._check_process()
        numerator, denominator = _ratio(at)
        with self._lock:
            index = _library.functions.animconv_frame_at(self._use(), numerator, denominator)
        if index < 0:
            raise _library.last_error()
        return self[index]

    def copy_frame(
        self, index: int, into: Any, *, layout: Optional[str] = None, stride: int = 0
    ) -> None:
        """Decodes a frame into memory of the caller, such as a bytearray, a numpy array or shared
        memory.

        - into: writable and contiguous, with at least `stride * (height - 1) + 4 * width` bytes.
        - layout: by default that of the animation.
        - stride: bytes from one row to the next; 0 for rows without bytes between them.
        """
        self._check_process()
        view = memoryview(into).cast("B")
        target = (ctypes.c_char * view.nbytes).from_buffer(view)
        self._copy(index, target, view.nbytes, number_of(layout or self.layout), stride)

    def _copy(self, index, target, capacity, layout, stride) -> None:
        with self._lock:
            _library.check(
                _library.functions.animconv_copy_frame(
                    self._use(), index, layout, target, capacity, stride))

    def _frame(self, index: int, start: Fraction, duration: Fraction) -> Frame:
        self._check_process()
        height, width, _ = self._shape
        count = height * width * 4
        numpy = sys.modules.get("numpy")
        if numpy is None:
            buffer = bytearray(count)
            target = ctypes.c_char.from_buffer(buffer)
        else:
            # Memory that is not cleared first.
            buffer = numpy.empty(self._shape, numpy.uint8)
            target = ctypes.c_char.from_buffer(buffer)
        self._copy(index, ctypes.addressof(target), count, LAYOUTS[self.layout], 0)
        return Frame(index, start, duration, buffer, self._shape)

    # The end

    def close(self) -> None:
        """Frees the animation. Frames stay valid."""
        if os.getpid() != self._process:
            return
        with self._lock:
            self._handle = None
            self._finalizer()

    def __enter__(self) -> "Animation":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<animation: {self.width}x{self.height}, {len(self)} frames, {self.duration} s>"


def number_of(layout: str) -> int:
    """The number of a layout."""
    if not isinstance(layout, str) or layout not in LAYOUTS:
        raise ValueError(f"expected {', '.join(LAYOUTS)} for the layout, but got {layout!r}")
    return LAYOUTS[layout]


def _ratio(time: Any) -> Tuple[int, int]:
    """Seconds as two integers of 64 bits; times beyond are the longest ones."""
    if isinstance(time, datetime.timedelta):
        time = Fraction(time // datetime.timedelta(microseconds=1), 1_000_000)
    seconds = Fraction(time)
    if seconds.denominator > LARGEST or abs(seconds.numerator) > LARGEST:
        seconds = Fraction(math.floor(seconds * 1_000_000_000), 1_000_000_000)
    return max(-LARGEST, min(LARGEST, seconds.numerator)), seconds.denominator
