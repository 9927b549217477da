"""File systems of a chosen size, in a mount namespace of this process's own.

What is mounted there goes with the process, however it ends.
"""
import contextlib
import os
import subprocess
import sys

_INSIDE = "ANIMCONV_OWN_MOUNTS"


def enter():
    """Starts this script again where it may mount. Ends it when the system does not allow that."""
    if os.environ.get(_INSIDE):
        return
    unshare = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--user", "--map-root-user"])
    if subprocess.run([*unshare, "true"], capture_output=True).returncode:
        sys.exit("this check mounts small file systems: run it as root or allow user namespaces")
    os.environ[_INSIDE] = "1"
    os.execvp(unshare[0], [*unshare, sys.executable, *sys.argv])


@contextlib.contextmanager
def file_system(folder, size):
    """A tmpfs of `size` bytes (whole pages) at a folder that is made for it."""
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%d" % size, "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def make_read_only(folder):
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
