"""The inputs of the checks: files of the corpus by kind, and what make_big.py makes."""
import csv
import os
import random
import shutil
import subprocess
import sys

import gif
import settings


def manifest():
    with open(settings.corpus("manifest.tsv"), newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def valid_gifs(only=""):
    """Paths of the undamaged GIFs with pictures of a size that browsers show."""
    # The only frame of the last one is destroyed, which the corpus counts as valid.
    damaged = ("hostile/", "mutants/", "pillow/issue_2811.gif")
    rows = (r for r in manifest() if r["kind"] == "gif" and only in r["path"])
    return [settings.corpus(r["path"]) for r in rows if not r["path"].startswith(damaged)]


def bad_files(only=""):
    """Paths of everything broken, hostile or mutated, whatever it pretends to be."""
    rows = (r for r in manifest() if only in r["path"])
    return [settings.corpus(r["path"]) for r in rows
            if r["kind"].endswith("(broken)")
            or r["path"].startswith(("hostile/", "mutants/"))
            and os.path.isfile(settings.corpus(r["path"]))]


def playlists():
    """Files that ask a media library to open other files or the network."""
    folder = settings.corpus("hostile", "playlist")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
            if not name.startswith("private.")]


def bombs(folder):
    """make_big.py's bombs, by name."""
    subprocess.run([sys.executable, settings.make_big(), folder, "--only", "bombs"],
                   check=True, stdout=subprocess.DEVNULL)
    made = os.path.join(folder, "bombs")
    return {name: os.path.join(made, name) for name in sorted(os.listdir(made))}


# Kinds of files that stand for themselves or find what they name beside them.
MUTABLE = {"gif", "png", "apng", "webp", "video", "sheet", "atlas-json", "json", "list"}


def whole_files():
    """The corpus's small undamaged files of every kind."""
    whole = [settings.corpus(r["path"]) for r in manifest()
             if r["kind"] in MUTABLE and not r["path"].startswith(("hostile/", "mutants/"))]
    return [path for path in whole if os.path.getsize(path) < 300_000]


def beside(path, folder):
    """Copies what a description may name: the pictures in its folder."""
    if not path.endswith(".json"):
        return
    for name in os.listdir(os.path.dirname(path)):
        copy = os.path.join(folder, name)
        if name.endswith(".png") and not os.path.exists(copy):
            shutil.copy(os.path.join(os.path.dirname(path), name), copy)


def mutants(folder, seed, count):
    """Fresh damaged copies of the corpus's small files of every kind, beside what they may name."""
    whole = whole_files()
    subprocess.run([sys.executable, settings.make_big(), "mutate", folder, str(seed), str(count),
                    *whole], check=True)
    made = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    for path in whole:
        beside(path, folder)
    return made


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    return path


def small(folder, name="in.gif"):
    """A GIF that converts in a moment."""
    return write(os.path.join(folder, name), gif.moving(48, 32, 6, (5, 3, 12)))


def slow(folder, transparent=False):
    """A GIF that takes a second or so to convert, long enough to be interrupted."""
    return write(os.path.join(folder, "in.gif"),
                 gif.moving(320, 240, 60, (3, 4, 20), transparent))


def moments(count, whole, seed):
    """Times uniform over a whole run of `whole` seconds."""
    random_source = random.Random(seed)
    return [random_source.uniform(0, whole) for _ in range(count)]
