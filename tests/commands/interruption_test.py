#!/usr/bin/env python3
"""Tests signals. Each is sent when the program is known to be at a certain point of its work.

usage: interruption_test.py HEXSCAN
"""

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import unittest

HEXSCAN = sys.argv.pop(1)
INTERRUPTED = 130
PLATFORM = """name: small
units: {length: m, angle: deg}
base: {radius: 1, spread: 20, azimuth: 0}
platform: {radius: 0.7, spread: 20, azimuth: 60}
legs: {min: 1.2, max: 2}
home: {z: 1.45}
scan: {x: {from: -1, to: 1, points: 9}, y: {from: -1, to: 1, points: 9}, z: {from: 1, to: 2, slices: 3}}
"""


def with_signal(number, handler):
    """A function that sets a signal's handler in a child before the child runs hexscan."""
    return lambda: signal.signal(number, handler)


class ReadingAPlatform(unittest.TestCase):
    """The platform comes through a named pipe. Once hexscan has opened the pipe, the test decides what happens next."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.pipe = os.path.join(self.folder, "platform.yaml")
        os.mkfifo(self.pipe)

    def start(self, prepare=None):
        program = subprocess.Popen(
            [HEXSCAN, "--device", "cpu", "--output", os.path.join(self.folder, "out"), self.pipe],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=prepare)
        self.addCleanup(program.stderr.close)
        return program, open(self.pipe, "w", encoding="utf-8")

    def test_signals_end_it_with_a_word(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                program, platform = self.start(with_signal(number, signal.SIG_DFL))
                with platform:
                    program.send_signal(number)
                    self.assertEqual(program.wait(), INTERRUPTED)
                self.assertIn(b"interrupted", program.stderr.read())

    def test_what_its_parent_ignores_stays_ignored(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                program, platform = self.start(with_signal(number, signal.SIG_IGN))
                with platform:
                    program.send_signal(number)
                    platform.write(PLATFORM)
                self.assertEqual(program.wait(), 0, program.stderr.read())


class NobodyReads(unittest.TestCase):
    """Standard output and error are a pipe that is too small for the output. The test reads one byte, so hexscan is
    known to be writing and cannot finish."""

    def test_signals_end_it_all_the_same(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                reader, writer = os.pipe()
                self.addCleanup(os.close, reader)
                capacity = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
                text = subprocess.run([HEXSCAN, "man"], stdout=subprocess.PIPE, check=True).stdout
                self.assertGreater(len(text), capacity + 1)
                program = subprocess.Popen([HEXSCAN, "man"], stdout=writer, stderr=writer,
                                           preexec_fn=with_signal(number, signal.SIG_DFL))
                os.close(writer)
                self.assertEqual(len(os.read(reader, 1)), 1)
                program.send_signal(number)
                self.assertEqual(program.wait(), INTERRUPTED)

    def test_a_pipe_without_a_reader_ends_it_silently(self):
        reader, writer = os.pipe()
        os.close(reader)
        program = subprocess.run([HEXSCAN, "man"], stdout=writer, stderr=subprocess.PIPE, check=False,
                                 preexec_fn=with_signal(signal.SIGPIPE, signal.SIG_DFL))
        os.close(writer)
        self.assertEqual((program.returncode, program.stderr), (-signal.SIGPIPE, b""))


if __name__ == "__main__":
    unittest.main()
