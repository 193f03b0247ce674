"""Functions and paths that the tests of the module share."""
import pathlib
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


def poses_about_home(machine, count, seed=1):
    random = np.random.default_rng(seed)
    reach = 0.2 * machine.home[2]
    return machine.home + random.uniform(-1, 1, (count, 6)) * [reach, reach, reach, 0.2, 0.2, 0.2]
