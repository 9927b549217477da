"""Runs one command to its end and tells what it cost and what it left."""
import dataclasses
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time

# After a trap Swift's backtracer can hold the pipes of its parent open for seconds.
ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no", LC_ALL="C.UTF-8")


@dataclasses.dataclass
class Ended:
    """A command that has ended."""
    command: list
    code: int           # exit code, or minus the number of the signal that ended it
    wall: float         # seconds
    cpu: float          # seconds, user and system, of the whole tree
    peak: int           # bytes: resident set of the largest process of the tree
    out: bytes
    err: bytes
    timed_out: bool     # killed by us at the time limit

    @property
    def message(self):
        return self.err.decode("utf-8", "backslashreplace").strip()


class Running:
    """A command at work, in a process group of its own."""

    def __init__(self, command, cwd=None, stdin=None, stdout=None, limits=(), before=None):
        """limits: pairs for setrlimit; stdout: a file, or None to keep what is written."""
        self.command = [os.fsdecode(part) for part in command]
        self._out = tempfile.TemporaryFile() if stdout is None else None
        self._err = tempfile.TemporaryFile()

        def prepare():
            for which, value in limits:
                resource.setrlimit(which, (value, value))
            if before:
                before()

        self.start = time.monotonic()
        self.process = subprocess.Popen(
            command, cwd=cwd, env=ENVIRONMENT, start_new_session=True,
            stdin=subprocess.DEVNULL if stdin is None else stdin,
            stdout=self._out if stdout is None else stdout, stderr=self._err,
            preexec_fn=prepare if limits or before else None)

    def send(self, number):
        try:
            os.kill(self.process.pid, number)
        except ProcessLookupError:
            pass

    def wait(self, timeout=None):
        """Reaps it; kills its whole group after `timeout` seconds."""
        timed_out = threading.Event()

        def kill():
            timed_out.set()
            self.end_group()

        timer = threading.Timer(timeout, kill) if timeout else None
        if timer:
            timer.start()
        _, status, usage = os.wait4(self.process.pid, 0)
        wall = time.monotonic() - self.start
        if timer:
            timer.cancel()
        code = os.waitstatus_to_exitcode(status)
        self.process.returncode = code
        return Ended(
            self.command, code, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024,
            read_all(self._out), read_all(self._err), timed_out.is_set())

    def group_is_alive(self):
        """Whether a process of its group outlived it."""
        try:
            os.killpg(self.process.pid, 0)
            return True
        except ProcessLookupError:
            return False

    def end_group(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(command, timeout=None, **options):
    """Runs a command to its end."""
    return Running(command, **options).wait(timeout)


def read_all(file):
    if file is None:
        return b""
    file.seek(0)
    data = file.read()
    file.close()
    return data
