"""Calls of the system that fail, or that the process does not live to make; see faults.c."""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def library(folder):
    """Builds what is preloaded."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        sys.exit("this check builds a library to preload: install cc or clang")
    made = os.path.join(folder, "faults.so")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made,
                    os.path.join(HERE, "faults.c"), "-ldl"], check=True)
    return made


def command(made, fault, arguments, *variables):
    """A command in which calls fail; `variables` are set in its environment."""
    return ["env", "LD_PRELOAD=" + made, "ANIMCONV_FAULT=" + fault, *variables, *arguments]


# A file system that cannot give a free name in one step.
NO_FLAGS = "ANIMCONV_NO_FLAGS=1"
