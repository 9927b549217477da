"""What `page` runs: animconv, and for each kind of output the encoders that are compared with it."""
import dataclasses
import hashlib
import math
import os
import re
import shutil
import subprocess

import settings

# RGB to BT.709 with chroma in the middle of its four pixels, where browsers and the judge expect it.
MATRIX = ("scale=flags=bicubic+accurate_rnd+full_chroma_int:out_color_matrix=bt709:out_range=tv"
          ":out_h_chr_pos=128:out_v_chr_pos=128")
TAGS = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
EVEN = "pad=ceil(iw/2)*2:ceil(ih/2)*2"


@dataclasses.dataclass
class Ours:
    """animconv's own way to one kind of output."""
    ending: str
    flags: list
    scale: str              # the option of quality
    qualities: tuple        # beside the default

    def settings(self, clip):
        return [("default", [])] + [
            (str(q), [self.scale, str(q)]) for q in self.qualities] + (
            [("lossy 85", ["--quality", "85"])] if self.ending == "gif" and clip.is_gif else [])

    def command(self, binary, source, flags, output):
        return [binary, source, output, "-y", "-q", *self.flags, *flags]


@dataclasses.dataclass
class Peer:
    """One encoder with one way to use it."""
    name: str
    tools: tuple
    ending: str
    commands: object        # (clip, source, quality, output) -> list of commands, run in turn
    qualities: tuple = (None,)
    limits: tuple = (0, 0)  # how far qualities may be extended to reach ours
    fits: object = lambda clip: True
    shown: str = ""         # the command as the page shows it
    is_exact: bool = False  # lossless: of use only where our default is


OURS = {
    "h264": Ours("mp4", [], "--crf", (14, 26, 33)),
    "vp9": Ours("webm", [], "--crf", (14, 34, 46)),
    "vp9-alpha": Ours("webm", [], "--crf", (14, 34, 46)),
    "av1": Ours("mp4", ["--codec", "av1"], "--crf", (18, 40, 52)),
    "gif": Ours("gif", [], "--quality", (40, 65, 95)),
    "webp": Ours("webp", [], "--quality", (40, 60, 90)),
    "avif": Ours("avif", [], "--quality", (40, 55, 85)),
    "apng": Ours("apng", [], "--effort", ()),
}
TITLES = {"h264": "H.264 in MP4", "vp9": "VP9 in WebM", "vp9-alpha": "VP9 with alpha in WebM",
          "av1": "AV1 in MP4", "gif": "GIF", "webp": "WebP", "avif": "AVIF", "apng": "APNG"}


def takes(output, clip):
    """Whether a clip is encoded to that output."""
    return clip.has_alpha == (output == "vp9-alpha") if output.startswith("vp9") else True


def source_of(output, clip, ours):
    """The file that is read: flat where the output has no alpha."""
    if output in ("h264", "av1") and clip.has_alpha:
        return clip.flat
    return clip.path if ours else clip.whole


def tool(name):
    """The path of a peer: in the folder PEERS, else in PATH; None where it is missing."""
    folder = os.environ.get("PEERS")
    return (folder and shutil.which(name, path=folder)) or shutil.which(name)


def times(clip):
    """The coarsest time base that keeps every duration: libvpx spends its bits badly where frames are
    many ticks apart (a film of 25 frames a second needs a fifth more bytes in milliseconds)."""
    return ["-fps_mode", "passthrough", "-enc_time_base", "%d:1000" % math.gcd(*clip.durations)]


def video(clip, source, output, arguments, pixels="yuv420p"):
    is_odd = clip.width % 2 or clip.height % 2
    filters = ",".join(([EVEN] if is_odd else []) + [MATRIX, "format=" + pixels])
    return [tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-i", source, "-vf", filters,
            *times(clip), *arguments, *TAGS, output]


def x264(*options):
    return lambda clip, source, quality, output: [video(
        clip, source, output, ["-c:v", "libx264", *options, "-crf", str(quality)])]


def vp9(clip, source, quality, output):
    log = output + ".log"
    options = ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", str(quality), "-row-mt", "1"]
    if clip.has_alpha:
        options += ["-auto-alt-ref", "0"]
    pixels = "yuva420p" if clip.has_alpha else "yuv420p"
    passes = [[*options, "-pass", str(n), "-passlogfile", log] for n in (1, 2)]
    return [video(clip, source, os.devnull, [*passes[0], "-f", "null"], pixels),
            video(clip, source, output, passes[1], pixels)]


