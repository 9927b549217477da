"""Counts the calls of a run and lets each of them fail once; see failing.c."""
import os
import re
import shutil
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FUNCTIONS = os.path.join(HERE, "..", "..", "Sources", "CFFmpeg", "functions.c")
SYSTEM = ["open", "openat", "read", "pread", "write", "pwrite", "fsync", "ftruncate", "flock",
          "rename", "renameat2", "link", "linkat", "mkdir", "mmap", "malloc", "calloc",
          "posix_memalign", "pthread_create", "clock_gettime"]
# What a library gives back when it fails: nothing, or a status.
OTHERS = {
    "WebPEncode": 0, "WebPPictureImportRGBA": 0, "WebPIDecode": 0, "WebPIDecGetRGB": 0,
    "WebPDecodeRGBAInto": 0, "WebPIUpdate": 1, "WebPDecode": 1,
    "WebPConfigInitInternal": 0, "WebPPictureInitInternal": 0, "WebPInitDecoderConfigInternal": 0,
    "WebPINewDecoder": 0, "png_create_read_struct_2": 0, "png_create_write_struct_2": 0,
    "png_create_read_struct": 0, "png_create_write_struct": 0, "png_create_info_struct": 0,
    "inflate": -2, "inflateInit_": -4, "inflateInit2_": -4, "libdeflate_alloc_compressor": 0,
    "libdeflate_zlib_compress": 0, "JxlEncoderCreate": 0, "JxlEncoderFrameSettingsCreate": 0,
    "JxlEncoderAddImageFrame": 1, "JxlEncoderProcessOutput": 1, "JxlEncoderSetBasicInfo": 1,
    "JxlEncoderSetFrameHeader": 1, "JxlEncoderSetColorEncoding": 1, "JxlDecoderCreate": 0,
    "JxlDecoderProcessInput": 1, "JxlDecoderSetInput": 1, "JxlDecoderGetBasicInfo": 1,
    "JxlDecoderSetImageOutBuffer": 1,
}
LINKED = re.compile("WebP|png_|inflate|libdeflate")
# Questions whose answer is no status: a name, a number, a version, a thing that may not be there.
ANSWERS = re.compile(r"_name$|version|_compare_|_is_|get_entry|get_entries|_get_side_data|dict_get|"
                     r"coefficients|desc_get|bytes_per_sample|guess_sample|_data_get|rescale|"
                     r"get_pix_fmt|strerror|format_line|av_reduce", re.IGNORECASE)


def libraries():
    """FFmpeg's functions that can fail, as Sources/CFFmpeg names them, and those of the others."""
    with open(FUNCTIONS) as file:
        found = re.findall(r"^FORWARD\(\w+, ([^,]+), (\w+),", file.read(), re.MULTILINE)
    rows = {name: 0 if result.endswith("*") else -12 for result, name in found
            if result != "void" and not ANSWERS.search(name)}
    return {**rows, **OTHERS}


NAMES = [*SYSTEM, *libraries()]


def library(folder):
    """Builds what is preloaded."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        sys.exit("this check builds a library to preload: install cc or clang")
    with open(os.path.join(folder, "names.h"), "w") as file:
        file.writelines("CALL(%s)\n" % name for name in SYSTEM)
        file.writelines("%s(%s, %d)\n" % ("LINKED" if LINKED.match(row[0]) else "LIBRARY", *row)
                        for row in libraries().items())
    with open(os.path.join(folder, "numbers.h"), "w") as file:
        file.writelines('__asm__(".set NUMBER_OF_%s, %d");\n' % (name, number)
                        for number, name in enumerate(NAMES))
    made = os.path.join(folder, "failing.so")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-w", "-I", folder, "-o", made,
                    os.path.join(HERE, "failing.c"), "-ldl"], check=True)
    return made


def command(made, arguments, **variables):
    """A command with the library in it; `fail` is NAME:N, the others are names of variables."""
    texts = ["ANIMCONV_%s=%s" % (name.upper(), value) for name, value in variables.items()]
    return ["env", "LD_PRELOAD=" + made, *texts, *arguments]


def counted(path):
    """How often each call was made, by name."""
    with open(path, "rb") as file:
        data = file.read()
    return dict(zip(NAMES, struct.unpack("<%dQ" % len(NAMES), data[:8 * len(NAMES)])))
