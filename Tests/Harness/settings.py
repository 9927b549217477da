"""Where the script suites find animconv, the corpus and the tools: by variables."""
import os
import shutil
import subprocess
import sys

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def animconv():
    """The binary under test: $ANIMCONV, or the release build of this package, made if need be."""
    given = os.environ.get("ANIMCONV")
    if given:
        return required("ANIMCONV", given)
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--product", "animconv"]
    print("building animconv (set ANIMCONV to use a ready binary)", file=sys.stderr)
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.run([*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE)
    return os.path.join(os.fsdecode(folder.stdout).strip(), "animconv")


def corpus(*parts):
    """A file of the corpus, or its folder."""
    return os.path.join(variable("ANIMCONV_CORPUS", "the corpus"), *parts)


def make_big():
    """make_big.py, which makes the big and the hostile inputs; it needs Pillow and numpy."""
    return variable("ANIMCONV_MAKE_BIG", "make_big.py")


def oracle():
    """The folder of the browser oracle's modules."""
    return variable("ANIMCONV_ORACLE", "the folder of the oracle scripts")


def tool(name):
    """The full path of an installed tool; ends the script when it is missing."""
    path = shutil.which(name)
    if path is None:
        sys.exit("%s is not installed" % name)
    return path


def variable(name, meaning):
    value = os.environ.get(name)
    if not value:
        sys.exit("set %s to %s" % (name, meaning))
    return required(name, value)


def required(name, path):
    if not os.path.exists(path):
        sys.exit("%s: nothing at %s" % (name, path))
    return os.path.abspath(path)
