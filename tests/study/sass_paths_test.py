#!/usr/bin/env python3
"""Checks scripts/sass-paths.py on short programs in machine code, whose ways can be counted by hand.

usage: sass_paths_test.py SOURCE_DIR
"""

import sys
import unittest
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv.pop(1)) / "scripts"))
paths = import_module("sass-paths")

# Six rounds: a test in the middle of a round, and one at its end. A rare argument calls a routine behind the end.
LOOP = """
0000 S2R R1, SR_TID.X
0010 @P0 EXIT
0020 LDC R2, c[0x0][R1+0x258]
0030 MUFU.RSQ R3, R2
0040 @!P1 BRA 0x70
0050 MOV R4, 0x70
0060 CALL.REL.NOINC 0x100
0070 FMUL R3, R3, R2
0080 @!P0 BRA 0xd0
0090 FFMA R3, R3, R2, R2
00a0 @!P2 BRA 0xd0
00b0 IADD3 R1, R1, 0x1, RZ
00c0 @!P3 BRA 0x20
00d0 BSYNC B0
00e0 STG.E.U8 desc[UR6][R2.64], R3
00f0 EXIT
0100 MUFU.RSQ R3, R2
0110 RET.REL.NODEC R4 0x0
"""
# The first warp copies an offset. Then two legs follow each other, and the row is stored as a word.
UNROLLED = """
0000 @P0 BRA 0x30
0010 LDC R4, c[0x0][R0+0x210]
0020 STS [R3], R4
0030 BAR.SYNC.DEFER_BLOCKING 0x0
0040 ULDC UR4, c[0x0][0x258]
0050 @!P0 BRA 0x80
0060 VIADD R1, R1, 0x1
0070 ULDC UR4, c[0x0][0x29c]
0080 BSYNC B0
0090 @!P0 BRA 0xc0
00a0 STG.E.U8 desc[UR4][R2.64], R7
00b0 EXIT
00c0 HFMA2.MMA R5, -RZ, RZ, 0, 0
00d0 STG.E desc[UR4][R2.64], R5
00e0 EXIT
"""


def kernel(text):
    return paths.Kernel([(int(line[:4], 16), line[5:]) for line in text.strip().splitlines()])


class Ways(unittest.TestCase):
    def test_loop_has_a_way_for_each_passed_test(self):
        record = kernel(LOOP).record(4)
        self.assertEqual(record["tests_per_leg"], 2)
        self.assertEqual(len(record["paths"]), 13)
        # Before the loop 2, in it 5 up to the first test, 2 to the second, 2 to the end of the round; then 3.
        self.assertEqual([record["paths"][n]["instructions"] for n in (0, 1, 2, 3)], [10, 12, 19, 21])
        self.assertEqual(record["paths"][12]["instructions"], 2 + 6 * 9 + 3)
        self.assertEqual(record["paths"][12]["xu"], 6)
        self.assertEqual(record["paths"][12]["fma"], 12)

    def test_warp_outside_the_grid_ends_at_once(self):
        self.assertEqual(kernel(LOOP).record(4)["outside"]["instructions"], 2)
        self.assertEqual(kernel(UNROLLED).record(8)["outside"]["instructions"], 0)

    def test_only_the_first_warp_copies_offsets(self):
        self.assertEqual(kernel(UNROLLED).record(8)["first_warp"]["instructions"], 2)
        self.assertEqual(kernel(LOOP).record(4)["first_warp"]["instructions"], 0)

    def test_unrolled_legs_store_a_word(self):
        record = kernel(UNROLLED).record(8)
        self.assertEqual(record["tests_per_leg"], 1)
        self.assertEqual([path["instructions"] for path in record["paths"]], [9, 11])
        self.assertEqual([path["fma"] for path in record["paths"]], [0, 1])


unittest.main()
