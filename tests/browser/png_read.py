"""Reads the PNG files that hexscan writes, without a library: one bit or one byte per point, not interlaced."""

import struct
import zlib


def _predicted(kind, left, above, corner):
    """The predicted value of a point for the row's kind of filter. The file has the difference from it."""
    if kind == 4:
        estimate = left + above - corner
        return min((abs(estimate - value), i, value) for i, value in enumerate((left, above, corner)))[2]
    return (0, left, above, (left + above) // 2)[kind]


def read_png(path):
    """Rows of numbers from the top, and the palette as [(red, green, blue)], which may be empty."""
    with open(path, "rb") as file:
        data = file.read()
    at, packed, palette = 8, b"", []
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += size + 12
        if kind == b"IHDR":
            width, height, bits = struct.unpack(">IIB", body[:9])
        elif kind == b"PLTE":
            palette = [tuple(body[i:i + 3]) for i in range(0, size, 3)]
        elif kind == b"IDAT":
            packed += body
    raw, line = zlib.decompress(packed), (width * bits + 7) // 8
    rows, above = [], bytes(line)
    for begin in range(0, height * (line + 1), line + 1):
        kind, row = raw[begin], bytearray(raw[begin + 1:begin + 1 + line])
        for i in range(line):
            left, corner = (row[i - 1], above[i - 1]) if i > 0 else (0, 0)
            row[i] = (row[i] + _predicted(kind, left, above[i], corner)) % 256
        above = bytes(row)
        rows.append(list(row) if bits == 8 else [row[x // 8] >> (7 - x % 8) & 1 for x in range(width)])
    return rows, palette
