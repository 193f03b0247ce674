"""A small WebDriver client: headless Chromium through chromedriver, with the standard library only."""

import base64
import ctypes
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import urllib.error
import urllib.request

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DRIVERS = ("chromedriver", "/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver")

# These flags turn off everything except showing the page. The processor draws WebGL.
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
         "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")

# The first tab is empty, since the default one is a page with scripts of its own.
PREFERENCES = {"session": {"restore_on_startup": 4, "startup_urls": ["about:blank"]}}


# A script for the page. It evaluates holds(...given) before every frame and calls done(value) with the first true
# value.
FIRST_TRUE = """
    const done = arguments[arguments.length - 1], [text, given] = arguments, holds = new Function(text);
    const ask = () => {
        try {
            const value = holds(...given);
            if (value) done({value});
            else requestAnimationFrame(ask);
        } catch (error) {
            done({error: String(error)});
        }
    };
    ask();"""

# Requested changes are drawn in this frame or the next.
AFTER_FRAMES = ("const done = arguments[arguments.length - 1]; "
                "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));")

# Nothing here has a time limit of its own. The limit of ctest ends a test that waits for ever.
NO_LIMIT = {"script": None, "pageLoad": 2 ** 53 - 1}


class NoBrowser(Exception):
    """There is no usable browser; the text gives the reason."""


def answers(program):
    """True if a program reports its version. A snap's placeholder for a missing browser does not."""
    return subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def find_programs():
    """All installed browsers, and the driver. Raises NoBrowser."""
    browsers = [path for path in map(shutil.which, BROWSERS) if path and answers(path)]
    driver = next((found for found in map(shutil.which, DRIVERS) if found), None)
    if not browsers:
        raise NoBrowser("no usable browser found (looked for {})".format(", ".join(BROWSERS)))
    if not driver:
        raise NoBrowser("no chromedriver found")
    return browsers, driver


