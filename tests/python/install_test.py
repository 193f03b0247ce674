"""pip installs the module in a fresh environment, without a download.
usage: install_test.py HEXSCAN SOURCE_DIR BUILD_DIR"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES, np

BUILD = sys.argv[3]
OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


class Installation(unittest.TestCase):
    def test_needs_no_network(self):
        try:
            import ensurepip  # noqa: F401
            import venv  # noqa: F401
        except ImportError:
            self.skipTest("python3-venv is not installed")
        with tempfile.TemporaryDirectory() as folder:
            environment = pathlib.Path(folder) / "environment"
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", environment], check=True,
                           env=OUTSIDE)
            python = environment / "bin/python"
            nowhere = {**OUTSIDE, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
                       "PIP_CACHE_DIR": folder + "/cache"}
            subprocess.run([python, "-m", "pip", "install", "--quiet", SOURCES, "--config-settings",
                            f"build-dir={BUILD}"],
                           check=True, env=nowhere)
            code = ("import hexscan; m = hexscan.platform('rubin-camera-hexapod'); "
                    "print(hexscan.__file__, m.reachable(m.home), len(hexscan.platforms()))")
            said = subprocess.run([python, "-c", code], check=True, env=OUTSIDE, cwd=folder, capture_output=True,
                                  text=True).stdout
            self.assertTrue(said.startswith(str(environment)), said)
            self.assertEqual(said.split()[1:], ["True", str(len(list((SOURCES / "platforms").glob("*.yaml"))))])
            files = subprocess.run([python, "-m", "pip", "show", "-f", "hexscan"], check=True, env=nowhere,
                                   capture_output=True,
                                   text=True).stdout
            for name in ("hexscan/py.typed", "hexscan/_hexscan.pyi"):
                self.assertIn(name, files)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
