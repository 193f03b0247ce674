"""Functions and paths that the tests of the module share."""
import io
import pathlib
import pickle
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed (python3-numpy)")
    sys.exit(77)

import hexscan

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ""
SOURCES = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".")


def program(*arguments):
    """The standard output of the program."""
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def read_pickle(data):
    """The object in a pickle, and the classes and functions that the pickle names. Those that make any object and any
    bytes are left out."""
    named = set()

    class Reader(pickle.Unpickler):
        def find_class(self, module, name):
            named.add(f"{module}.{name}")
            return super().find_class(module, name)

    value = Reader(io.BytesIO(data)).load()
    return value, named - {"__builtin__.object", "copy_reg._reconstructor", "copy_reg.__newobj__", "_codecs.encode"}


def pickles_of(value):
    """One pickle of every protocol."""
    return [pickle.dumps(value, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]


def poses_about_home(machine, count, seed=1):
    random = np.random.default_rng(seed)
    reach = 0.2 * machine.home[2]
    return machine.home + random.uniform(-1, 1, (count, 6)) * [reach, reach, reach, 0.2, 0.2, 0.2]
