"""The targets of the package."""
import pathlib
import re


def names():
    package = (pathlib.Path(__file__).resolve().parent / "Package.swift").read_text()
    return re.findall(r'executableTarget\(\s*name: "([a-z]+)"', package)