def svt(clip, source, quality, output):
    return [video(clip, source, output, [
        "-c:v", "libsvtav1", "-preset", "6", "-crf", str(quality)])]


def aom(clip, source, quality, output):
    return [video(clip, source, output, [
        "-c:v", "libaom-av1", "-cpu-used", "5", "-row-mt", "1", "-b:v", "0", "-crf", str(quality)])]


def gifsicle(clip, source, quality, output):
    lossy = ["--lossy=%d" % quality] if quality else []
    return [[tool("gifsicle"), "-w", "-O3", *lossy, clip.path, "-o", output]]


ONE = "split[a][b];[a]palettegen[p];[b][p]paletteuse=diff_mode=rectangle"
EACH = "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1"


def palettes(graph):
    """FFmpeg's palettes, one for all frames or one for each, then gifsicle."""
    def commands(clip, source, quality, output):
        first = output + ".first.gif"
        lossy = ["--lossy=%d" % quality] if quality else []
        last = str(clip.durations[-1] // 10)
        return [[tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-i", source, "-filter_complex",
                 graph, "-fps_mode", "passthrough", "-enc_time_base", "1:100", "-final_delay", last,
                 first],
                [tool("gifsicle"), "-w", "-O3", *lossy, first, "-o", output]]
    return commands


def gif2webp(*options):
    return lambda clip, source, quality, output: [
        [tool("gif2webp"), "-quiet", "-min_size", *options, "-q", str(quality), "-m", "6", clip.path,
         "-o", output]]


def img2webp(*options):
    def commands(clip, source, quality, output):
        frames = []
        for picture, duration in zip(clip.pictures, clip.durations):
            frames += ["-d", str(duration), "-q", str(quality), "-m", "6", *options, picture]
        is_mixed = not options
        return [[tool("img2webp"), "-loop", "0", "-min_size", *(["-mixed"] if is_mixed else []),
                 *frames, "-o", output]]
    return commands


def avifenc(chroma):
    def commands(clip, source, quality, output):
        frames = []
        for picture, duration in zip(clip.pictures, clip.durations):
            frames += ["--duration", str(duration), picture]
        alpha = ["--minalpha", "0", "--maxalpha", "63", "-a", "a:cq-level=%d" % (quality // 2)]
        return [[tool("avifenc"), "-j", "1", "-s", "6", "-y", chroma, "--min", "0", "--max", "63",
                 "-a", "end-usage=q", "-a", "c:cq-level=%d" % quality,
                 *(alpha if clip.has_alpha else []), "--timescale", "1000", *frames, output]]
    return commands


def apngasm(clip, source, quality, output):
    """apngasm reads each frame's delay from a text file beside it."""
    for picture, duration in zip(clip.pictures, clip.durations):
        with open(os.path.splitext(picture)[0] + ".txt", "w") as file:
            file.write("delay=%d/1000\n" % duration)
    return [[tool("apngasm"), output, clip.pictures[0], "-z1"]]


def apng(clip, source, quality, output):
    return [[tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-i", source, "-fps_mode", "passthrough",
             "-enc_time_base", "1:1000", "-c:v", "apng", "-pred", "mixed", "-plays", "0",
             "-final_delay", "%d/1000" % clip.durations[-1], "-f", "apng", output]]


def is_gif(clip):
    return clip.is_gif


def is_not_gif(clip):
    return not clip.is_gif


FFMPEG, CRF, QUANTIZERS, WEBP = ("ffmpeg",), (14, 20, 26, 32), (6, 16, 27, 40), (30, 60, 80, 92)
X264 = "ffmpeg -c:v libx264 %s -crf N"
PALETTES = "ffmpeg -filter_complex '%s', then gifsicle -O3 --lossy=N"
PEERS = {
    "h264": [
        Peer("x264 medium", FFMPEG, "mp4", x264("-preset", "medium"), CRF, (2, 44),
             shown=X264 % "-preset medium"),
        Peer("x264 slow animation", FFMPEG, "mp4", x264("-preset", "slow", "-tune", "animation"), CRF,
             (2, 44), shown=X264 % "-preset slow -tune animation")],
    "vp9": [Peer("libvpx", FFMPEG, "webm", vp9, (12, 24, 36, 48), (2, 62),
                 shown="ffmpeg -c:v libvpx-vp9 -b:v 0 -crf N -row-mt 1, in two passes")],
    "av1": [
        Peer("SVT-AV1", FFMPEG, "mp4", svt, (20, 32, 44, 56), (6, 62),
             shown="ffmpeg -c:v libsvtav1 -preset 6 -crf N"),
        Peer("libaom", FFMPEG, "mp4", aom, (14, 26, 38, 50), (4, 62),
             shown="ffmpeg -c:v libaom-av1 -cpu-used 5 -row-mt 1 -b:v 0 -crf N")],
    "gif": [
        Peer("gifsicle", ("gifsicle",), "gif", gifsicle, (0, 20, 60, 120), (0, 200), is_gif,
             "gifsicle -O3 --lossy=N, without --lossy for 0"),
        *(Peer(name, ("ffmpeg", "gifsicle"), "gif", palettes(graph), (0, 20, 50, 110), (0, 300), is_not_gif,
               PALETTES % graph) for name, graph in (
                   ("one palette", ONE), ("one palette, no dither", ONE + ":dither=none"),
                   ("palettes", EACH), ("palettes, no dither", EACH + ":dither=none")))],
    "webp": [
        Peer("gif2webp lossless", ("gif2webp",), "webp", gif2webp(), (75,), (75, 75), is_gif,
             "gif2webp -min_size -q 75 -m 6", True),
        Peer("gif2webp mixed", ("gif2webp",), "webp", gif2webp("-mixed"), WEBP, (5, 100), is_gif,
             "gif2webp -min_size -mixed -q N -m 6"),
        Peer("img2webp lossless", ("img2webp",), "webp", img2webp("-lossless"), (75,), (75, 75),
             is_not_gif, "img2webp -min_size -lossless -q 75 -m 6", True),
        Peer("img2webp mixed", ("img2webp",), "webp", img2webp(), WEBP, (5, 100), is_not_gif,
             "img2webp -min_size -mixed -q N -m 6")],
    "avif": [
        Peer("avifenc 4:2:0", ("avifenc",), "avif", avifenc("420"), QUANTIZERS, (0, 62),
             shown="avifenc -s 6 -y 420 --min 0 --max 63 -a end-usage=q -a c:cq-level=N"),
        Peer("avifenc 4:4:4", ("avifenc",), "avif", avifenc("444"), QUANTIZERS, (0, 62),
             shown="avifenc -s 6 -y 444 --min 0 --max 63 -a end-usage=q -a c:cq-level=N")],
    "apng": [
        Peer("ffmpeg", FFMPEG, "png", apng, shown="ffmpeg -c:v apng -pred mixed"),
        Peer("apngasm", ("apngasm",), "png", apngasm, shown="apngasm -z1")],
}
PEERS["vp9-alpha"] = [dataclasses.replace(
    PEERS["vp9"][0], name="libvpx yuva420p",
    shown="ffmpeg -c:v libvpx-vp9 -pix_fmt yuva420p -auto-alt-ref 0 -b:v 0 -crf N -row-mt 1, "
    "in two passes")]
VERSIONS = {"ffmpeg": ["-version"], "gifsicle": ["--version"], "gif2webp": ["-version"],
            "img2webp": ["-version"], "avifenc": ["--version"], "apngasm": []}


def versions():
    """What each tool says of itself, in one line; the encoders inside FFmpeg by its libraries."""
    found = {}
    for name, arguments in VERSIONS.items():
        path = tool(name)
        if path:
            done = subprocess.run([path, *arguments], capture_output=True, text=True)
            lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
            found[name] = re.sub(r"^Version: | Copyright.*", "", lines[0]) if lines else "unknown"
    found.update(libraries())
    return found


def libraries():
    """Versions of the encoders that FFmpeg opens, from the names of their files."""
    path = tool("ffmpeg")
    listed = subprocess.run(["ldd", path], capture_output=True, text=True).stdout if path else ""
    found = {}
    for name in ("libx264", "libvpx", "libSvtAv1Enc", "libaom"):
        match = re.search(r"\b%s\.so\S* => (\S+)" % name, listed)
        if match:
            found[name] = os.path.basename(os.path.realpath(match[1])).split(".so.")[-1]
    return found


def identity(path, known={}):
    """The hash of a program, so that results of another build are not taken for its own."""
    if path not in known:
        with open(os.path.realpath(path), "rb") as file:
            known[path] = hashlib.file_digest(file, "sha256").hexdigest()
    return known[path]


def animconv_version():
    return subprocess.run([settings.animconv(), "--version"], capture_output=True, text=True,
                          check=True).stdout.strip()
