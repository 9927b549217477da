"""A folder in which one build system runs, and a program between it and animconv that counts its runs."""
import os
import shutil
import subprocess

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GUESTS = os.path.join(PACKAGE, "Sources", "BuildSystems")
ORBIT = os.path.join(PACKAGE, "Tests", "Fixtures", "orbit.gif")
UNREADABLE = "not a format that animconv reads"


class Place:
    """A folder with a space in its name; `animconv` on the PATH notes each run."""

    def __init__(self, folder, animconv):
        self.root = os.path.join(folder, "a project")
        self._runs = os.path.join(folder, "runs")
        programs = os.path.join(folder, "bin")
        os.makedirs(self.root)
        os.makedirs(programs)
        self.program = os.path.join(programs, "animconv")
        with open(self.program, "w") as file:
            file.write('#!/bin/sh\ncase "$1" in --version) ;; *) echo "$*" >> "%s" ;; esac\nexec "%s" "$@"\n'
                       % (self._runs, animconv))
        os.chmod(self.program, 0o755)
        self.environment = dict(os.environ, PATH=programs + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8",
                                SWIFT_BACKTRACE="enable=no", CI="1")
        self.environment.pop("ANIMCONV", None)

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as file:
            file.write(text)

    def guest(self, name, to):
        """Copies a file or a folder of Sources/BuildSystems."""
        os.makedirs(os.path.dirname(self.path(to)), exist_ok=True)
        source = os.path.join(GUESTS, name)
        (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, self.path(to))

    def animation(self, name, delay=50):
        """An animation whose first frame is shown for this many hundredths of a second."""
        with open(ORBIT, "rb") as file:
            data = bytearray(file.read())
        data[data.index(b"\x21\xf9\x04") + 4] = delay
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(data)

    def preset(self, name, **settings):
        text = ", ".join('"%s": %s' % (key, '"%s"' % value if isinstance(value, str) else value)
                         for key, value in settings.items())
        self.write(name, '{"name": "small", "description": "A test.", "settings": {%s}}\n' % text)

    def content(self, name):
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def files(self):
        """Every file of the project that animconv could have left half-written."""
        return {os.path.relpath(os.path.join(folder, name), self.root)
                for folder, _, names in os.walk(self.root) for name in names}

    def call(self, *command, folder="."):
        """(exit code, everything that was printed, the runs of animconv)."""
        before = self._count()
        ended = subprocess.run(command, cwd=self.path(folder), env=self.environment, text=True, errors="replace",
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
        return ended.returncode, ended.stdout, self._count() - before

    def _count(self):
        try:
            with open(self._runs) as file:
                return len(file.readlines())
        except FileNotFoundError:
            return 0


def version(*command):
    """The first line with a digit that a program prints about itself; None if it is not installed."""
    if shutil.which(command[0]) is None:
        return None
    said = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    lines = [line for line in (said.stdout + said.stderr).splitlines() if any(map(str.isdigit, line))]
    named = [line for line in lines if line.startswith("Gradle")]
    return (named or lines or ["an unknown version"])[0].strip()
