"""What an independent reader, ffprobe or ffmpeg, finds in a video."""
import fractions
import json
import subprocess

import settings


def stream(path):
    """The first video stream and the container, as ffprobe gives them; None when unreadable."""
    found = _json(path, "-show_streams", "-show_format", "-select_streams", "v:0")
    return None if not found or not found.get("streams") else found


def packets(path):
    """(start, duration) of each packet in milliseconds, exact fractions, in order of time.

    Matroska's blocks have starts only, and ffprobe guesses: there a frame lasts until the next
    one, and the last one until the segment's end.
    """
    found = _json(path, "-show_streams", "-show_packets", "-show_format", "-select_streams", "v:0")
    base = fractions.Fraction(found["streams"][0]["time_base"]) * 1000
    timed = sorted((p["pts"] * base, p.get("duration", 0) * base) for p in found["packets"])
    if "matroska" not in found["format"]["format_name"]:
        return timed
    starts = [start for start, _ in timed]
    ends = starts[1:] + [fractions.Fraction(found["format"]["duration"]) * 1000]
    return [(start, end - start) for start, end in zip(starts, ends)]


def decoded_frames(path):
    """How many frames ffmpeg decodes; None when it complains about any."""
    done = subprocess.run(
        [settings.tool("ffmpeg"), "-v", "error", "-xerror", "-nostdin", *decoder(path),
         "-i", "file:" + path, "-fps_mode", "passthrough", "-f", "framemd5", "-"],
        capture_output=True)
    if done.returncode or done.stderr:
        return None
    return sum(not line.startswith(b"#") for line in done.stdout.splitlines())


def planes(path, pixel_format):
    """The raw bytes of every decoded frame, in a row."""
    return subprocess.run(
        [settings.tool("ffmpeg"), "-v", "error", "-nostdin", *decoder(path), "-i", "file:" + path,
         "-fps_mode", "passthrough", "-pix_fmt", pixel_format, "-f", "rawvideo", "-"],
        check=True, capture_output=True).stdout


def decoder(path):
    """FFmpeg's own VP9 decoder drops alpha: libvpx's is asked for by name."""
    found = stream(path)
    codec = found["streams"][0]["codec_name"] if found else None
    name = {"vp8": "libvpx", "vp9": "libvpx-vp9"}.get(codec)
    return ["-c:v", name] if name else []


def _json(path, *arguments):
    done = subprocess.run(
        [settings.tool("ffprobe"), "-v", "error", *arguments, "-of", "json", "file:" + path],
        capture_output=True)
    return json.loads(done.stdout) if done.returncode == 0 else None
