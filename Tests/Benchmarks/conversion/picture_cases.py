"""Cases that write pictures: sheets, and a file for each frame."""
import os
import subprocess
import sys

import settings
from contestant import Case, Command, ffmpeg

NAMES = {
    "gif-to-sheet": "300 frames of 1920x1080 at 480x270 in a sheet",
    "large-sheet": "a sheet of 16000x16320: 850 frames of 640x480",
    "video-to-frames": "200 frames of grainy 1920x1080 video, a PNG each",
    "video-to-frames-clean": "200 frames of drawn 1920x1080 video, a PNG each",
}

# What ffmpeg draws.
DRAWN = "mandelbrot=size=1920x1080:rate=25"
GRAINY = "testsrc2=size=1920x1080:rate=25,noise=alls=8:allf=t"


def gif_to_sheet(binary, files):
    return Case("gif-to-sheet", NAMES["gif-to-sheet"], files, [
        Command("animconv", [binary, "IN", "OUT", "-y", "-q", "--scale", "480x270", "--columns",
                             "8", "--max-size", "16384"], "png", is_ours=True),
        Command("ffmpeg scale,tile", ffmpeg(["-vf", "scale=480:270,tile=8x38", "-frames:v", "1"]),
                "png")])


def large_sheet(binary, files):
    return Case("large-sheet", NAMES["large-sheet"], files, [
        Command("animconv", [binary, "IN", "OUT", "-y", "-q", "--columns", "25", "--max-size",
                             "16384"], "png", is_ours=True),
        Command("ffmpeg tile", ffmpeg(["-vf", "tile=25x34", "-frames:v", "1"]), "png")])


def video_to_frames(name, binary, files):
    return Case(name, NAMES[name], files, [
        Command("animconv", [binary, "IN", "OUT", "-y", "-q"], "frames/", is_ours=True),
        Command("ffmpeg, defaults", ffmpeg_to_folder([]), "frames/"),
        Command("ffmpeg -compression_level 1", ffmpeg_to_folder(["-compression_level", "1"]),
                "frames/")])


def ffmpeg_to_folder(flags):
    return ["sh", "-c", 'mkdir "$2" && exec "$0" -nostdin -v error -i "$1" %s "$2/%%04d.png"'
            % " ".join(flags), settings.tool("ffmpeg"), "IN", "OUT"]


def video(name, drawing):
    """A function that makes a video in the cache and returns it."""
    def files(cache, scale):
        path = os.path.join(os.path.abspath(cache), "%s-%g.mp4" % (name, scale))
        if not os.path.exists(path):
            print("making %s" % path, file=sys.stderr)
            subprocess.run([settings.tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-f", "lavfi",
                            "-i", drawing, "-frames:v", str(round(200 * scale)), "-c:v", "libx264",
                            "-preset", "ultrafast", "-crf", "18", "-pix_fmt", "yuv420p", path],
                           check=True)
        return [path]
    return files
