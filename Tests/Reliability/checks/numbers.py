"""R16: extreme numbers of every option of every output are refused or obeyed: no trap, no exit 70."""
import concurrent.futures
import os
import re
import struct
import subprocess
import tempfile
import zlib

import inputs
import process
import rules

NUMBERS = ["0", "-1", str(2**31 - 1), str(2**32), str(2**62), str(2**63 - 1), "1e-18",
           "0.000000000000000001", "1e18", str(10**18)]
# What is put around a number where an option takes more than one, or a unit.
FORMS = {
    "--scale": ["%s", "%sx", "%sx%s", "%sx-1", "-1x%s", "%s/1", "1/%s", "%s%%"],
    "--crop": ["%sx%s+0+0", "1x1+%s+0", "1x1+0+%s", "%sx1+1+0", "1x1-%s-0"],
    "--cell": ["%sx%s", "%sx8", "8x%s"],
    "--grid": ["%sx%s", "%sx2", "2x%s"],
    "--scales": ["%s", "1,%s", "1,2,%s"],
    "--range": ["%s...", "0...%s", "%s..<%s", "%ss..", "0s..%ss"],
    "--every": ["%s", "%ss"],
    "--poster": ["%s", "%ss"],
    "--delays": ["%s:%s", "10:%s", "%s:10"],
    "--schedule": ["fps=%s", "slots-or-fps=%s", "fps=%s/1", "fps=1/%s"],
    "--fps": ["%s", "%s/1", "1/%s"],
    "--max-fps": ["%s", "%s/1", "1/%s"],
    "--speed": ["%s", "%s/1", "1/%s"],
    "--bitrate": ["%s", "%sk", "%sM"],
    "--max-memory": ["%s", "%sk", "%sGi"],
    "--max-bytes": ["%s", "%sk", "%sGi"],
}
# What an option means nothing without.
WITH = {
    "--max-fps": ["--schedule", "slots"], "--max-slots": ["--schedule", "slots"],
    "--slot-tolerance": ["--schedule", "slots"], "--zero-delay": ["--delays", "verbatim"],
    "--columns": ["--layout", "grid"], "--extrude": ["--padding", "2"],
    "--spacing": ["--cell", "8x8"], "--margin": ["--cell", "8x8"], "--count": ["--cell", "8x8"],
}
OF_PICTURES = {"--fps", "--start-number", "--input-scale"}
OF_SHEETS = {"--cell", "--grid", "--count", "--spacing", "--margin"}
# They name files, start a program that does not end, or wait for as long as they say.
NO_NUMBERS = {"--preset", "--preset-dir", "--sheet", "--label-font", "--report", "--depfile"}
OUTPUTS = ["out.mp4", "out.webm", "out.mov", "out.gif", "out.apng", "out.webp", "out.avif",
           "out.png", "out/", "out.zip", "out.imageset"]
# What no output takes need not be tried with each.
NO_VALUE = " is invalid for "
PATIENCE = 10


def check(tally, binary, options):
    with rules.scratch() as folder:
        sources = Sources(folder)
        wanted = [case for case in cases(binary) if options.only in " ".join(case)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            ends = pool.map(lambda case: in_all(binary, folder, sources, case, options), wanted)
            for (option, value), of_outputs in zip(wanted, ends):
                for output, ended in of_outputs:
                    tally.check("%s %s=%s" % (output, option, value), problem(ended))
                    tally.largest("longest", ended.wall)


def cases(binary):
    return [(option, form.replace("%s", number).replace("%%", "%"))
            for option in numbered(binary) for form in FORMS.get(option, ["%s"])
            for number in NUMBERS]


def in_all(binary, folder, sources, case, options):
    """Every output with an option, unless the first says that it never has this value."""
    ends = []
    for output in OUTPUTS:
        ends.append((output, end(binary, folder, sources, (output, *case), options)))
        if NO_VALUE in ends[0][1].message:
            break
    return ends


def numbered(binary):
    """Every option of a conversion that takes a value, as the program itself lists them."""
    text = subprocess.check_output([binary, "help", "options"], text=True)
    found = re.findall(r"^ +(--[a-z-]+) <", text, re.MULTILINE)
    return [option for option in dict.fromkeys(found) if option not in NO_NUMBERS]


class Sources:
    def __init__(self, folder):
        self.animation = inputs.small(folder)
        self.sheet = os.path.join(folder, "strip.png")
        inputs.write(self.sheet, picture(32, 16))
        self.pictures = os.path.join(folder, "pictures")
        os.mkdir(self.pictures)
        for number in range(3):
            inputs.write(os.path.join(self.pictures, "%d.png" % number), picture(8, 8 + 8 * (number % 2)))

    def path(self, option):
        if option in OF_SHEETS:
            return self.sheet
        return self.pictures if option in OF_PICTURES else self.animation


def end(binary, folder, sources, case, options):
    output, option, value = case
    with tempfile.TemporaryDirectory(dir=folder) as place:
        return process.run(
            [binary, sources.path(option), os.path.join(place, output), *WITH.get(option, []),
             "%s=%s" % (option, value)], timeout=PATIENCE * options.patience)


def problem(ended):
    """Which code is right, other checks say; here none is wrong but that of our own mistakes."""
    codes = set(range(0, 128)) - {rules.OUR_FAULT}
    return [rules.clean_ending(ended, codes)]


def picture(width, height):
    """A PNG of one opaque color."""
    rows = (b"\0" + b"\x80\x20\x60\xff" * width) * height

    def chunk(name, content):
        return (struct.pack(">I", len(content)) + name + content
                + struct.pack(">I", zlib.crc32(name + content)))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
