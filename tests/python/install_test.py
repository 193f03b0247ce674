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

from support import PROGRAM, SOURCES, np

BUILD = sys.argv[3]
OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


# A substitute for CMake. It imports NumPy as the configuration does, and has the files that are already built.
CMAKE = """#!/bin/sh
case "$1" in
--preset) {python} -c "import numpy" && mkdir -p "$4" && cp -r "{build}/python" "$4" ;;
--install) shift 2; exec {cmake} --install "{build}" "$@" ;;
esac
"""


def environment_in(folder):
    """Makes a fresh virtual environment and returns its Python."""
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", environment], check=True, env=OUTSIDE)
    return environment / "bin/python"


def printed(folder, *command, path=OUTSIDE["PATH"]):
    """Runs a command in the folder and returns what it prints."""
    return subprocess.run(command, check=True, env={**OUTSIDE, "PATH": str(path)}, cwd=folder, capture_output=True,
                          text=True).stdout


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
            said = printed(folder, python, "-c", code)
            self.assertTrue(said.startswith(str(folder)), said)
            self.assertEqual(said.split()[1:], ["True", str(len(list((SOURCES / "platforms").glob("*.yaml"))))])
            licences = [f"dist-info/licenses/{file}" for file in ("LICENSE", "NOTICE", "THIRD-PARTY-LICENSES")]
            for file in ("hexscan/py.typed", "hexscan/_hexscan.pyi", *licences):
                self.assertIn(file, files)
            # The program comes with it, with its machines, and all of it goes again.
            program = python.parent / "hexscan"
            self.assertEqual(printed(folder, program, "--version"), printed(folder, PROGRAM, "--version"))
            printed(folder, program, "scan", "rubin-camera-hexapod", "--grid", "21x21x9", "--image", "none", "--page",
                    "none", "--output", "scanned")
            self.assertTrue((folder / "scanned/radii.csv").exists())
            printed(folder, python, "-m", "pip", "uninstall", "--yes", "hexscan")
            self.assertEqual([], [path for path in python.parent.parent.rglob("*hexscan*") if path.is_file()])

    def test_tells_the_metadata_without_a_build(self):
        with tempfile.TemporaryDirectory() as name:
            code = ("import sys; sys.path.insert(0, sys.argv[1]); import build_backend; "
                    "print(build_backend.prepare_metadata_for_build_wheel('.'))")
            info = printed(name, sys.executable, "-B", "-c", code, SOURCES / "python", path="/nowhere").strip()
            text = (pathlib.Path(name) / info / "METADATA").read_text()
            head, _, description = text.partition("\n\n")
            for field in ("Summary: ", "Classifier: Topic :: Scientific/Engineering", "Requires-Dist: numpy"):
                self.assertIn("\n" + field, head)
            self.assertEqual(description, (SOURCES / "README.md").read_text())

    def test_uses_the_build_folder_of_the_program(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            sources = folder / "sources"
            for file in ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "NOTICE", "THIRD-PARTY-LICENSES",
                         "python/build_backend.py", "scripts/build.sh", "scripts/gpu-architecture.sh"):
                (sources / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCES / file, sources / file)
            cmake = folder / "bin/cmake"
            cmake.parent.mkdir()
            cmake.write_text(CMAKE.format(build=BUILD, python=sys.executable, cmake=shutil.which("cmake")))
            cmake.chmod(0o755)
            files = installed(environment_in(folder), folder, sources, path=f"{cmake.parent}:{OUTSIDE['PATH']}")
            self.assertIn("hexscan/_hexscan.cpython", files)
            self.assertTrue((sources / "build/release/python").is_dir())

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
