"""Encoders read nothing beyond the pictures that they are given, whatever the sides."""
import os
import shutil
import struct
import subprocess
import zlib

import inputs
import process
import rules

SIZES = [(width, height) for width in (1, 2, 3, 4, 5, 7, 23, 24) for height in (1, 2, 3, 5)]
OUTPUTS = {
    "VP9": ["out.webm"],
    "VP8": ["out.webm", "--codec", "vp8"],
    "ProRes": ["out.mov"],
    "H.264": ["out.mp4"],
    "lossless H.264": ["out.mp4", "--lossless"],
    "AV1": ["out.webm", "--codec", "av1"],
}


def check(tally, binary, options):
    """The libraries are not built for the sanitizer, but their memcpy and malloc can be its own."""
    sanitizer = None
    if shutil.which("gcc"):
        sanitizer = subprocess.check_output(["gcc", "-print-file-name=libasan.so"], text=True).strip()
    if not sanitizer or not os.path.isabs(sanitizer):
        tally.check("the address sanitizer", "there is no gcc with libasan.so")
        return
    watched = ["env", "LD_PRELOAD=" + sanitizer,
               "ASAN_OPTIONS=detect_leaks=0:exitcode=99:verify_asan_link_order=0", binary]
    for name, (output, *flags) in OUTPUTS.items():
        for width, height in SIZES:
            with rules.scratch() as folder:
                inputs.write(os.path.join(folder, "in.png"), picture(width, height))
                ended = process.run([*watched, os.path.join(folder, "in.png"),
                                     os.path.join(folder, output), *flags], timeout=60)
                tally.check("%dx%d to %s" % (width, height, name),
                            [rules.clean_ending(ended, {0}), report(ended)])


def report(ended):
    lines = [line for line in ended.message.splitlines() if "AddressSanitizer" in line]
    return lines[0] if lines else None


def picture(width, height):
    """A PNG with every other pixel transparent."""
    rows = b"".join(
        b"\0" + b"".join(bytes([200, 40 * x % 256, 90, 255 * ((x + y) % 2)]) for x in range(width))
        for y in range(height))

    def chunk(name, content):
        return (struct.pack(">I", len(content)) + name + content
                + struct.pack(">I", zlib.crc32(name + content)))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
