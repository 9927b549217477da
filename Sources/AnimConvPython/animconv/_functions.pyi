# Made by .ci/stubs from the table of settings. Do not edit.

import os
from fractions import Fraction
from typing import Any, Callable, IO, Literal, Optional, Sequence, Union

from ._animation import Animation
from ._report import Progress, Report

_Path = Union[str, "os.PathLike[str]", "os.PathLike[bytes]"]
_Layout = Literal["rgba", "bgra", "rgba-premultiplied", "bgra-premultiplied"]
# A text, a number, or several of them.
_Value = Union[str, float, Fraction, Sequence[Union[str, float, Fraction]]]

def open(
    source: Union[_Path, bytes, bytearray, memoryview, IO[bytes]],
    /,
    *,
    layout: _Layout = "rgba",
    name: Optional[str] = None,
    # true or false
    strict: Optional[bool] = None,
    # a whole number from 0
    stream: Optional[int] = None,
    # auto or off
    deinterlace: Optional[Literal["auto", "off"]] = None,
    # a whole number from 1
    max_pixels: Optional[int] = None,
    # a whole number from 1
    max_side: Optional[int] = None,
    # a whole number from 1
    max_frames: Optional[int] = None,
    # a whole number from 1
    max_total_pixels: Optional[int] = None,
    # a whole number from 1
    max_metadata_chunk: Optional[int] = None,
    # a whole number from 1
    max_metadata: Optional[int] = None,
    # a whole number from 1
    max_input_bytes: Optional[int] = None,
    # a whole number from 1
    max_spooled_bytes: Optional[int] = None,
    # error, hold or skip
    gaps: Optional[Literal["error", "hold", "skip"]] = None,
    # pad, contain, crop or error
    sizes: Optional[Literal["pad", "contain", "crop", "error"]] = None,
    # a scale such as 2
    input_scale: Optional[_Value] = None,
    # a whole number from 0
    start_number: Optional[int] = None,
    # true or false
    merge_repeats: Optional[bool] = None,
    # auto, on or off
    cut: Optional[Literal["auto", "on", "off"]] = None,
    # a size such as 96x66
    cell: Optional[_Value] = None,
    # columns and rows such as 10x5
    grid: Optional[_Value] = None,
    # a whole number from 1
    count: Optional[int] = None,
    # a whole number from 0
    spacing: Optional[int] = None,
    # a whole number from 0
    margin: Optional[int] = None,
    # rows, columns, file or name
    order: Optional[Literal["rows", "columns", "file", "name"]] = None,
    # true or false
    drop_blank: Optional[bool] = None,
    # the name of a tag or animation, or several with commas
    tag: Optional[_Value] = None,
    # the name of a layer, or several with commas
    layer: Optional[_Value] = None,
    # true or false
    hidden_layers: Optional[bool] = None,
    # the name of a slice
    slice: Optional[_Value] = None,
    # true or false
    pixel_aspect: Optional[bool] = None,
    # the file of a picture
    image: Optional[_Value] = None,
    # browser, flanimatedimage, ffmpeg, gifu, verbatim or MIN:REPLACEMENT
    delays: Optional[_Value] = None,
    # a whole number from 1
    zero_delay: Optional[int] = None,
) -> Animation: ...

