"""The build backend that pip calls for a wheel (PEP 517). CMake builds the module; this file puts it into an archive.

It downloads nothing. Compiler, pybind11 and NumPy come from the distribution (scripts/install-dependencies.sh python).

    pip install .
    pip install . --config-settings build-dir=build/release       uses an existing build folder
    pip install . --config-settings cmake-args=-DHEXSCAN_CUDA=OFF
"""
import base64
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = re.search(r"project\(hexscan VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
INFO = f"hexscan-{VERSION}.dist-info"
TAG = "-".join([f"cp{sys.version_info.major}{sys.version_info.minor}"] * 2 +
               [re.sub(r"[-.]", "_", sysconfig.get_platform())])
METADATA = f"Metadata-Version: 2.1\nName: hexscan\nVersion: {VERSION}\nLicense: Apache-2.0\nRequires-Python: >=3.9\n"


# pip builds in an isolated environment. CMake would not find there the NumPy of the environment that pip installs into.
OUTSIDE = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONNOUSERSITE")}


def _built(settings):
    """Builds the package and returns its folder."""
    settings = settings or {}
    given = settings.get("build-dir")
    folder = pathlib.Path(given).resolve() if given else ROOT / "build" / f"python-{TAG}"
    if not given:
        options = ["PROGRAM", "TESTS", "BENCHMARKS", "INSTALL"]
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DHEXSCAN_PYTHON=ON",
                        f"-DPython_EXECUTABLE={sys.executable}", *[f"-DHEXSCAN_{option}=OFF" for option in options],
                        *shlex.split(settings.get("cmake-args", ""))], check=True, env=OUTSIDE)
        targets = subprocess.run(["cmake", "--build", folder, "--target", "help"], check=True, capture_output=True,
                                 text=True, env=OUTSIDE)
        if "hexscan_python:" not in targets.stdout:
            raise SystemExit("hexscan: the Python module cannot be built here; the lines above name the missing "
                             "packages. Install them with scripts/install-dependencies.sh python, and use an "
                             "environment that can see system packages (python3 -m venv --system-site-packages)")
    subprocess.run(["cmake", "--build", folder, "--target", "hexscan_python"], check=True, env=OUTSIDE)
    return folder / "python" / "hexscan"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _built(config_settings)
    name = f"hexscan-{VERSION}-{TAG}.whl"
    files = {f"hexscan/{path.relative_to(package).as_posix()}": path.read_bytes()
             for path in sorted(package.rglob("*")) if path.is_file() and "__pycache__" not in path.parts}
    files[f"{INFO}/METADATA"] = METADATA.encode()
    files[f"{INFO}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: hexscan\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode()
    for licence in ("LICENSE", "NOTICE", "THIRD-PARTY-LICENSES"):
        files[f"{INFO}/licenses/{licence}"] = (ROOT / licence).read_bytes()
    record = ""
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
    files[f"{INFO}/RECORD"] = (record + f"{INFO}/RECORD,,\n").encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"hexscan-{VERSION}"
    with tempfile.TemporaryDirectory() as folder:
        info = pathlib.Path(folder) / "PKG-INFO"
        info.write_text(METADATA)
        subprocess.run(["git", "-C", ROOT, "archive", f"--prefix={name}/", f"--add-file={info}", "-o",
                        os.path.join(sdist_directory, f"{name}.tar.gz"), "HEAD"], check=True)
    return f"{name}.tar.gz"
