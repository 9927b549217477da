#!/usr/bin/env python3
"""Makes a Python wheel of the program, the library and the module.

    wheel.py VERSION PROGRAM LIBRARY FOLDER     prints the name of the wheel

The libraries that the library needs and that not every system has come along; the program must need
none. The tag names the oldest glibc on which all of them start. Equal inputs give equal bytes: times are
SOURCE_DATE_EPOCH.
"""
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = ROOT / "Sources/AnimConvPython/animconv"

# What a wheel may expect of a system (PEP 600 and auditwheel's policies).
EVERYWHERE = {
    "libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libutil.so.1",
    "libresolv.so.2", "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1", "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(path):
    """The libraries that a file names, apart from those of every system."""
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", str(path)))
    return [name for name in names if name not in EVERYWHERE]


def found(library):
    """Where the system's loader finds each library that a file needs, directly or not."""
    lines = output("ldd", str(library))
    return {name: pathlib.Path(path) for name, path in re.findall(r"(\S+) => (/\S+)", lines)}


def brought_along(library):
    """The libraries to bring along, lowest first."""
    places, order = found(library), []

    def visit(name):
        if name in order:
            return
        if name.startswith(("libswift", "libFoundation", "lib_Foundation", "libdispatch")):
            sys.exit(f"wheel: {library.name} needs {name}; build it with --static-swift-stdlib")
        if name not in places:
            sys.exit(f"wheel: {library.name} needs {name}, which this system does not have")
        for other in needed(places[name]):
            visit(other)
        order.append(name)

    for name in needed(library):
        visit(name)
    return [(name, places[name]) for name in order]


def newest_glibc(paths):
    """The newest version of glibc of which a file needs something, at least 2.17."""
    versions = [(2, 17)]
    for path in paths:
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", output("objdump", "-T", str(path))):
            versions.append((int(major), int(minor)))
    return max(versions)


def licence(path):
    """What Debian says about the licence of a library; nil elsewhere."""
    for name in (path, path.resolve()):
        owner = subprocess.run(["dpkg", "-S", str(name)], capture_output=True, text=True)
        if owner.returncode == 0:
            package = owner.stdout.split(":")[0]
            text = pathlib.Path(f"/usr/share/doc/{package}/copyright")
            if text.exists():
                return package, text.read_bytes()
    return None


def metadata(version):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return f"""\
Metadata-Version: 2.4
Name: animconv
Version: {version}
Summary: Converts animations without changing any frame's timing, colours or shape
License-Expression: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == 'numpy'
Description-Content-Type: text/markdown

{readme}"""


def stripped(path, work, keep_names):
    copy = work / path.name
    shutil.copyfile(path, copy)
    # The names that others see stay in a table of their own.
    subprocess.run(
        ["strip", "--strip-unneeded" if keep_names else "--strip-all",
         "--remove-section=.comment", str(copy)], check=True)
    return copy


def main(version, program, library, folder):
    program, library = pathlib.Path(program).resolve(), pathlib.Path(library).resolve()
    if needed(program):
        sys.exit(f"wheel: the program needs {', '.join(needed(program))}; link them into it")
    work = pathlib.Path(folder) / ".wheel"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    libraries = brought_along(library)
    files = {}
    for path in sorted(MODULE.iterdir()):
        if path.is_file():
            files[f"animconv/{path.name}"] = (path.read_bytes(), 0o644)
    native = [stripped(library, work, True)]
    files[f"animconv/{library.name}"] = (native[0].read_bytes(), 0o755)
    info = f"animconv-{version}.dist-info"
    for name, path in libraries:
        native.append(path)
        files[f"animconv/libs/{name}"] = (path.read_bytes(), 0o755)
        terms = licence(path)
        if terms:
            files[f"{info}/licenses/{terms[0]}"] = (terms[1], 0o644)
    names = "".join(f"{name}\n" for name, _ in libraries)
    files["animconv/libs/ORDER"] = (names.encode(), 0o644)
    native.append(stripped(program, work, False))
    files[f"animconv-{version}.data/scripts/animconv"] = (native[-1].read_bytes(), 0o755)

    major, minor = newest_glibc(native)
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    wheel = f"Wheel-Version: 1.0\nGenerator: animconv\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files[f"{info}/METADATA"] = (metadata(version).encode(), 0o644)
    files[f"{info}/WHEEL"] = (wheel.encode(), 0o644)
    files[f"{info}/licenses/LICENSE"] = ((ROOT / "LICENSE").read_bytes(), 0o644)
    shutil.rmtree(work)

    record = ""
    for name, (contents, _) in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(contents)}\n"
    record += f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = (record.encode(), 0o644)

    target = pathlib.Path(folder) / f"animconv-{version}-{tag}.whl"
    # A ZIP has no time before 1980.
    moment = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315_532_800))[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # The last members describe the others.
        for name, (contents, mode) in sorted(files.items(), key=lambda each: (info in each[0], each)):
            entry = zipfile.ZipInfo(name, moment)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, contents)
    print(target)


main(*sys.argv[1:])
