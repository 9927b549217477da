"""R12: no network and no file that the user did not name, watched by strace."""
import json
import os
import random
import re
import shutil

import inputs
import process
import rules
import settings

GENERATED = 40
NETWORK = re.compile(r"\b(socket|connect|sendto|bind)\((\d+, )?\{?(sa_family=)?AF_INET")
OPENED = re.compile(r'\b(?:open|openat|openat2|execve|readlink\w*|stat|lstat|newfstatat|statx'
                    r'|access|faccessat2?|unlink\w*|rename\w*|link\w*|mkdir\w*|creat)'
                    r'\((?:AT_FDCWD, |\d+, )?"((?:[^"\\]|\\.)*)"')
# What the system opens by itself to start a program.
SYSTEM = re.compile(r"^(/proc/|/sys/|/dev/(null|urandom|random|tty|shm)|/etc/(ld\.so|localtime"
                    r"|nsswitch|passwd|gnutls|ssl|gcrypt|fonts|OpenCL|selinux)|/usr/|/lib|/opt/"
                    r"|/run/)")
BASE = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n%s\n#EXT-X-ENDLIST\n"


def check(tally, binary, options):
    settings.tool("strace")
    binary = os.path.realpath(binary)   # beside which the dynamic linker looks
    control(tally)
    with rules.scratch() as folder:
        path = inputs.small(folder)
        output = os.path.join(folder, "plain.mp4")
        trace, ended = watch([binary, path, output], folder)
        tally.check("an ordinary GIF", [rules.clean_ending(ended, {0}),
                                        *trespasses(trace, binary, path, folder, set())])
        ordinary = opened(trace)
        for path in inputs.playlists():
            tally.check(os.path.basename(path), hostile(binary, path, ordinary))
        atlases(tally, binary, ordinary)
        for path in generate(folder, options.seed, options.runs or GENERATED):
            tally.check("generated " + os.path.basename(path), hostile(binary, path, ordinary))


def control(tally):
    """The watch can fail: ffmpeg plays a playlist named .gif that refers to another file."""
    with rules.scratch() as folder:
        path = settings.corpus("hostile", "playlist", "hls-rel.gif")
        ffmpeg = [settings.tool("ffmpeg"), "-nostdin", "-y", "-i", path, "-f", "null", "-"]
        trace, _ = watch(ffmpeg, folder)
        found = any("private." in name for name in opened(trace))
        tally.check("control: ffmpeg follows a playlist",
                    None if found else "the watch sees nothing of it")


def hostile(binary, path, ordinary):
    with rules.scratch() as folder:
        output = os.path.join(folder, "out.mp4")
        problems = []
        for command in ([binary, path, output], [binary, "inspect", path]):
            trace, ended = watch(command, folder)
            problems += [rules.clean_ending(ended, {rules.DAMAGED}),
                         *rules.error_text(ended, path),
                         *trespasses(trace, binary, path, folder, ordinary)]
        return problems + rules.changes(folder, {os.path.join(folder, "trace"): None},
                                        {os.path.join(folder, "trace")})


def atlases(tally, binary, ordinary):
    """Descriptions of sheets that name pictures elsewhere touch nothing outside their folder."""
    with rules.scratch() as outside:
        secret = settings.corpus("hostile", "atlas", "ok.png")
        shutil.copy(secret, os.path.join(outside, "secret.png"))
        home = os.path.join(outside, "home")
        os.makedirs(os.path.join(home, "sub"))
        for name in os.listdir(os.path.dirname(secret)):
            shutil.copy(os.path.join(os.path.dirname(secret), name), home)
        os.symlink("../secret.png", os.path.join(home, "link.png"))
        os.symlink("..", os.path.join(home, "up"))
        with open(os.path.join(home, "ok.json")) as file:
            data = json.load(file)
        names = ["../secret.png", os.path.join(outside, "secret.png"), "sub/../../secret.png",
                 "link.png", "up/secret.png", "file:" + os.path.join(outside, "secret.png"),
                 "file:../secret.png", "./../secret.png", "sub/./../../secret.png", "/etc/passwd",
                 "/proc/self/environ", "/dev/zero", "http://127.0.0.1:9/x.png", "ok.png\0.png", ""]
        for i, name in enumerate(names):
            data["meta"]["image"] = name
            inputs.write(os.path.join(home, "named-%02d.json" % i), json.dumps(data).encode())
            inputs.write(os.path.join(home, "pack-%02d.json" % i), json.dumps(
                {**data, "meta": {**data["meta"], "image": "ok.png",
                                  "related_multi_packs": [name]}}).encode())
        for name in sorted(os.listdir(home)):
            if name.endswith(".json"):
                tally.check("atlas " + name, atlas(binary, home, name, ordinary))


