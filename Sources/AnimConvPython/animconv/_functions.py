"""The functions of the module. `_functions.pyi` has their settings; `.ci/stubs` makes it."""

import builtins
import ctypes
import json
import os

from . import _library, _settings
from ._animation import Animation, number_of
from ._report import PHASES, Progress, Report

# How long a call waits before Python may handle a signal, in milliseconds.
PATIENCE = 50


def open(source, /, *, layout="rgba", name=None, **settings):
    """Opens an animation. Its headers are read, and nothing is decoded.

    - source: a path, the bytes of a file, or an open file.
    - layout: the order of a pixel's bytes: rgba, bgra, rgba-premultiplied or bgra-premultiplied.
    - name: its name in messages.
    - settings: those about reading, such as delays="verbatim".
    """
    number_of(layout)
    text = _settings.text(settings)
    if isinstance(source, (bytes, bytearray, memoryview)):
        handle = _open_bytes(source, name, text)
    elif isinstance(source, (str, os.PathLike)):
        handle = _library.functions.animconv_open_path(os.fsencode(source), text)
    else:
        handle = _open_file(source, name, text)
    if not handle:
        raise _library.last_error()
    return Animation(handle, layout)


def _open_bytes(source, name, settings):
    contents = builtins.bytes(source)
    return _library.functions.animconv_open_bytes(
        contents, len(contents), _text(name), settings)


def _open_file(source, name, settings):
    try:
        descriptor = source.fileno()
    except (AttributeError, OSError):
        return _open_bytes(source.read(), name, settings)
    own = getattr(source, "name", None)
    if name is None and isinstance(own, str):
        name = own
    return _library.functions.animconv_open_descriptor(descriptor, _text(name), settings)


def _text(name):
    return None if name is None else os.fsencode(name)


def convert(source, output, /, *, preset=None, overwrite=False, progress=None, **settings):
    """Converts a file. Outputs are complete or absent.

    KeyboardInterrupt, and any exception of `progress`, cancels the conversion and leaves no output.

    - preset: its name, or the path of its file.
    - overwrite: whether an output that exists is replaced.
    - progress: called with a Progress now and then, on this thread.
    - settings: those of presets: crf=18, scale="50%".
    """
    request = {
        "input": _settings.path(source), "output": _settings.path(output),
        "settings": _settings.named(settings), "overwrite": bool(overwrite)}
    if preset is not None:
        request["preset"] = _settings.path(preset)
    handle = _library.functions.animconv_convert(json.dumps(request).encode())
    if not handle:
        raise _library.last_error()
    try:
        state = _library.ProgressState()
        shown = None
        code = _library.RUNNING
        while code == _library.RUNNING:
            code = _library.functions.animconv_wait(handle, PATIENCE, ctypes.byref(state))
            now = Progress(
                PHASES[state.phase], state.frames_done, state.frames_total, state.output)
            if progress is not None and now != shown:
                shown = now
                progress(now)
        _library.check(code)
        return Report.of_json(_library.functions.animconv_report(handle))
    finally:
        # Cancels what still runs, and waits for its end.
        _library.functions.animconv_free(handle)
