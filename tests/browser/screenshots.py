#!/usr/bin/env python3
"""Makes the pictures of pages for README and docs.

usage: screenshots.py HEXSCAN SOURCE_DIR FOLDER     the program, the repository, where the pictures go
"""

import os
import subprocess
import sys
import tempfile

from webdriver import Browser

SET = ("const e = document.getElementById(arguments[0]); e.value = arguments[1];"
       "e.dispatchEvent(new Event('input', {bubbles: true}));")


def picture(browser, path, width, height, dark=False):
    browser.look(width, 900, dark)
    browser.screenshot(path, {"x": 0, "y": 0, "width": width, "height": height})
    print(path, os.path.getsize(path), "bytes")


def scan_page(browser, page, folder):
    browser.open(page)
    browser.wait_for("return document.body.dataset.surface === 'ready'")
    browser.script("document.getElementById('warnings').hidden = true")  # of the machine that makes the pictures
    browser.script(SET, "slice", 66)
    poses = {"light": {"x": 0.12, "y": -0.08, "z": 1.53, "roll": 8, "yaw": 6},
             "dark": {"x": 0.3, "y": 0.1, "z": 1.75, "roll": 12, "yaw": 10}}
    for name, pose in poses.items():
        for axis, value in pose.items():
            browser.script(SET, "pose-" + axis, value)
        browser.look(1280, 900, name == "dark")
        bottom = browser.script("return document.getElementById(arguments[0]).getBoundingClientRect().bottom + 12 + "
                                "window.scrollY", "slices" if name == "light" else "machine")
        picture(browser, os.path.join(folder, f"page-{name}.png"), 1280, bottom, name == "dark")


def ladder_page(browser, page, folder):
    browser.open(page)
    browser.wait_for("return document.body.dataset.ready === 'yes'")
    browser.look()
    browser.script("document.querySelectorAll('#stage-buttons button')[3].click()")
    picture(browser, os.path.join(folder, "page-ladder.png"), 1280, 1240)


def main(hexscan, source, folder):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hexscan_pictures_") as work:
        scan, ladder = os.path.join(work, "scan"), os.path.join(work, "ladder")
        subprocess.run([hexscan, "scan", "--device", "cpu", "--image", "none", "--quiet", "--output", scan], check=True)
        subprocess.run([hexscan, "report", os.path.join(source, "output", "case-study", "stages.json"),
                        "--output", ladder], check=True, stdout=subprocess.DEVNULL)
        with Browser() as browser:
            scan_page(browser, os.path.join(scan, "index.html"), folder)
            ladder_page(browser, os.path.join(ladder, "index.html"), folder)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
