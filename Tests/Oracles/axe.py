"""axe-core, which looks for what keeps people from using a page, in a page that a browser has open."""
import contextlib
import glob
import os
import subprocess
import sys
import tempfile

# Ships axe-core 4.12.1 as a file.
PACKAGE = "axe-playwright-python==0.1.8"

RUN = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(violation =>
  violation.id + ' (' + violation.help + '): ' + violation.nodes.map(n => n.html.slice(0, 90)).join(' ')))"""


@contextlib.contextmanager
def script(kept=None):
    """The code of axe-core, from an environment that is kept, or from one that goes again."""
    with tempfile.TemporaryDirectory(prefix="animconv-axe-") as temporary:
        folder = kept or temporary
        python = os.path.join(folder, "bin", "python")
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        # Only the file is wanted, and none of what would call it.
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps",
                        PACKAGE], check=True)
        found = glob.glob(os.path.join(folder, "lib", "*", "site-packages", "*", "axe.min.js"))
        with open(found[0], encoding="utf-8") as file:
            yield file.read()


def examine(page, count, code, address, ready):
    """What axe-core finds on a page, light and dark at 1280 pixels, and light at 390.

    A page with a picture without a text and a field without a name shows that it finds something."""
    name = os.path.basename(os.path.dirname(address)) + "/" + os.path.basename(address)
    for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light")):
        page.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                  mobile=False)
        page.open(address)
        if ready:
            page.run(ready)
        page.run(code + "\n;0")
        count.check("axe-core, %s, %s at %d" % (name, scheme, width), page.run(RUN))
    page.run("document.body.insertAdjacentHTML('beforeend', '<input><img>')")
    found = page.run(RUN)
    missing = [rule for rule in ("label", "image-alt") if not any(f.startswith(rule + " ") for f in found)]
    count.check("axe-core sees what is wrong, " + name, missing)
    page.still()
    page.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1,
              mobile=False)