def convert(
    source: _Path,
    output: _Path,
    /,
    *,
    preset: Optional[_Path] = None,
    overwrite: bool = False,
    progress: Optional[Callable[[Progress], Any]] = None,
    # true or false
    strict: Optional[bool] = None,
    # tonemap, refuse or keep
    hdr: Optional[Literal["tonemap", "refuse", "keep"]] = None,
    # a whole number from 0
    stream: Optional[int] = None,
    # auto or off
    deinterlace: Optional[Literal["auto", "off"]] = None,
    # a whole number from 1
    max_pixels: Optional[int] = None,
    # a whole number from 1
    max_side: Optional[int] = None,
    # a whole number from 1
    max_frames: Optional[int] = None,
    # a whole number from 1
    max_total_pixels: Optional[int] = None,
    # a whole number from 1
    max_metadata_chunk: Optional[int] = None,
    # a whole number from 1
    max_metadata: Optional[int] = None,
    # a whole number from 1
    max_input_bytes: Optional[int] = None,
    # a whole number from 1
    max_spooled_bytes: Optional[int] = None,
    # a frame rate such as 25, 12.5 or 30000/1001
    fps: Optional[_Value] = None,
    # error, hold or skip
    gaps: Optional[Literal["error", "hold", "skip"]] = None,
    # pad, contain, crop or error
    sizes: Optional[Literal["pad", "contain", "crop", "error"]] = None,
    # a scale such as 2
    input_scale: Optional[_Value] = None,
    # a whole number from 0
    start_number: Optional[int] = None,
    # true or false
    merge_repeats: Optional[bool] = None,
    # auto, on or off
    cut: Optional[Literal["auto", "on", "off"]] = None,
    # a size such as 96x66
    cell: Optional[_Value] = None,
    # columns and rows such as 10x5
    grid: Optional[_Value] = None,
    # a whole number from 1
    count: Optional[int] = None,
    # a whole number from 0
    spacing: Optional[int] = None,
    # a whole number from 0
    margin: Optional[int] = None,
    # rows, columns, file or name
    order: Optional[Literal["rows", "columns", "file", "name"]] = None,
    # true or false
    drop_blank: Optional[bool] = None,
    # the name of a tag or animation, or several with commas
    tag: Optional[_Value] = None,
    # the name of a layer, or several with commas
    layer: Optional[_Value] = None,
    # true or false
    hidden_layers: Optional[bool] = None,
    # the name of a slice
    slice: Optional[_Value] = None,
    # true or false
    pixel_aspect: Optional[bool] = None,
    # the file of a picture
    image: Optional[_Value] = None,
    # browser, flanimatedimage, ffmpeg, gifu, verbatim or MIN:REPLACEMENT
    delays: Optional[_Value] = None,
    # a whole number from 1
    zero_delay: Optional[int] = None,
    # times above zero such as 100ms or 40ms,40ms,1.5s
    frame_delays: Optional[_Value] = None,
    # frames such as 10..<20 or times such as 1.5s..3s
    range: Optional[_Value] = None,
    # times such as 1.5s or 1m30s and frames such as f250, with commas
    at: Optional[_Value] = None,
    # all, key, scene, scene:middle, scene:sharp, sharp or distinct
    select: Optional[Literal["all", "key", "scene", "scene:middle", "scene:sharp", "sharp", "distinct"]] = None,
    # a number from 0 to 100 such as 25
    scene_threshold: Optional[_Value] = None,
    # a time such as 0.5s or 200ms
    min_scene: Optional[_Value] = None,
    # a number such as 3 or a time such as 2s
    every: Optional[_Value] = None,
    # a whole number from 1
    pick: Optional[int] = None,
    # best, first, a frame such as 17 or a time such as 2.5s
    poster: Optional[_Value] = None,
    # true or false
    reverse: Optional[bool] = None,
    # true or false
    bounce: Optional[bool] = None,
    # a positive factor such as 2, 0.5 or 2/3
    speed: Optional[_Value] = None,
    # seconds such as 1.5
    hold_last: Optional[_Value] = None,
    # a whole number from 0
    loops: Optional[int] = None,
    # seconds such as 3 or 2.5
    min_duration: Optional[_Value] = None,
    # variable, slots, fps=R or slots-or-fps=R
    schedule: Optional[_Value] = None,
    # milliseconds such as 5
    slot_tolerance: Optional[_Value] = None,
    # a frame rate such as 60
    max_fps: Optional[_Value] = None,
    # a whole number from 1
    max_slots: Optional[int] = None,
    # a whole number from 1
    max_output_frames: Optional[int] = None,
    # a scale such as 0.5, 50%, 4x or 640x480
    scale: Optional[_Value] = None,
    # nearest, area, bicubic or lanczos
    filter: Optional[Literal["nearest", "area", "bicubic", "lanczos"]] = None,
    # contain, cover, inside or exact
    fit: Optional[Literal["contain", "cover", "inside", "exact"]] = None,
    # a rectangle such as 320x200+16+8
    crop: Optional[_Value] = None,
    # keep, template, matte, stacked, side-by-side, pair or mix
    alpha: Optional[Literal["keep", "template", "matte", "stacked", "side-by-side", "pair", "mix"]] = None,
    # true or false
    alpha_pair: Optional[bool] = None,
    # true or false
    alpha_mix: Optional[bool] = None,
    # a colour such as #fff, #1e90ff or black
    matte: Optional[_Value] = None,
    # h264, hevc, av1, vp9, vp8 or prores
    codec: Optional[Literal["h264", "hevc", "av1", "vp9", "vp8", "prores"]] = None,
    # a number with at most one decimal
    crf: Optional[_Value] = None,
    # a preset name or number of the encoder
    encoder_preset: Optional[_Value] = None,
    # a whole number from 0 to 16
    bframes: Optional[int] = None,
    # a bit rate such as 800k or 2M
    bitrate: Optional[_Value] = None,
    # 420, sharp or 444
    chroma: Optional[Literal["420", "sharp", "444", 420, 444]] = None,
    # keep or drop
    audio: Optional[Literal["keep", "drop"]] = None,
    # true or false
    lossless: Optional[bool] = None,
    # off, auto or on
    undither: Optional[Literal["off", "auto", "on"]] = None,
    # a whole number from 1 to 64
    threads: Optional[int] = None,
    # auto or a whole number from 1 to 64
    segments: Optional[_Value] = None,
    # a whole number from 1 to 100
    quality: Optional[int] = None,
    # a whole number from 0 to 9
    effort: Optional[int] = None,
    # a whole number from 2 to 256
    colors: Optional[int] = None,
    # a number from 0 to 1, such as 0.7
    dither: Optional[_Value] = None,
    # a number from 0 to 10, such as 1.5
    motion_threshold: Optional[_Value] = None,
    # threshold, dither or matte
    alpha_edge: Optional[Literal["threshold", "dither", "matte"]] = None,
    # auto, lossy, lossless or mixed
    webp: Optional[Literal["auto", "lossy", "lossless", "mixed"]] = None,
    # a whole number from 1 to 100
    alpha_quality: Optional[int] = None,
    # true or false
    global_palette: Optional[bool] = None,
    # true or false
    plain: Optional[bool] = None,
    # true or false
    keep_frames: Optional[bool] = None,
    # column, row, grid or packed
    layout: Optional[Literal["column", "row", "grid", "packed"]] = None,
    # a whole number from 1
    columns: Optional[int] = None,
    # a whole number from 1 to 65535
    max_size: Optional[int] = None,
    # true or false
    power_of_two: Optional[bool] = None,
    # a whole number from 0 to 1024
    padding: Optional[int] = None,
    # a whole number from 0 to 1024
    border: Optional[int] = None,
    # a whole number from 0 to 64
    extrude: Optional[int] = None,
    # true or false
    trim: Optional[bool] = None,
    # true or false
    rotate: Optional[bool] = None,
    # true or false
    labels: Optional[bool] = None,
    # true or false
    label_frames: Optional[bool] = None,
    # true or false
    label_head: Optional[bool] = None,
    # the file of a font, or dots
    label_font: Optional[_Value] = None,
    # what the names of frames start with
    name: Optional[_Value] = None,
    # a whole number from 0 to 18
    pad: Optional[int] = None,
    # a whole number from 0 to 999999999
    start: Optional[int] = None,
    # link or list
    duplicates: Optional[Literal["link", "list"]] = None,
    # png, jpeg, webp, avif, tiff, bmp, tga, qoi, ppm or none
    frame_format: Optional[Literal["png", "jpeg", "webp", "avif", "tiff", "bmp", "tga", "qoi", "ppm", "none"]] = None,
    # 8, 16 or auto
    depth: Optional[Literal["8", "16", "auto", 8, 16]] = None,
    # true or false
    imagesets: Optional[bool] = None,
    # true or false
    resume: Optional[bool] = None,
    # names of formats, or none
    data: Optional[_Value] = None,
    # true or false
    merge_duplicates: Optional[bool] = None,
    # a whole number from 0 to 9
    png_level: Optional[int] = None,
    # true or false
    optimize: Optional[bool] = None,
    # scales such as 1,2,3
    scales: Optional[_Value] = None,
    # flip-book, mdc-sprited, triple-buffer, mbanimationview, uiimage-animated, android-drawable or gamemaker
    for_: Optional[Literal["flip-book", "mdc-sprited", "triple-buffer", "mbanimationview", "uiimage-animated", "android-drawable", "gamemaker"]] = None,
    # the name of an imageset
    twin: Optional[_Value] = None,
    # true or false
    template: Optional[bool] = None,
    # mp4, webm, mov, gif, apng, webp, avif, jxl, jpeg, tiff, rgba, y4m, png, frames, numbered, zip, imageset, jpeg-sheet, webp-sheet, avif-sheet, trickplay or bif
    container: Optional[Literal["mp4", "webm", "mov", "gif", "apng", "webp", "avif", "jxl", "jpeg", "tiff", "rgba", "y4m", "png", "frames", "numbered", "zip", "imageset", "jpeg-sheet", "webp-sheet", "avif-sheet", "trickplay", "bif"]] = None,
    # a number of bytes such as 262144, 256KiB or 1.5M
    max_bytes: Optional[_Value] = None,
    # one or more of quality, size and rate, with commas
    shrink: Optional[_Value] = None,
    # a score such as 80, or ssim=0.98
    target: Optional[_Value] = None,
    # a number from 0.5 to 1
    ssim: Optional[_Value] = None,
    # a number of bytes such as 800M or 2GiB
    max_memory: Optional[_Value] = None,
) -> Report: ...
