"""The build backend that pip calls for a wheel (PEP 517). CMake builds the program and the module; this file puts them
into an archive.

It downloads nothing. Compiler, pybind11 and NumPy come from the distribution (scripts/install-dependencies.sh python).
For the distribution's Python it uses the build folder of scripts/run.sh, so that nothing is built twice.

    pip install .
    pip install . --config-settings build-dir=build/test          uses an existing build folder
    pip install . --config-settings cmake-args=-DHEXSCAN_CUDA=OFF builds in a folder of its own
"""
import base64
import contextlib
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
DATA = f"hexscan-{VERSION}.data"
TAG = "-".join([f"cp{sys.version_info.major}{sys.version_info.minor}"] * 2 +
               [re.sub(r"[-.]", "_", sysconfig.get_platform())])
PYBIND11 = pathlib.Path("/usr/include/pybind11/detail/common.h")

# pip builds in an isolated environment. CMake would not find there the NumPy of the environment that pip installs into.
OUTSIDE = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONNOUSERSITE")}


def _numpy():
    """The requirement on NumPy, as pip reads it. pybind11 before 2.12 misreads the arrays of NumPy 2."""
    text = PYBIND11.read_text() if PYBIND11.exists() else ""
    version = tuple(map(int, re.findall(r"#define PYBIND11_VERSION_(?:MAJOR|MINOR) (\d+)", text)))
    return "numpy<2" if version < (2, 12) else "numpy"


def _metadata():
    """The core metadata. HEXSCAN_URL is the address of the repository from which a package is published."""
    lines = ["Metadata-Version: 2.1", "Name: hexscan", f"Version: {VERSION}",
             "Summary: Computes and proves what a hexapod (Stewart-Gough platform) can reach",
             "Keywords: hexapod,Stewart-Gough platform,parallel robot,workspace,interval arithmetic,CUDA",
             "Author: The hexscan authors", "License: Apache-2.0", "Requires-Python: >=3.9",
             f"Requires-Dist: {_numpy()}", "Provides-Extra: plot", "Requires-Dist: matplotlib; extra == 'plot'",
             "Provides-Extra: tables", "Requires-Dist: pandas; extra == 'tables'",
             "Requires-Dist: xarray; extra == 'tables'"]
    lines += [f"Classifier: {name}" for name in (
        "Development Status :: 5 - Production/Stable", "Environment :: Console", "Environment :: GPU :: NVIDIA CUDA",
        "Intended Audience :: Education", "Intended Audience :: Manufacturing",
        "Intended Audience :: Science/Research", "License :: OSI Approved :: Apache Software License",
        "Operating System :: POSIX :: Linux", "Programming Language :: C++", "Programming Language :: Python :: 3",
        "Topic :: Scientific/Engineering", "Typing :: Typed")]
    if url := os.environ.get("HEXSCAN_URL"):
        lines += [f"Project-URL: {name}, {url}{path}" for name, path in (
            ("Source", ""), ("Documentation", "/blob/main/docs/pages.md"), ("Issues", "/issues"),
            ("Changelog", "/blob/main/CHANGELOG.md"))]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (ROOT / "README.md").read_text()


def _is_built_by_distribution():
    """True if this is the distribution's Python, or a virtual environment of it, for which build/release is built."""
    return pathlib.Path(sys.base_prefix) == pathlib.Path("/usr")


def _terminal():
    """The terminal as a context, which shows the progress of the build: pip hides what a backend prints. None without a
    terminal."""
    try:
        return open("/dev/tty", "w")
    except OSError:
        return contextlib.nullcontext()


