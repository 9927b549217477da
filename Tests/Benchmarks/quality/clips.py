"""The clips: files that every tool reads, of all kinds, from the corpus and make_big.py."""
import dataclasses
import os
import subprocess
import sys

import settings


@dataclasses.dataclass
class Clip:
    name: str
    path: str
    rate: str = ""          # frames a second of a folder of pictures

    @property
    def ours(self):
        """What animconv is given before its output."""
        return [self.path] + (["--fps", self.rate] if self.rate else []) + OPAQUE.get(self.name, [])

    @property
    def theirs(self):
        """What ffmpeg is given before its encoder."""
        if self.rate:
            return ["-framerate", self.rate, "-i", os.path.join(self.path, "frame_%04d.png")]
        return ["-i", "file:" + self.path]


# ffmpeg leaves alpha out where it is not asked for; what is under it is white here.
OPAQUE = {"big": ["--alpha", "matte"]}
CORPUS = {
    "rock": "flanimatedimage/test-gifs/rock.gif",
    "beaker": "avanimator/Beaker.gif",
    "muybridge": "image-gif/tests/samples/gifplayer-muybridge.gif",
    "moon": "image-gif/tests/samples/moon_impact.gif",
    "note": "image-gif/benches/note.gif",
    "big": "image-gif/tests/samples/sample_big.gif",
}
FILM = ("park", "pixijs/video/park.mp4", 2)     # seconds of it
MADE = {
    # make_big.py's name, the share of its frames, and the file.
    "screen": ("screen", 0.1, "screen-1280x720.gif"),
    "plasma": ("gif10k", 0.006, "gif10k-640x480.gif"),
    "pictures": ("frames", 0.05, "frames-1920x1080"),
}
CLEAR = {
    "superwalk": "avanimator/superwalk.gif",
    "pixi": "pixijs/gif/example.gif",
    "disposal": "pillow/dispose_bgnd_transparency.gif",
    "transparency": "pillow/different_transparency.gif",
    "clock": "apngasm/apngasm.png",
    "sprites": "pillow/apng/blend_op_over_near_transparent.png",
    "previous": "pillow/dispose_prev.gif",
    "ends": "pillow/dispose_none_load_end.gif",
    "missing": "pillow/missing_background.gif",
    "background": "pillow/apng/dispose_op_background.png",
    "source": "pillow/apng/blend_op_source_near_transparent.png",
    "first": "pillow/apng/dispose_op_previous_first.png",
}
ORBIT = os.path.join(settings.PACKAGE, "Tests", "Fixtures", "orbit.gif")


def opaque(cache):
    found = [Clip(name, settings.corpus(path)) for name, path in CORPUS.items()]
    found.append(Clip(FILM[0], film(cache)))
    for name, (kind, share, file) in MADE.items():
        path = os.path.join(cache, "%s-%g" % (kind, share))
        if not os.path.exists(path):
            subprocess.run([sys.executable, settings.make_big(), path, "--only", kind, "--scale",
                            str(share)], check=True, stdout=subprocess.DEVNULL)
        target = os.path.join(path, file)
        if not os.path.exists(target):
            target = os.path.join(path, max(
                (n for n in os.listdir(path) if "SHA" not in n),
                key=lambda n: os.path.getsize(os.path.join(path, n))))
        found.append(Clip(name, target, "25" if os.path.isdir(target) else ""))
    return found


def film(cache):
    """The start of a film, as its packets are but for tags: without them every tool, the judge
    included, would have a matrix of its own."""
    path = os.path.join(cache, FILM[0] + "-709.mp4")
    if not os.path.exists(path):
        os.makedirs(cache, exist_ok=True)
        subprocess.run(
            [settings.tool("ffmpeg"), "-v", "error", "-nostdin", "-i", settings.corpus(FILM[1]),
             "-t", str(FILM[2]), "-c", "copy", "-an", "-bsf:v",
             "h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1",
             path], check=True)
    return path


def clear():
    return [Clip(name, settings.corpus(path)) for name, path in CLEAR.items()] + [
        Clip("orbit", ORBIT)]
