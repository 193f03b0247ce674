"""Tests the module in hosts whose locale has decimal commas, a decimal point of two bytes, or other capital letters.

usage: locale_test.py HEXSCAN SOURCE_DIR
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES

LOCALES = ("de_DE.UTF-8", "fa_IR.UTF-8", "tr_TR.UTF-8")

HOST = """
import locale, os, pickle, sys, tempfile
if len(sys.argv) > 2:
    locale.setlocale(locale.LC_ALL, sys.argv[2])
import hexscan
before = locale.setlocale(locale.LC_ALL), locale.localeconv()
m = hexscan.load(sys.argv[1])
m["legs.min"] = 1.2345678
print(hexscan.check(m).text, hexscan.check(m, {"x": (-0.0125, 0.0125)}), m.to_yaml())
w = hexscan.scan(m, x=(-0.5, 0.5, 11), y=0.25, z=1.45, maps=["clearance"], device="cpu")
w = pickle.loads(pickle.dumps(w))  # holds JSON
print(w.volume, w.maps["clearance"].tobytes().hex(), m.travel(m.home).tolist())
try:
    hexscan.Machine("name: broken")
except hexscan.InputError as error:
    print(error)
with tempfile.TemporaryDirectory() as folder:
    w.save(folder)
    print(open(os.path.join(folder, "radii.csv")).read())
assert before == (locale.setlocale(locale.LC_ALL), locale.localeconv())
"""


def answers(*locale):
    said = subprocess.run([sys.executable, "-c", HOST, SOURCES / "platforms" / "case-study.yaml", *locale], check=True,
                          capture_output=True, text=True, encoding="utf-8").stdout
    return re.sub(r"[0-9.]+ (ms|s|min)\b", "TIME", said)


class Locales(unittest.TestCase):
    def test_change_no_answer(self):
        plain = answers()
        self.assertIn("1.2345678", plain)
        for name in LOCALES:
            with self.subTest(name):
                self.assertEqual(plain, answers(name))


if __name__ == "__main__":
    if not shutil.which("localedef") or not os.path.exists("/usr/share/i18n/locales/de_DE"):
        print("skipped: localedef or its sources are missing (package locales)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        for name in LOCALES:
            subprocess.run(["localedef", "-i", name.partition(".")[0], "-f", "UTF-8", os.path.join(folder, name)],
                           check=True)
        os.environ["LOCPATH"] = folder
        os.environ["PYTHONUTF8"] = "1"
        unittest.main(argv=sys.argv[:1])