def _built(settings):
    """Builds program and module, and returns the build folder."""
    settings = settings or {}
    if given := settings.get("build-dir"):
        folder = pathlib.Path(given).resolve()
        subprocess.run(["cmake", "--build", folder, "--target", "hexscan_python", "hexscan_user_files"], check=True,
                       env=OUTSIDE)
        return folder
    folder, arguments = ROOT / "build/release", shlex.split(settings.get("cmake-args", ""))
    if arguments or not _is_built_by_distribution():
        folder = ROOT / "build" / f"python-{TAG}"
        arguments.append(f"-DPython_EXECUTABLE={sys.executable}")
    with _terminal() as terminal:
        built = subprocess.run([ROOT / "scripts/build.sh", folder, *arguments], env=OUTSIDE, stderr=terminal)
    if built.returncode != 0:
        raise SystemExit(f"hexscan: the build failed; the whole log is in {folder}.log")
    if not list(folder.glob(f"python/hexscan/_hexscan{sysconfig.get_config_var('EXT_SUFFIX')}")):
        log = pathlib.Path(f"{folder}.log").read_text(errors="replace")
        left_out = re.search(r"The module for Python is left out: (.*)\.", log)
        if left_out is None:
            raise SystemExit(f"hexscan: the module in {folder} is not for {sys.executable}; give pip "
                             f"--config-settings cmake-args=-DPython_EXECUTABLE={sys.executable}")
        raise SystemExit(f"hexscan: no module was built for {sys.executable}, because {left_out.group(1)}. "
                         "scripts/install-dependencies.sh python installs pybind11, and headers and NumPy for "
                         "/usr/bin/python3. Another Python needs headers and NumPy of its own")
    return folder


def _place(path):
    """The name of an installed file in a wheel. pip installs scripts into bin/, and data below the environment."""
    folder, _, rest = path.partition("/")
    if folder == "bin":
        return f"{DATA}/scripts/{rest}"
    return f"{DATA}/data/{path}"


def _installed(folder):
    """The files that `cmake --install` installs, by their names in a wheel: bytes, and whether they are executable."""
    files = {}
    with tempfile.TemporaryDirectory() as name:
        prefix = pathlib.Path(name)
        for component in ("program", "python"):
            subprocess.run(["cmake", "--install", folder, "--prefix", prefix / component, "--component", component,
                            "--strip"], check=True, env=OUTSIDE, stdout=subprocess.DEVNULL)
            for path in sorted((prefix / component).rglob("*")):
                if path.is_file():
                    inside = path.relative_to(prefix / component).as_posix()
                    target = re.sub(r".*/(?=hexscan/)", "", inside) if component == "python" else _place(inside)
                    files[target] = path.read_bytes(), os.access(path, os.X_OK)
    return files


def write_wheel(file, files, tag):
    """Writes a wheel of files by their names: bytes, and whether they are executable. Adds its metadata."""
    files = dict(files)
    files[f"{INFO}/METADATA"] = _metadata().encode(), False
    files[f"{INFO}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: hexscan\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
                              False)
    for licence in ("LICENSE", "NOTICE", "THIRD-PARTY-LICENSES"):
        files[f"{INFO}/licenses/{licence}"] = (ROOT / licence).read_bytes(), False
    record = ""
    for path, (data, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
    files[f"{INFO}/RECORD"] = (record + f"{INFO}/RECORD,,\n").encode(), False
    with zipfile.ZipFile(file, "w") as wheel:
        for path, (data, executable) in files.items():
            entry = zipfile.ZipInfo(path)  # without the time, so that the same files give the same wheel
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = pathlib.Path(metadata_directory) / INFO
    folder.mkdir()
    (folder / "METADATA").write_text(_metadata())
    return INFO


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"hexscan-{VERSION}-{TAG}.whl"
    write_wheel(os.path.join(wheel_directory, name), _installed(_built(config_settings)), TAG)
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"hexscan-{VERSION}"
    with tempfile.TemporaryDirectory() as folder:
        info = pathlib.Path(folder) / "PKG-INFO"
        info.write_text(_metadata())
        subprocess.run(["git", "-C", ROOT, "archive", f"--prefix={name}/", f"--add-file={info}", "-o",
                        os.path.join(sdist_directory, f"{name}.tar.gz"), "HEAD"], check=True)
    return f"{name}.tar.gz"
