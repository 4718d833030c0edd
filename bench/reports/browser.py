"""Debian's Chromium without a window, for measuring: the DevTools protocol on a pipe."""
import json
import os
import subprocess


class Browser:
    """Chromium with the DevTools protocol on descriptors 3 and 4: messages end with a zero byte."""

    def __init__(self, profile):
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def descriptors():
            os.dup2(to_browser, 103)
            os.dup2(from_browser, 104)
            os.dup2(103, 3)
            os.dup2(104, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
             "--remote-debugging-pipe", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                piece = os.read(self.read_end, 1 << 20)
                if not piece:
                    raise RuntimeError("chromium went away")
                self.buffer += piece
            text, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]

    def open_page(self):
        """A new page; the session to call it with."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        return self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def value(self, session, expression):
        """What an expression is in the page, after promises; None while it throws."""
        answer = self.call("Runtime.evaluate", session, expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value") if "exceptionDetails" not in answer else None

    def close(self):
        self.process.terminate()
        self.process.wait()
