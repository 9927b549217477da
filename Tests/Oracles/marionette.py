"""One headless Firefox that is told what to do over Marionette: standard library only."""
import base64
import json
import os
import shutil
import socket
import tempfile
import time


class Page:
    """A page in a browser of its own. Use it in a `with`."""

    def __init__(self, oracle_browser, width=1280, height=900, timeout=120, prefs=()):
        self._oracle, self._timeout, self._count = oracle_browser, timeout, 0
        self._profile = tempfile.mkdtemp(prefix="animconv-firefox-")
        kept = dict(oracle_browser.FIREFOX_PREFS)
        # The port is chosen by the browser, which writes it into its profile.
        oracle_browser.FIREFOX_PREFS.update({"marionette.port": 0, **dict(prefs)})
        # Decoders as users have them.
        for name in ("dom.media.webcodecs.enabled", "dom.media.webcodecs.image-decoder.enabled"):
            oracle_browser.FIREFOX_PREFS.pop(name, None)
        try:
            self._process = oracle_browser.launch(
                "firefox", "about:blank", self._profile,
                ["--marionette", "-remote-allow-system-access", "--width", str(width), "--height", str(height)])
        finally:
            oracle_browser.FIREFOX_PREFS.clear()
            oracle_browser.FIREFOX_PREFS.update(kept)
        try:
            self._socket = self._connect()
            self._read = b""
            self._receive()
            self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
            self.call("WebDriver:SetTimeouts", script=timeout * 1000)
            self.resize(width, height)
        except BaseException:
            self._end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()
        self._end()

    def _end(self):
        self._oracle.stop(self._process)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _connect(self):
        deadline = time.monotonic() + self._timeout
        path = os.path.join(self._profile, "MarionetteActivePort")
        while time.monotonic() < deadline:
            try:
                with open(path) as file:
                    return socket.create_connection(("127.0.0.1", int(file.read())), self._timeout)
            except (OSError, ValueError):
                time.sleep(0.1)
        raise TimeoutError("firefox does not answer")

    def _receive(self):
        while b":" not in self._read:
            self._more()
        size, self._read = self._read.split(b":", 1)
        while len(self._read) < int(size):
            self._more()
        text, self._read = self._read[:int(size)], self._read[int(size):]
        return json.loads(text)

    def _more(self):
        data = self._socket.recv(1 << 20)
        if not data:
            raise EOFError("the browser has ended")
        self._read += data

    def call(self, command, **parameters):
        """Sends a command and waits for its answer."""
        self._count += 1
        text = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        while True:
            answer = self._receive()
            if answer[0] == 1 and answer[1] == self._count:
                if answer[2]:
                    raise RuntimeError("%s: %s" % (command, answer[2].get("message")))
                return answer[3]

    def resize(self, width, height):
        """Gives the page itself this size, in pixels."""
        for _ in range(3):
            self.call("WebDriver:SetWindowRect", width=width, height=height)
            inner = self.run("[innerWidth, innerHeight]")
            outer = self.call("WebDriver:GetWindowRect")
            if inner == [width, height]:
                return
            self.call("WebDriver:SetWindowRect", width=outer["width"] + width - inner[0],
                      height=outer["height"] + height - inner[1])

    def open(self, address):
        """Loads a page and what it shows."""
        self._system("Services.console.reset()")
        self.call("WebDriver:Navigate", url=address)

    def run(self, script):
        """The value of a script, when it is settled."""
        answer = self.call(
            "WebDriver:ExecuteAsyncScript", args=[], newSandbox=False, sandbox=None, script="""
            const done = arguments[arguments.length - 1]
            Promise.resolve(eval(%s)).then(v => done([v ?? null]), e => done([null, String(e)]))
            """ % json.dumps(script))["value"]
        if len(answer) > 1:
            raise RuntimeError("%s: %s" % (script, answer[1]))
        return answer[0]

    def messages(self):
        """What the console was told of since the last page was opened, but for the browser's own."""
        return self._system(
            'return Services.console.getMessageArray().map(String).filter(m => m.includes("file:///"))')

    def _system(self, script):
        """The value of a script with the rights of the browser itself."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", args=[], script=script)["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    def press(self, *keys):
        """Types keys, by the names of WebDriver's code points or as characters."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("WebDriver:PerformActions",
                  actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def screen(self):
        """The whole page, as PNG."""
        return base64.b64decode(self.call("WebDriver:TakeScreenshot", full=True)["value"])
