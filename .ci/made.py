"""What the makers of the documentation's pictures have in common."""
import os
import pathlib
import sys

try:
    import PIL  # noqa: F401
except ImportError:
    # The first Python of PATH need not be the one that the system's packages belong to.
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

from PIL import Image, ImageSequence  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent


def animconv():
    """ANIMCONV, or the program that was built last."""
    chosen = os.environ.get("ANIMCONV")
    if chosen:
        return os.path.abspath(chosen)
    built = [ROOT / ".build" / kind / "animconv" for kind in ("release", "debug")]
    built = [path for path in built if path.exists()]
    if not built:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: build animconv first, or set ANIMCONV")
    return str(max(built, key=lambda path: path.stat().st_mtime))


def frames(path):
    """The duration and the RGBA picture of each frame: compressors of other releases give the same in other
    bytes."""
    with Image.open(path) as picture:
        return [(frame.info.get("duration"), frame.convert("RGBA"))
                for frame in ImageSequence.Iterator(picture)]
