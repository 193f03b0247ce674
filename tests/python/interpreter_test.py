"""Tests the end of an interpreter, further interpreters beside the main one, and the memory of calls.

usage: interpreter_test.py HEXSCAN SOURCE_DIR
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES

MACHINE = SOURCES / "platforms" / "case-study.yaml"

# A program whose main thread ends while another thread is inside hexscan.
DAEMON = """
import sys, threading, warnings
import numpy as np
import hexscan
warnings.simplefilter("ignore")
machine, kind, folder = hexscan.load(sys.argv[1]), sys.argv[2], sys.argv[3]
inside = threading.Event()
def told(*_):
    inside.set()
    if kind == "callback":
        threading.Event().wait()
    while kind == "busy callback":
        pass
def call():
    if kind in ("scan", "callback", "busy callback"):
        # Takes days.
        hexscan.scan(machine, x=(-.9, .9, 901), y=(-.9, .9, 901), z=(1, 1.9, 901), workspace="total", device="cpu",
                     orientations={axis: (-.01, .01, 99) for axis in ("roll", "pitch", "yaw")}, progress=told)
    elif kind == "sweep":
        hexscan.sweep(folder + "/sweep.yaml", device="cpu", progress=told)
    elif kind == "reachable":
        machine.reachable(np.tile(machine.home, (200000, 1)))
    else:
        hexscan.check(machine, {"x": (-.2, .2), "y": (-.2, .2), "z": (1.3, 1.6), "roll": (-.2, .2)})
def work():
    while True:
        call()
        inside.set()
threading.Thread(target=work, daemon=True).start()
inside.wait()
sys.exit(7)
"""

SWEEP = f"""
machine: {MACHINE}
scan: {{x: {{from: -0.9, to: 0.9, points: 201}}, y: {{from: -0.9, to: 0.9, points: 201}},
       z: {{from: 1.0, to: 1.9, slices: 91}}}}
vary: {{legs.max: {{from: 1.8, to: 2.1, points: 1000}}}}
measure: [volume]
"""

SECOND = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
interpreters.run_string(interpreters.create(), '''
import sys
try:
    import hexscan
    print("imported")
except ImportError as error:
    print(error, "numpy" in sys.modules)
''')
"""

# The beginning of programs that measure memory: it keeps them to two cores, because every thread takes some.
FEW_CORES = """
import os
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
"""

# A program that prints the memory of the process after few and after many calls, in bytes.
CALLS = FEW_CORES + """
import sys
import hexscan
machine = hexscan.load(sys.argv[1])
def memory_after(calls):
    for _ in range(calls):
        hexscan.check(machine, {"x": 0})
    return 4096 * int(open("/proc/self/statm").read().split()[1])
print(memory_after(500), memory_after(5000))
"""

# A program that runs a sweep with a limited amount of memory, and then one with enough.
LITTLE_MEMORY = FEW_CORES + """
import resource, sys
import hexscan
used = 4096 * int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (used + int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    hexscan.sweep(sys.argv[1] + "/sweep.yaml", device="cpu")
except (hexscan.Error, MemoryError):
    pass
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(len(hexscan.sweep(sys.argv[1] + "/sweep.yaml", device="cpu")))
"""

TOLERANCES = f"""
machine: {MACHINE}
scan: {{x: {{from: -0.1, to: 0.1, points: 3}}, y: {{from: -0.1, to: 0.1, points: 3}},
       z: {{from: 1.4, to: 1.5, slices: 3}}}}
tolerances: {{samples: 5, seed: 1, base.joints: {{normal: 0.0001}}}}
measure: [volume]
"""


def python(*arguments):
    return subprocess.run([sys.executable, "-c", *map(str, arguments)], capture_output=True, text=True, timeout=600)


class Ends(unittest.TestCase):
    def test_while_daemon_threads_work(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "sweep.yaml").write_text(SWEEP)
            for kind in ("scan", "callback", "busy callback", "sweep", "reachable", "check") * 4:
                with self.subTest(kind=kind):
                    ended = python(DAEMON, MACHINE, kind, folder)
                    self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (7, "", ""))


class SubInterpreters(unittest.TestCase):
    def test_refuse_the_import_before_numpy_is_imported(self):
        said = python(SECOND)
        self.assertEqual(said.stdout, "hexscan: cannot run in a Python sub-interpreter; import hexscan in the main "
                                 "interpreter of a process False\n", said.stderr)


class Memory(unittest.TestCase):
    def test_of_calls_is_given_back(self):
        calls = python(CALLS, MACHINE)
        before, after = map(int, calls.stdout.split())
        self.assertLess(after - before, 5000 * 300, calls.stderr)

    def test_that_is_too_little_ends_no_process(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "sweep.yaml").write_text(TOLERANCES)
            for mebibytes in range(4, 26):
                with self.subTest(mebibytes=mebibytes):
                    ended = python(LITTLE_MEMORY, folder, mebibytes << 20)
                    self.assertEqual((ended.returncode, ended.stdout), (0, "5\n"), ended.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
