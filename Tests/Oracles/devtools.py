"""One headless Chromium that is told what to do over its debugging pipe: standard library only."""
import base64
import json
import os
import select
import subprocess
import tempfile
import time


class Page:
    """A page in a browser of its own. Use it in a `with`."""

    def __init__(self, oracle_browser, width=1600, height=1600, timeout=60):
        self._stop = oracle_browser.stop
        self._timeout = timeout
        self._profile = tempfile.TemporaryDirectory(prefix="animconv-chromium-")
        to_browser, self._commands = os.pipe()
        self._answers, from_browser = os.pipe()
        # Chromium reads commands from descriptor 3 and answers on 4.
        command = ["bash", "-c", 'exec "$@" 3<&%d 4>&%d' % (to_browser, from_browser), "bash",
                   oracle_browser.find_browser("chromium"), *oracle_browser.CHROMIUM_FLAGS,
                   "--user-data-dir=" + self._profile.name, "--remote-debugging-pipe",
                   "--allow-file-access-from-files", "about:blank"]
        self._process = subprocess.Popen(
            command, pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env=dict(os.environ, HOME=self._profile.name))
        os.close(to_browser)
        os.close(from_browser)
        self._read, self._count, self._session = b"", 0, None
        # What the browser told since the last page was opened.
        self.events = []
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._commands)
        os.close(self._answers)
        self._stop(self._process)
        self._profile.cleanup()

    def call(self, method, **parameters):
        """Sends a command and waits for its answer; events in between are kept."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + self._timeout
        while True:
            while b"\0" not in self._read:
                if not select.select([self._answers], [], [], deadline - time.monotonic())[0]:
                    raise TimeoutError(method)
                data = os.read(self._answers, 1 << 20)
                if not data:
                    raise EOFError("the browser has ended")
                self._read += data
            text, self._read = self._read.split(b"\0", 1)
            answer = json.loads(text)
            if "method" in answer:
                self.events.append(answer)
            if answer.get("id") == self._count:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]

    def open(self, address):
        """Loads a page and what it shows."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.run("new Promise(f => document.readyState == 'complete' ? f() : onload = f)")

    def run(self, script):
        """The value of a script, when it is settled."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError("%s: %s" % (script, result["exceptionDetails"]))
        return result["result"].get("value")

    def picture(self, left, top, width, height):
        """A part of what is on the screen, as PNG."""
        clip = {"x": left, "y": top, "width": width, "height": height, "scale": 1}
        answer = self.call("Page.captureScreenshot", format="png", clip=clip)
        return base64.b64decode(answer["data"])
