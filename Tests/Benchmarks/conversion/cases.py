"""What is converted, and with which commands."""
import functools
import os
import subprocess
import sys

import picture_cases
import settings
from contestant import Case, Command, ffmpeg

# Encoder settings of animconv's default MP4, in ffmpeg's words.
SAME = ["-c:v", "libx264", "-crf", "20", "-bf", "3", "-weightp", "0", "-pix_fmt", "yuv420p",
        "-movflags", "+faststart"]
# Odd sizes, which animconv pads by itself.
EVEN = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"]

NAMES = {
    "gif10k-ultrafast": "10,000 frames of 640x480, x264 ultrafast",
    "gif10k-medium": "10,000 frames of 640x480, x264 medium",
    "gif1080": "300 frames of 1920x1080, x264 medium",
    "screen": "a screen recording: 600 frames of 1280x720 with long delays",
    "rock": "rock.gif of the corpus: 58 frames of 600x338",
    "emoji": "200 small GIFs, one process each",
    "pictures": "500 PNG files of 1920x1080, x264 medium",
    "pictures-ultrafast": "500 PNG files of 1920x1080, x264 ultrafast",
    "sheet16k": "a sheet of 16384x16384 in cells of 128x128",
    "hour": "an hour of 640x360 video to one frame a second",
    **picture_cases.NAMES,
}


def make(binary, cache, scale, chosen):
    """The chosen cases, their inputs made in the cache where they are missing."""
    vfr = vfr_flags()
    for name in chosen:
        if name in OTHERS:
            yield OTHERS[name](binary, INPUTS[name](cache, scale))
            continue
        preset = "ultrafast" if name.endswith("ultrafast") else "medium"
        inputs = INPUTS[name](cache, scale)
        same = vfr + SAME + ["-preset", preset] + (EVEN if name == "emoji" else [])
        commands = [
            ours(binary, preset),
            Command("ffmpeg, same settings, vfr", ffmpeg(same), "mp4"),
            Command("ffmpeg, defaults", ffmpeg(["-preset", preset] if preset != "medium" else []),
                    "mp4"),
        ]
        if name.startswith("gif10k"):
            tenth = INPUTS[name](cache, scale / 10)
            yield Case(name + "-tenth", NAMES[name] + ", a tenth of it", tenth,
                       [ours(binary, preset)])
        if name in ("rock", "screen", "emoji"):
            commands += readers(name)
        yield Case(name, NAMES[name], inputs, commands)


def pictures(binary, files, preset="medium"):
    """A folder of frames, at 25 a second."""
    folder = os.path.dirname(files[0])
    pattern = os.path.join(folder, "frame_%04d.png")
    name = "pictures" if preset == "medium" else "pictures-" + preset
    return Case(name, NAMES[name], [folder], [
        Command("animconv", [binary, "IN", "OUT", "-y", "-q", "--fps", "25", "--bframes", "3",
                             "--encoder-preset", preset], "mp4", is_ours=True),
        Command("ffmpeg, same settings",
                [settings.tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-framerate", "25",
                 "-i", pattern, *SAME, "-preset", preset, "OUT"], "mp4")])


def sheet(binary, files):
    """A sheet to a video, beside what cutting it into tiles alone takes."""
    return Case("sheet16k", NAMES["sheet16k"], files, [
        Command("animconv", [binary, "IN", "OUT", "-y", "-q", "--cell", "128x128", "--fps", "25",
                             "--encoder-preset", "ultrafast"], "mp4", is_ours=True),
        Command("vips dzsave, tiles of 128",
                ["sh", "-c", 'vips dzsave "$0" "$1" --depth one --tile-size 128 --overlap 0'
                 ' --suffix .png && rm -rf "$1"_files "$1".dzi', "IN", "OUT"], "tiles")])


def hour(binary, files):
    return Case("hour", NAMES["hour"], files, [
        Command("animconv", [binary, "IN", "OUT", "-y", "-q", "--fps", "1"], "mp4", is_ours=True),
        Command("ffmpeg, same settings",
                ffmpeg(["-vf", "fps=1", *SAME]), "mp4")])