def atlas(binary, home, name, ordinary):
    path = os.path.join(home, name)
    with rules.scratch() as folder:
        trace, ended = watch([binary, path, os.path.join(folder, "out.mp4")], folder)
        problems = [rules.clean_ending(
            ended, {0, rules.USAGE, rules.DAMAGED, rules.MISSING})]
        if name.startswith("named-") and ended.code == 0:
            problems.append("a picture outside the folder was taken")
        problems += [line for line in trace if NETWORK.search(line)]
        libraries = os.path.join(os.path.dirname(binary), "")
        for opening in sorted(opened(trace) - ordinary):
            inside = opening.startswith((home + "/", folder + "/", libraries)) or any(
                (named + "/").startswith(opening.rstrip("/") + "/")
                for named in (home, folder, binary))
            # Relative names are opened from the folder of the data, one part at a time.
            relative = not opening.startswith("/") and ".." not in opening.split("/")
            if "secret" in opening or not (inside or relative or SYSTEM.match(opening)):
                problems.append("touched " + opening)
        return problems


def watch(command, folder):
    """(strace's lines, the ended command)"""
    log = os.path.join(folder, "trace")
    ended = process.run(["strace", "-f", "-qq", "-s", "4096", "-o", log,
                         "-e", "trace=network,%file", *command], timeout=30, cwd=folder)
    with open(log, errors="replace") as file:
        return file.read().splitlines(), ended


def opened(trace):
    return {match[1] for line in trace for match in OPENED.finditer(line)}


def trespasses(trace, binary, path, folder, ordinary):
    """Sockets, and files that are neither named, nor the system's, nor what any run opens."""
    problems = [line for line in trace if NETWORK.search(line)]
    libraries = os.path.join(os.path.dirname(binary), "")   # searched by the dynamic linker
    for name in sorted(opened(trace) - ordinary):
        on_the_way = any((named + "/").startswith(name.rstrip("/") + "/")
                         for named in (path, binary, folder))
        if "private." in name or not (
                on_the_way or name.startswith((folder + "/", libraries)) or SYSTEM.match(name)):
            problems.append("touched " + name)
    return problems


def generate(folder, seed, count):
    """Playlists, session descriptions and scripts under the names of pictures and videos."""
    source = random.Random(seed)
    private = os.path.join(settings.corpus("hostile", "playlist"), "private.ts")
    targets = [private, "file:" + private, "private.ts", "http://127.0.0.1:9/x.ts",
               "tcp://127.0.0.1:9", "udp://127.0.0.1:9", "concat:%s|%s" % (private, private),
               "subfile,,start,0,end,99,,:" + private, "crypto:" + private, "rtsp://127.0.0.1:9/"]
    shapes = [BASE, "#EXTM3U\n%s\n", "ffconcat version 1.0\nfile '%s'\n",
              "<?xml version='1.0'?><MPD><BaseURL>%s</BaseURL></MPD>",
              "<svg xmlns='http://www.w3.org/2000/svg'><image href='%s'/></svg>",
              "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\na=%s\n",
              "GIF89a\x01\0\x01\0\0\0\0#EXTM3U\n%s\n", "[playlist]\nFile1=%s\n", "push.file %s\n",
              "<ASX><ENTRY><REF HREF='%s'/></ENTRY></ASX>"]
    made = os.path.join(folder, "generated")
    os.mkdir(made)
    for i in range(count):
        text = source.choice(shapes) % source.choice(targets)
        kind = source.choice(["gif", "png", "mp4", "webm", "webp", "m3u8", "txt", "avi", "mov"])
        yield inputs.write(os.path.join(made, "p%03d.%s" % (i, kind)), text.encode())
