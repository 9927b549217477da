"""The Python module, compared with Pillow where it is installed.

    Tests/Python/run
"""
import concurrent.futures
import ctypes
import gc
import io
import multiprocessing
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from datetime import timedelta
from fractions import Fraction

import pytest

import animconv

ROOT = pathlib.Path(__file__).resolve().parents[2]
ORBIT = ROOT / "Tests/Fixtures/orbit.gif"
COUNT = 24


@pytest.fixture
def animation():
    with animconv.open(ORBIT) as animation:
        yield animation


# Facts

def test_tells_what_is_in_a_file(animation):
    assert len(animation) == COUNT
    assert animation.size == (99, 67) == (animation.width, animation.height)
    assert animation.plays == 0
    assert animation.duration == Fraction(19, 10)
    assert animation.kind == "gif"
    assert animation.warnings == []
    assert animation.alpha in animconv.Alpha


def test_times_are_exact_fractions(animation):
    times = animation.times
    assert len(times) == COUNT + 1
    assert times[0] == 0 and times[-1] == Fraction(19, 10)
    assert all(isinstance(time, Fraction) for time in times)
    for frame, start, end in zip(animation, times, times[1:]):
        assert (frame.start, frame.duration) == (start, end - start)


def test_opens_paths_bytes_and_files():
    contents = ORBIT.read_bytes()
    with open(ORBIT, "rb") as file:
        sources = [
            str(ORBIT), ORBIT, contents, bytearray(contents), memoryview(contents), file,
            io.BytesIO(contents)]
        for source in sources:
            with animconv.open(source) as animation:
                assert len(animation) == COUNT


