"""Tests that pip installs the module in a fresh environment, without a download.

usage: install_test.py HEXSCAN SOURCE_DIR BUILD_DIR
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES, np

BUILD = sys.argv[3]
OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


# A substitute for CMake. It imports NumPy as the configuration does, and copies the module that is already built.
CMAKE = """#!/bin/sh
case "$*" in
*"--target help") echo "hexscan_python: phony" ;;
*"--target hexscan_python") mkdir -p "$2/python" && cp -r "{build}/python/hexscan" "$2/python/" ;;
*) for word; do case $word in -DPython_EXECUTABLE=*) exec "${{word#*=}}" -c "import numpy" ;; esac; done; exit 1 ;;
esac
"""


def environment_in(folder):
    """Makes a fresh virtual environment and returns its Python."""
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", environment], check=True, env=OUTSIDE)
    return environment / "bin/python"


def installed(python, folder, sources, *settings, path=OUTSIDE["PATH"]):
    """Installs the sources without a network and returns pip's list of installed files."""
    nowhere = {**OUTSIDE, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
               "PIP_CACHE_DIR": str(folder / "cache"), "PATH": path}
    subprocess.run([python, "-m", "pip", "install", "--quiet", sources, *settings], check=True, env=nowhere)
    return subprocess.run([python, "-m", "pip", "show", "-f", "hexscan"], check=True, env=nowhere, capture_output=True,
                          text=True).stdout


class Installation(unittest.TestCase):
    def setUp(self):
        try:
            import ensurepip  # noqa: F401
            import venv  # noqa: F401
        except ImportError:
            self.skipTest("python3-venv is not installed")

    def test_needs_no_network(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            python = environment_in(folder)
            files = installed(python, folder, SOURCES, "--config-settings", f"build-dir={BUILD}")
            code = ("import hexscan; m = hexscan.platform('rubin-camera-hexapod'); "
                    "print(hexscan.__file__, m.reachable(m.home), len(hexscan.platforms()))")
            said = subprocess.run([python, "-c", code], check=True, env=OUTSIDE, cwd=folder, capture_output=True,
                                  text=True).stdout
            self.assertTrue(said.startswith(str(folder)), said)
            self.assertEqual(said.split()[1:], ["True", str(len(list((SOURCES / "platforms").glob("*.yaml"))))])
            licences = [f"dist-info/licenses/{file}" for file in ("LICENSE", "NOTICE", "THIRD-PARTY-LICENSES")]
            for file in ("hexscan/py.typed", "hexscan/_hexscan.pyi", *licences):
                self.assertIn(file, files)

    def test_builds_for_the_numpy_of_the_environment(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            sources = folder / "sources"
            (sources / "python").mkdir(parents=True)
            for file in ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "NOTICE", "THIRD-PARTY-LICENSES",
                         "python/build_backend.py"):
                shutil.copy(SOURCES / file, sources / file)
            cmake = folder / "bin/cmake"
            cmake.parent.mkdir()
            cmake.write_text(CMAKE.format(build=BUILD))
            cmake.chmod(0o755)
            files = installed(environment_in(folder), folder, sources, path=f"{cmake.parent}:{OUTSIDE['PATH']}")
            self.assertIn("hexscan/_hexscan.cpython", files)

    def test_says_so_where_the_module_is_not_built(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SOURCES / "python/hexscan", pathlib.Path(folder) / "hexscan",
                            ignore=shutil.ignore_patterns("__pycache__"))
            said = subprocess.run([sys.executable, "-B", "-c", "import hexscan"], env=OUTSIDE, cwd=folder,
                                  capture_output=True, text=True)
            self.assertNotEqual(said.returncode, 0)
            self.assertIn("--target hexscan_python", said.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