def hour_of_video(cache, scale):
    path = os.path.join(os.path.abspath(cache), "hour-%g.mp4" % scale)
    if not os.path.exists(path):
        print("making %s" % path, file=sys.stderr)
        subprocess.run([settings.tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-f", "lavfi",
                        "-i", "testsrc=size=640x360:rate=25", "-t", str(3600 * scale), "-c:v",
                        "libx264", "-preset", "ultrafast", path], check=True)
    return [path]


def ours(binary, preset):
    return Command("animconv", [binary, "IN", "OUT", "-y", "-q", "--encoder-preset", preset],
                   "mp4", is_ours=True)


def readers(name):
    """Peers that only read: what decoding alone costs them."""
    found = [Command("reading: ffmpeg to null",
                     [settings.tool("ffmpeg"), "-nostdin", "-v", "error", "-i", "IN",
                      "-fps_mode", "passthrough", "-f", "null", "-"], None),
             Command("reading: giflib gif2rgb",
                     [settings.tool("gif2rgb"), "-o", "OUT", "IN"], "rgb"),
             Command("reading: gifsicle unoptimized",
                     [settings.tool("gifsicle"), "--unoptimize", "--no-warnings", "IN", "-o",
                      "OUT"], "gif")]
    if name != "screen":    # ImageMagick keeps every full frame in memory
        found.append(Command("reading: ImageMagick",
                             [settings.tool("convert"), "IN", "-coalesce", "null:"], None))
    return found


def vfr_flags():
    """The spelling of variable frame rate that this ffmpeg knows."""
    help_text = subprocess.run([settings.tool("ffmpeg"), "-v", "quiet", "-h", "long"],
                               capture_output=True, text=True).stdout
    return ["-fps_mode", "vfr"] if "-fps_mode" in help_text else ["-vsync", "vfr"]


def made(what, pattern):
    """A function that makes an input of make_big.py in the cache and returns its files."""
    def files(cache, scale):
        folder = os.path.join(os.path.abspath(cache), "%s-%g" % (what, scale))
        stamp = os.path.join(folder, "SHA256SUMS")      # written last
        if not os.path.exists(stamp):
            print("making %s" % folder, file=sys.stderr)
            subprocess.run([sys.executable, settings.make_big(), folder, "--only", what,
                            "--scale", "%g" % scale], check=True, stdout=sys.stderr)
        place = os.path.join(folder, os.path.dirname(pattern))
        suffix = os.path.basename(pattern)
        return [os.path.join(place, name) for name in sorted(os.listdir(place))
                if name.endswith(suffix)]
    return files


INPUTS = {
    "gif10k-ultrafast": made("gif10k", ".gif"),
    "gif10k-medium": made("gif10k", ".gif"),
    "gif1080": made("gif1080", ".gif"),
    "screen": made("screen", ".gif"),
    "rock": lambda cache, scale: [settings.corpus("flanimatedimage", "test-gifs", "rock.gif")],
    "emoji": made("emoji", "emoji/.gif"),
    "pictures": made("frames", "frames-1080p/.png"),
    "sheet16k": made("sheet16k", ".png"),
    "hour": hour_of_video,
    "gif-to-sheet": made("gif1080", ".gif"),
    "large-sheet": lambda cache, scale: made("gif10k", ".gif")(cache, 0.085 * scale),
    "video-to-frames": picture_cases.video("grainy", picture_cases.GRAINY),
    "video-to-frames-clean": picture_cases.video("drawn", picture_cases.DRAWN),
}
INPUTS["pictures-ultrafast"] = INPUTS["pictures"]
OTHERS = {"pictures": pictures, "sheet16k": sheet, "hour": hour,
          "pictures-ultrafast": lambda binary, files: pictures(binary, files, "ultrafast"),
          "gif-to-sheet": picture_cases.gif_to_sheet, "large-sheet": picture_cases.large_sheet,
          **{name: functools.partial(picture_cases.video_to_frames, name)
             for name in ("video-to-frames", "video-to-frames-clean")}}