def test_opens_names_of_any_bytes(tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff.gif"
    with open(name, "wb") as file:
        file.write(ORBIT.read_bytes())
    with animconv.open(os.fsdecode(name)) as animation:
        assert len(animation) == COUNT
    report = animconv.convert(os.fsdecode(name), tmp_path / "out.png", poster="first")
    assert report.frames == 1


# Frames

def test_frames_equal_those_of_pillow():
    image = pytest.importorskip("PIL.Image").open(ORBIT)
    with animconv.open(ORBIT) as animation:
        assert image.n_frames == len(animation)
        for frame in animation:
            image.seek(frame.index)
            assert image.convert("RGBA").tobytes() == bytes(frame.pixels)
            assert Fraction(image.info["duration"], 1000) == frame.duration


def test_a_frame_is_picked_by_index_or_time(animation):
    assert animation[3].index == 3
    assert animation[-1].index == COUNT - 1
    for bad in (COUNT, -COUNT - 1):
        with pytest.raises(IndexError):
            animation[bad]
    with pytest.raises(TypeError):
        animation[1:3]
    last = animation[-1]
    assert animation.frame(0).index == 0
    assert animation.frame(last.start).index == COUNT - 1
    assert animation.frame(last.start - Fraction(1, 10**12)).index == COUNT - 2
    assert animation.frame(Fraction(19, 10)).index == 0, "the second play"
    assert animation.frame(timedelta(seconds=1)).index == animation.frame(1.0).index
    assert animation.frame(-5).index == 0
    assert animation.frame(1e-300).index == 0
    assert animation.frame(1e300).index >= 0


def test_frames_out_of_order_are_those_in_order(animation):
    frames = [bytes(frame.pixels) for frame in animation]
    for index in [23, 0, 12, 11, 5, 22, 1]:
        assert bytes(animation[index].pixels) == frames[index]
    assert [bytes(frame.pixels) for frame in animation] == frames


def test_frames_are_arrays_without_a_copy(animation):
    numpy = pytest.importorskip("numpy")
    frame = animation[4]
    assert frame.array.shape == (67, 99, 4) and frame.array.dtype == numpy.uint8
    assert numpy.asarray(frame) is not None
    assert numpy.shares_memory(numpy.asarray(frame), frame.array)
    assert frame.pixels.shape == (67, 99, 4)
    assert frame.pixels.tobytes() == frame.array.tobytes()


def test_frames_outlive_their_animation():
    with animconv.open(ORBIT) as animation:
        frame = animation[7]
        expected = bytes(frame.pixels)
    assert bytes(frame.pixels) == expected


def test_layouts_differ_in_the_order_of_bytes():
    rgba = animconv.open(ORBIT)[2].pixels.tobytes()
    bgra = animconv.open(ORBIT, layout="bgra")[2].pixels.tobytes()
    assert bgra[0::4] == rgba[2::4] and bgra[2::4] == rgba[0::4] and bgra[3::4] == rgba[3::4]
    with pytest.raises(ValueError, match="layout"):
        animconv.open(ORBIT, layout="argb")


def test_copies_into_memory_of_the_caller(animation):
    row, stride = 99 * 4, 99 * 4 + 16
    target = bytearray(b"\x5a" * (stride * 67))
    animation.copy_frame(9, target, stride=stride)
    expected = animation[9].pixels.tobytes()
    for y in range(67):
        assert target[y * stride:y * stride + row] == expected[y * row:(y + 1) * row]
        assert target[y * stride + row:(y + 1) * stride] == b"\x5a" * 16
    with pytest.raises(animconv.Error) as raised:
        animation.copy_frame(0, bytearray(10))
    assert raised.value.code == animconv.Code.USAGE
    with pytest.raises(TypeError):
        animation.copy_frame(0, bytes(99 * 67 * 4))


# The end

def test_a_closed_animation_refuses(animation):
    animation.close()
    animation.close()
    for use in (lambda: animation[0], lambda: animation.times, lambda: animation.frame(0),
                lambda: animation.kind, lambda: list(animation)):
        with pytest.raises(ValueError, match="closed"):
            use()


def test_forgotten_animations_are_freed():
    def resident():
        pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def use():
        for _ in range(40):
            animconv.open(ORBIT)[5]
        gc.collect()

    use()
    before = resident()
    for _ in range(10):
        use()
    # 400 animations with a canvas of 27 kB, and a frame each.
    assert resident() - before < 8 << 20


# Errors

def test_errors_have_codes(tmp_path):
    def error(*arguments, **settings):
        with pytest.raises(animconv.Error) as raised:
            animconv.open(*arguments, **settings)
        return raised.value

    missing = error(tmp_path / "none.gif")
    assert missing.code is animconv.Code.MISSING == 66
    assert missing.stage == "reading" and missing.file == str(tmp_path / "none.gif")
    assert str(tmp_path / "none.gif") in str(missing)
    assert error(b"nonsense").code == animconv.Code.DAMAGED
    assert error(b"").code == animconv.Code.DAMAGED
    assert error(ORBIT, max_frames=23).code == animconv.Code.DAMAGED
    unknown = error(ORBIT, strikt=True)
    assert unknown.code == animconv.Code.CONFIGURATION and "strict" in unknown.remedy
    copy = pickle.loads(pickle.dumps(unknown))
    assert (copy.code, copy.remedy, str(copy)) == (unknown.code, unknown.remedy, str(unknown))


def test_codes_are_those_of_the_header():
    header = (ROOT / "Sources/CAnimConvHeader/include/animconv.h").read_text()
    declared = dict(re.findall(r"^  ANIMCONV_([A-Z_]+) = (\d+),?$", header, re.M))
    for code in animconv.Code:
        assert int(declared[code.name]) == code
    named = {name for name, number in declared.items() if int(number) >= 3 and "RGBA" not in name}
    assert named - {"BGRA_PREMULTIPLIED"} == {code.name for code in animconv.Code}


def test_functions_are_those_of_the_header():
    from animconv import _library

    header = (ROOT / "Sources/CAnimConvHeader/include/animconv.h").read_text()
    assert set(re.findall(r"\b(animconv_[a-z_]+)\(", header)) == set(_library.SIGNATURES)
    program = header + "".join(
        f'\n_Static_assert(sizeof(struct animconv_{name}) == {ctypes.sizeof(structure)}, "{name}");'
        for name, structure in (
            ("time", _library.Time), ("info", _library.Info), ("progress", _library.ProgressState)))
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler:
        subprocess.run(
            [compiler, "-fsyntax-only", "-xc", "-"], input=program, text=True, check=True)


def test_delays_are_read_as_asked(tmp_path):
    # A GIF whose delays are 0: browsers show them for 0.1 s.
    contents = bytearray(ORBIT.read_bytes())
    for place in [match.start() for match in re.finditer(rb"\x21\xf9\x04", contents)]:
        contents[place + 4:place + 6] = b"\0\0"
    assert animconv.open(contents).duration == Fraction(COUNT, 10)
    with pytest.raises(animconv.Error):
        animconv.open(contents, delays="verbatim")
    assert animconv.open(contents, delays="verbatim", zero_delay=40).duration == Fraction(COUNT * 40, 1000)


# Threads and processes

def test_other_threads_run_while_a_frame_is_decoded():
    with animconv.open(ORBIT) as animation, concurrent.futures.ThreadPoolExecutor(4) as pool:
        expected = [frame.pixels.tobytes() for frame in animation]
        results = pool.map(lambda index: animation[index].pixels.tobytes(), list(range(COUNT)) * 3)
        assert list(results) == expected * 3


def forked(answers):
    try:
        animconv.open(ORBIT)
        answers.put("opened")
    except animconv.Error as error:
        answers.put(int(error.code))


def test_a_forked_child_gets_an_error():
    animation = animconv.open(ORBIT)
    context = multiprocessing.get_context("fork")
    answers = context.Queue()

    def child():
        forked(answers)
        try:
            animation[3]
        except animconv.Error as error:
            answers.put(int(error.code))
        animation.close()

    process = context.Process(target=child)
    process.start()
    assert answers.get(timeout=20) == animconv.Code.UNAVAILABLE
    assert answers.get(timeout=20) == animconv.Code.UNAVAILABLE
    process.join(20)
    assert process.exitcode == 0
    assert animation[3].index == 3


# Conversions

def test_converts_with_settings_by_name(tmp_path):
    seen = []
    report = animconv.convert(
        ORBIT, tmp_path / "out.webp", lossless=True, scale="2x", progress=seen.append)
    assert report.frames == COUNT and report.duration == Fraction(19, 10)
    assert [output.path for output in report.outputs] == [str(tmp_path / "out.webp")]
    assert report.outputs[0].bytes == (tmp_path / "out.webp").stat().st_size
    assert seen[-1].phase in animconv._report.PHASES and seen[-1].frames_done == COUNT
    with animconv.open(tmp_path / "out.webp") as result:
        assert result.size == (198, 134) and result.duration == Fraction(19, 10)


def test_an_output_that_exists_is_kept(tmp_path):
    target = tmp_path / "out.gif"
    target.write_bytes(b"mine")
    with pytest.raises(animconv.Error) as raised:
        animconv.convert(ORBIT, target)
    assert raised.value.code == animconv.Code.CANNOT_CREATE
    assert target.read_bytes() == b"mine"
    animconv.convert(ORBIT, target, overwrite=True)
    assert animconv.open(target).duration == Fraction(19, 10)


def test_a_setting_of_another_output_is_refused(tmp_path):
    with pytest.raises(animconv.Error) as raised:
        animconv.convert(ORBIT, tmp_path / "out.gif", crf=18)
    assert raised.value.code in (animconv.Code.CONFIGURATION, animconv.Code.USAGE)
    assert "crf" in raised.value.reason
    with pytest.raises(animconv.Error, match="lossless"):
        animconv.convert(ORBIT, tmp_path / "out.webp", losless=True)


def test_a_preset_writes_its_outputs(tmp_path):
    report = animconv.convert(ORBIT, tmp_path / "out", preset="web-hero")
    assert len(report.outputs) > 1 and report.frames == COUNT
    for output in report.outputs:
        assert pathlib.Path(output.path).stat().st_size == output.bytes


def test_an_exception_of_progress_cancels(tmp_path):
    class Stop(Exception):
        pass

    def stop(progress):
        raise Stop

    with pytest.raises(Stop):
        animconv.convert(ORBIT, tmp_path / "out.webp", effort=9, scale="8x", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_cancels(tmp_path):
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        animconv.convert(
            ORBIT, tmp_path / "out.webp", effort=9, scale="16x", lossless=True)
    assert time.monotonic() - began < 20
    assert list(tmp_path.iterdir()) == []


# Stubs

def stubs():
    return (ROOT / "Sources/AnimConvPython/animconv/_functions.pyi").read_text()


def parameters(function):
    body = stubs().partition(f"def {function}(")[2].partition(") ->")[0]
    own = {"name", "overwrite", "preset", "progress"}
    names = re.findall(r"^    (\w+): Optional\[.+\] = None,$", body, re.M)
    return [name for name in names if name not in own]


def test_stubs_say_what_the_table_of_settings_says():
    subprocess.run([str(ROOT / ".ci/stubs"), "--check"], check=True)


def test_the_library_knows_every_setting_of_the_stubs(tmp_path):
    invalid = {"not": "a value"}
    reading = set(parameters("open"))
    for name in parameters("convert"):
        with pytest.raises(animconv.Error) as raised:
            animconv.convert(ORBIT, tmp_path / "out.webp", **{name: invalid})
        assert raised.value.code == animconv.Code.CONFIGURATION
        assert "there is no setting" not in raised.value.reason, name
        if name == "layout":
            continue
        with pytest.raises(animconv.Error) as raised:
            animconv.open(ORBIT, **{name: invalid})
        assert ("no effect on reading" in raised.value.reason) == (name not in reading), name


def test_documentation_examples_run(tmp_path):
    page = (ROOT / "Sources/AnimConv/AnimConv.docc/CAndPython.md").read_text()
    examples = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    assert len(examples) >= 3
    (tmp_path / "in.gif").write_bytes(ORBIT.read_bytes())
    for example in examples:
        result = subprocess.run(
            [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 0, example + result.stderr


def test_the_line_of_the_readme_runs(tmp_path):
    pytest.importorskip("numpy")
    readme = (ROOT / "README.md").read_text()
    line = re.search(r"`(for frame in animconv\.open.*)`", readme).group(1)
    (tmp_path / "in.gif").write_bytes(ORBIT.read_bytes())
    result = subprocess.run(
        [sys.executable, "-c", f"import animconv\n{line}"], cwd=tmp_path, capture_output=True,
        text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("\n") == COUNT
