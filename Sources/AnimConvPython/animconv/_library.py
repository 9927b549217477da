"""The functions of animconv.h."""

import ctypes
import os
import pathlib
import sys
from ctypes import (
    POINTER, Structure, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_void_p)

from ._errors import Error

ABI = 1
RUNNING = -1


class Time(Structure):
    _fields_ = [("numerator", c_int64), ("denominator", c_int64)]


class Info(Structure):
    _fields_ = [
        ("size", c_size_t), ("width", c_uint32), ("height", c_uint32), ("frame_count", c_int64),
        ("play_count", c_int64), ("duration", Time), ("alpha", c_int32), ("warning_count", c_int32)]


class ProgressState(Structure):
    _fields_ = [
        ("phase", c_int32), ("output", c_int32), ("frames_done", c_int64),
        ("frames_total", c_int64)]


SIGNATURES = {
    "animconv_abi": (c_int32, []),
    "animconv_version": (c_char_p, []),
    "animconv_last_error": (c_char_p, [POINTER(c_int32)]),
    "animconv_open_path": (c_void_p, [c_char_p, c_char_p]),
    "animconv_open_bytes": (c_void_p, [c_void_p, c_size_t, c_char_p, c_char_p]),
    "animconv_open_descriptor": (c_void_p, [c_int32, c_char_p, c_char_p]),
    "animconv_get_info": (c_int32, [c_void_p, POINTER(Info)]),
    "animconv_get_times": (c_int32, [c_void_p, c_int64, c_int64, POINTER(Time)]),
    "animconv_frame_at": (c_int64, [c_void_p, c_int64, c_int64]),
    "animconv_copy_frame": (
        c_int32, [c_void_p, c_int64, c_int32, c_void_p, c_size_t, c_size_t]),
    "animconv_describe": (c_char_p, [c_void_p]),
    "animconv_close": (None, [c_void_p]),
    "animconv_convert": (c_void_p, [c_char_p]),
    "animconv_wait": (c_int32, [c_void_p, c_int64, POINTER(ProgressState)]),
    "animconv_report": (c_char_p, [c_void_p]),
    "animconv_cancel": (None, [c_void_p]),
    "animconv_free": (None, [c_void_p]),
}


def _path() -> pathlib.Path:
    """The library: the one that ANIMCONV_LIBRARY names, or the one of the wheel."""
    named = os.environ.get("ANIMCONV_LIBRARY")
    if named:
        return pathlib.Path(named)
    suffix = "dylib" if sys.platform == "darwin" else "so"
    return pathlib.Path(__file__).parent / f"libAnimConvC.{suffix}"


def _load() -> ctypes.CDLL:
    path = _path()
    # The libraries that a wheel brings along, lowest first, so that each finds those below it.
    brought = path.parent / "libs"
    order = brought / "ORDER"
    if order.exists():
        for name in order.read_text().split():
            ctypes.CDLL(str(brought / name))
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(
            f"the library of animconv cannot be loaded: {error}; set ANIMCONV_LIBRARY to a "
            "libAnimConvC that 'swift build --product AnimConvC' has made") from None
    try:
        found = library.animconv_abi()
    except AttributeError:
        raise ImportError(f"{path} is not a library of animconv") from None
    if found != ABI:
        raise ImportError(
            f"{path} has version {found} of the interface, but this module needs {ABI}; install "
            "both from one release")
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


functions = _load()
version: str = functions.animconv_version().decode()


def last_error() -> Error:
    """The error of the latest call of this thread."""
    return Error.of_json(functions.animconv_last_error(None))


def check(code: int) -> None:
    """Raises the error of a call."""
    if code != 0:
        raise last_error()
