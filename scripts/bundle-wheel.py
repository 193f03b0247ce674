#!/usr/bin/env python3
"""Makes a wheel of a build that contains all its libraries, except those of glibc, and their licences. Needs patchelf
and the distribution's package database.

usage: bundle-wheel.py BUILD_FOLDER OUTPUT_FOLDER
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))
import build_backend as backend  # noqa: E402

GLIBC = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread)\.so\..*)$")
SITES = [f"lib/python{sys.version_info.major}.{sys.version_info.minor}/{folder}" for folder in
         ("site-packages", "dist-packages")]


def said(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout


def libraries_of(file):
    """The libraries that the loader finds for a file, directly and indirectly, by their names. Without glibc's."""
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", said("ldd", file), re.MULTILINE))
    return {name: pathlib.Path(path) for name, path in found.items() if not GLIBC.match(name)}


def own_name(name):
    """A name that no other package uses, so that a process can also load another version of the library."""
    return name.replace(".so", "-hexscan.so", 1)


def patch(file, run_path, names):
    replaced = [word for name in names for word in ("--replace-needed", name, own_name(name))]
    # patchelf takes one kind of change at a time.
    subprocess.run(["patchelf", *replaced, file], check=True)
    subprocess.run(["patchelf", "--set-rpath", run_path, file], check=True)


def licences_of(library):
    """The licences of a library's package, with the common licences to which they refer."""
    for path in (library.resolve(), pathlib.Path("/usr") / library.resolve().relative_to("/"), pathlib.Path(
            str(library.resolve()).replace("/usr/lib", "/lib", 1))):
        owner = subprocess.run(["dpkg-query", "-S", str(path)], capture_output=True, text=True).stdout
        if owner:
            break
    package = owner.split(":")[0]
    text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text()
    files = {f"{package}.txt": text}
    for name in set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text)):
        files[f"common/{name}.txt"] = pathlib.Path(f"/usr/share/common-licenses/{name}").read_text()
    return files


def glibc_of(files):
    """The newest version of glibc whose symbols the files use, as in (2, 36)."""
    return max(tuple(map(int, version.split("."))) for file in files
               for version in re.findall(r"GLIBC_([0-9]+\.[0-9]+)", said("objdump", "-T", file)))


def main(build, output):
    files = backend._installed(pathlib.Path(build))
    files = {name: entry for name, entry in files.items() if not name.endswith("/hexscan_mpi.so")}
    with tempfile.TemporaryDirectory() as folder:
        staged, libraries, licences = {}, {}, {}
        for name, (data, executable) in files.items():
            if data[:4] == b"\x7fELF":
                staged[name] = pathlib.Path(folder) / name.replace("/", "+")
                staged[name].write_bytes(data)
                staged[name].chmod(0o755)
                libraries.update(libraries_of(staged[name]))
        for name, file in staged.items():
            inside = ":".join(f"$ORIGIN/../{site}/hexscan" for site in SITES)
            patch(file, inside if "/scripts/" in name else "$ORIGIN", libraries)
        for name, path in sorted(libraries.items()):
            copy = pathlib.Path(folder) / own_name(name)
            copy.write_bytes(path.read_bytes())
            copy.chmod(0o755)
            subprocess.run(["strip", "--strip-unneeded", copy], check=True)
            subprocess.run(["patchelf", "--set-soname", own_name(name), copy], check=True)
            patch(copy, "$ORIGIN", libraries)
            staged[f"hexscan/{own_name(name)}"] = copy
            licences.update(licences_of(path))
        glibc = glibc_of(staged.values())
        files.update({name: (file.read_bytes(), "/scripts/" in name) for name, file in staged.items()})
    for name, text in licences.items():
        files[f"{backend.INFO}/licenses/bundled/{name}"] = text.encode(), False
    machine = backend.TAG.rpartition("linux_")[2]
    tag = re.sub("linux_.*", f"manylinux_{glibc[0]}_{glibc[1]}_{machine}", backend.TAG)
    wheel = pathlib.Path(output) / f"hexscan-{backend.VERSION}-{tag}.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    backend.write_wheel(wheel, files, tag)
    print(f"bundled: {', '.join(sorted(libraries))}")
    print(f"{wheel}: {wheel.stat().st_size} bytes, for glibc {glibc[0]}.{glibc[1]} or newer")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