class Browser:
    """A session with a browser. Use it in a with statement."""

    def __init__(self, width=1280, height=900, flags=()):
        browsers, driver = find_programs()
        self._profile = tempfile.mkdtemp(prefix="hexscan_browser_")
        self._process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                         text=True)
        self._session = None
        self.page, self._logged, self._look = None, {}, None
        try:
            self._address = "http://127.0.0.1:{}".format(self._port())
            arguments = [*FLAGS, *flags, "--user-data-dir=" + self._profile, f"--window-size={width},{height}"]
            self._session = "/session/" + self._new_session(browsers, arguments)
        except BaseException:
            self.close()
            raise

    def _new_session(self, browsers, arguments):
        """The id of a session with the first browser that the driver supports."""
        for browser in browsers:
            capabilities = {"browserName": "chrome", "timeouts": NO_LIMIT,
                            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                            "goog:chromeOptions": {"binary": browser, "args": arguments, "prefs": PREFERENCES}}
            try:
                return self._request("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]
            except RuntimeError:
                if browser == browsers[-1]:
                    raise
        raise NoBrowser("no browser")

    def _port(self):
        for line in self._process.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                return found.group(1)
        raise RuntimeError("chromedriver did not start")

    def _request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()[:800]}") from None

    def command(self, method, path, body=None):
        """Sends a command of the session, given by its path in the WebDriver standard."""
        return self._request(method, self._session + path, body)

    def devtools(self, command, **parameters):
        """Sends a command of the Chrome DevTools protocol."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def printed(self):
        """The page as PDF, in base64. The standard's own command allows a busy renderer ten seconds; this one has no
        limit."""
        return self.devtools("Page.printToPDF")["data"]

    def script(self, text, *arguments):
        """Runs the body of a function in the page and returns its value."""
        return self.command("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def async_script(self, text, *arguments):
        """Runs the body of a function in the page. The value is the one with which it calls its last argument."""
        return self.command("POST", "/execute/async", {"script": text, "args": list(arguments)})

    def open(self, path):
        """Opens a file and discards earlier log entries."""
        self.log("browser"), self.log("performance")
        self.page, self._logged = os.path.abspath(path), {}
        self.command("POST", "/url", {"url": "file://" + self.page})

    def log(self, kind):
        """Log entries since the page was opened, of the console ("browser") or of the DevTools ("performance")."""
        logged = self._logged.setdefault(kind, [])
        logged += self.command("POST", "/se/log", {"type": kind})
        return logged

    def wait_for(self, text, *arguments):
        """Waits until the body of a function returns a true value, and returns that."""
        answer = self.async_script(FIRST_TRUE, text, arguments)
        if "error" in answer:
            raise AssertionError(f"{answer['error']} in: {text}")
        return answer["value"]

    def wait_for_frames(self):
        """Waits until requested changes are drawn."""
        self.async_script(AFTER_FRAMES)

    def pointer(self, x, y):
        """Moves the mouse to a place of the viewport."""
        self._mouse([{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}])

    def click(self, *places):
        """Clicks at places of the viewport, one after the other."""
        self._mouse([action for x, y in places for action in (
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})])

    def _mouse(self, actions):
        self._act({"type": "pointer", "id": "mouse", "actions": actions})

    def _act(self, actions):
        """Performs input actions and returns when the result is drawn."""
        self.command("POST", "/actions", {"actions": [actions]})
        self.wait_for_frames()

    def drag(self, start, *places, kind="mouse"):
        """Presses the mouse, or a finger ("touch"), at a place of the viewport, moves it to others and releases it."""
        move = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)} for x, y in (start, *places)]
        actions = [move[0], {"type": "pointerDown", "button": 0}, *move[1:], {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self._act(pointer)

    def press(self, *keys):
        """Presses keys one after the other, as WebDriver codes them."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": actions})

    def look(self, width=1280, height=900, dark=False):
        """Sets the size of the viewport and the colour scheme."""
        if self._look != (width, height, dark):  # a page redraws everything even without a change
            self._look = width, height, dark
            self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                          mobile=False)
            scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
            self.devtools("Emulation.setEmulatedMedia", features=[scheme])
            self.wait_for("return innerWidth === arguments[0] && innerHeight === arguments[1] &&"
                          " matchMedia('(prefers-color-scheme: dark)').matches === arguments[2]", width, height, dark)
        self.wait_for_frames()

    def screenshot(self, path, box=None):
        """Saves a PNG of the viewport, or of a box {x, y, width, height} of the page."""
        clip = {"clip": dict(box, scale=1), "captureBeyondViewport": True} if box else {}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.captureScreenshot", format="png", **clip)["data"]))

    def close(self):
        """Ends session and driver."""
        if self._session:
            try:
                self.command("DELETE", "")
            except (OSError, RuntimeError):
                pass  # the driver ends below in any case
            self._session = None
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()
        shutil.rmtree(self._profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class SavedFiles:
    """A folder for files that pages save. The system reports when a file gets its final name, which the browser gives
    only to complete files."""

    def __init__(self, browser, folder):
        os.makedirs(folder)
        self._folder, self._named = folder, set()
        system, moved_to = ctypes.CDLL(None, use_errno=True), 0x80
        self._events = system.inotify_init1(os.O_CLOEXEC)
        if self._events < 0 or system.inotify_add_watch(self._events, os.fsencode(folder), moved_to) < 0:
            raise OSError(ctypes.get_errno(), "inotify")
        browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)

    def path_of(self, name):
        """Waits for a file that the page saves."""
        while name not in self._named:
            events, at = os.read(self._events, 65536), 0
            while at < len(events):  # struct inotify_event, followed by the name
                *_, length = struct.unpack_from("iIII", events, at)
                self._named.add(os.fsdecode(events[at + 16:at + 16 + length].rstrip(b"\0")))
                at += 16 + length
        return os.path.join(self._folder, name)

    def close(self):
        os.close(self._events)
