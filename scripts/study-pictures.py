#!/usr/bin/env python3
"""Draws the pictures of the GPU study from its record, output/case-study/stages.json, into docs/images/study-*.svg.

usage: study-pictures.py HEXSCAN [--check]

HEXSCAN says the published occupancies and draws the roofline. --check draws nothing and exits with 1 if a picture is
not current.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
IMAGES = SOURCE / "docs" / "images"
RECORD = json.loads((SOURCE / "output" / "case-study" / "stages.json").read_text())
STAGES = {stage["number"]: stage for stage in RECORD["stages"]}
LANES, SECTOR = 32, 32
COLUMNS, ROWS = RECORD["columns"], RECORD["rows"]
STYLE = """  text { font: 13px sans-serif; fill: #24292f }
  .small { font-size: 12px; fill: #57606a } .head { font-weight: bold }
  .a { fill: #54aeff } .b { fill: #f4a261 } .c { fill: #0550ae } .d { fill: #bc4c00 }
  .empty { fill: #d0d7de } .line { stroke: #57606a; fill: none } .faint { stroke: #d0d7de }
  .mark { stroke: #cf222e; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9198a1 } .empty { fill: #3d444d } .line { stroke: #9198a1 }
    .faint { stroke: #3d444d }
  }"""


class Picture:
    def __init__(self, name, title, width, height):
        self.path, self.parts = IMAGES / f"study-{name}.svg", []
        self.head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                     f'viewBox="0 0 {width} {height}" role="img">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>')

    def text(self, x, y, words, kind="", anchor="start"):
        kind = f' class="{kind}"' if kind else ""
        anchor = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}"{kind}{anchor}>{words}</text>')

    def box(self, x, y, width, height, kind):
        self.parts.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>')

    def boxes(self, kind, places):
        """Many boxes in one path."""
        path = "".join(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z" for x, y, width, height in places)
        if path:
            self.parts.append(f'<path class="{kind}" d="{path}"/>')

    def line(self, x1, y1, x2, y2, kind="line"):
        self.parts.append(f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>')

    def svg(self):
        return "\n".join([self.head, *self.parts, "</svg>\n"])


class Shape:
    """The launch shape of a stage: the points of a thread, by its block and its number there."""

    def __init__(self, number):
        launch = STAGES[number]["launch"]
        self.x, self.y = launch["block_threads"]["x"], launch["block_threads"]["y"]
        self.points, self.neighbours = launch["points_per_thread"], number >= 8  # adjacent from stage 8 on
        self.grid = launch["grid_blocks"]["x"], launch["grid_blocks"]["y"]
        self.warps = -(-self.x * self.y // LANES)
        self.columns = self.x * self.points

    def point(self, block, thread, k):
        """The column and row of point k of a thread."""
        column, row = thread % self.x, thread // self.x
        column = column * self.points + k if self.neighbours else column + k * self.x
        return block[0] * self.columns + column, block[1] * self.y + row

    def lanes(self, warp):
        return range(warp * LANES, min((warp + 1) * LANES, self.x * self.y))


def pieces(points):
    """Neighbouring points of a row as (column, row, count)."""
    found = []
    for column, row in sorted(points, key=lambda point: (point[1], point[0])):
        if found and found[-1][1] == row and sum(found[-1][::2]) == column:
            found[-1][2] += 1
        else:
            found.append([column, row, 1])
    return found


def draw_tiles(picture, shape, left, top, columns, rows, size):
    """A corner of the slice with its blocks. Warps alternate in colour; a thread's second point is darker."""
    places = {kind: [] for kind in "abcd"}
    for block_y in range(-(-rows // shape.y)):
        for block_x in range(-(-columns // shape.columns)):
            for warp in range(shape.warps):
                for k in range(1 if shape.neighbours else shape.points):
                    points = [shape.point((block_x, block_y), thread, each) for thread in shape.lanes(warp)
                              for each in (range(shape.points) if shape.neighbours else [k])]
                    places["abcd"[warp % 2 + 2 * k]] += [
                        (left + size * column, top + size * row, size * min(count, columns - column), size - 0.5)
                        for column, row, count in pieces([p for p in points if p[0] < columns and p[1] < rows])]
    for kind, found in places.items():
        picture.boxes(kind, found)
    for column in range(0, columns + 1, shape.columns):
        picture.line(left + size * column, top, left + size * column, top + size * rows)
    for row in range(0, rows + 1, shape.y):
        picture.line(left, top + size * row, left + size * columns, top + size * row)


def blocks_picture():
    picture = Picture("blocks", "Blocks and warps over a corner of a slice for four launch shapes", 740, 390)
    titles = {1: "16 × 16: stages 1 and 4", 2: "10 × 10: stages 2 and 3", 5: "8 × 16: stages 5 to 7",
              8: "32 × 8, four neighbouring points a thread: stage 8"}
    for number, (left, top, columns, rows, size) in {1: (20, 30, 40, 32, 5), 2: (270, 30, 40, 32, 5),
                                                     5: (520, 30, 40, 32, 5), 8: (20, 282, 160, 16, 4.375)}.items():
        shape = Shape(number)
        picture.text(left, top - 9, titles[number], "head")
        draw_tiles(picture, shape, left, top, columns, rows, size)
        blocks = shape.grid[0] * shape.grid[1]
        threads, warps = shape.x * shape.y, shape.warps
        below = top + size * rows + 17
        shown = [f"{shape.grid[0]} × {shape.grid[1]} blocks × {warps} warps",
                 f"= {blocks * warps} warps a slice"]
        idle = warps * LANES - threads
        over = shape.grid[0] * shape.columns - COLUMNS
        shown.append(f"{idle} of {warps * LANES} lanes of a block idle" if idle else
                     f"{over} columns of the last block idle")
        for place, words in enumerate([" ".join(shown[:2]) + "; " + shown[2]] if number == 8 else shown):
            picture.text(left, below + 15 * place, words, "small")
    picture.text(20, 386, "A stripe is a warp of 32 threads, lines are the edges of blocks. Dark: the second points of "
                          "the threads.", "small")
    return picture


def streams_picture():
    picture = Picture("streams", "Stages 2, 3 and 4: kernels and copies in time", 740, 268)
    left, scale = 90, 17.0
    for place, number in enumerate((2, 3, 4)):
        stage, top = STAGES[number], 24 + 72 * place
        kernel, copy, total = (stage[what]["median"] for what in ("kernel_ms", "copy_ms", "total_ms"))
        chunks = stage["launch"]["launches"]
        picture.text(8, top, f"stage {number}: {total:.1f} ms", "head")
        picture.text(8, top + 20, "kernels", "small")
        picture.text(8, top + 40, "copies", "small")
        end_of_copy = 0
        for chunk in range(chunks):
            end = kernel / chunks * (chunk + 1)
            begin = max(end, end_of_copy)
            end_of_copy = begin + copy / chunks
            kind = "ab"[chunk % 2]
            picture.box(left + scale * kernel / chunks * chunk, top + 8, scale * kernel / chunks - 1, 15, kind)
            picture.box(left + scale * begin, top + 28, scale * copy / chunks - 1, 15, kind)
        picture.line(left + scale * total, top + 4, left + scale * total, top + 47, "mark")
    axis = 228
    picture.line(left, axis, left + scale * 36, axis)
    for ms in range(0, 37, 6):
        picture.line(left + scale * ms, axis, left + scale * ms, axis + 5)
        picture.text(left + scale * ms, axis + 18, f"{ms} ms", "small", "middle")
    picture.text(8, 264, "Drawn from the sums of kernels and copies, in equal chunks; red: the measured total. "
                         f"{RECORD['device']}.", "small")
    return picture


def published_occupancies(hexscan):
    """Warps of a block, blocks, warps per multiprocessor and limiter of the published steps, at 2.0."""
    said = subprocess.run([hexscan, "occupancy", "--compute-capability", "2.0"], stdout=subprocess.PIPE, check=True,
                          text=True).stdout
    row = re.compile(r"^(\d) .*?(\d+) +\d+ +\d+ +- +- +(\d+) +(\d+) of (\d+) .* {2}(\S.*)$", re.MULTILINE)
    return {int(found[0]): (-(-int(found[1]) // LANES), *map(int, found[2:5]), found[5])
            for found in row.findall(said)}


def measured_occupancy(stage):
    block = stage["launch"]["block_threads"]
    return (-(-block["x"] * block["y"] // LANES), stage["resources"]["resident_blocks_per_sm"],
            stage["active_warps_per_sm"], stage["max_warps_per_sm"], stage["limiter"])


def occupancy_picture(hexscan):
    picture = Picture("occupancy", "Resident warps of one multiprocessor, at compute capability 2.0 and 9.0", 740, 330)
    published = published_occupancies(hexscan)
    picture.text(90, 18, "2.0 (published): 48 warps", "head")
    capability = "{major}.{minor}".format(**RECORD["compute_capability"])
    picture.text(402, 18, f"{capability} ({RECORD['device']}): 64 warps", "head")
    for place, number in enumerate((1, 2, 4, 5, 7)):
        top = 34 + 56 * place
        picture.text(8, top + 17, f"stage {number}", "head")
        for left, found in ((90, published[number]), (402, measured_occupancy(STAGES[number]))):
            warps_of_block, blocks, warps, most, limiter = found
            slots = {kind: [] for kind in ("a", "b", "empty")}
            for slot in range(most):
                kind = "ab"[slot // warps_of_block % 2] if slot < warps else "empty"
                slots[kind].append((left + 5.2 * slot, top, 4.2, 22))
            for kind, places in slots.items():
                picture.boxes(kind, places)
            picture.text(left, top + 37, f"{blocks} block{'s' if blocks > 1 else ''} of {warps_of_block} warps, "
                                         f"{100 * warps / most:.1f} %; limit: {limiter}", "small")
    picture.text(8, 324, "A bar is a warp that can be resident; the colour changes from block to block.", "small")
    return picture


def bytes_of_request(shape, block, warp, request, bits):
    """The addresses that the lanes of a warp store to with one instruction."""
    addresses = []
    for thread in shape.lanes(warp):
        if bits:
            column, row = shape.point(block, thread, 0)
            addresses.append(row * (COLUMNS // 8) + column // 8)
        else:
            for k in range(shape.points) if shape.neighbours else [request]:
                column, row = shape.point(block, thread, k)
                addresses.append(row * COLUMNS + column)
    return addresses


def sectors_picture():
    picture = Picture("sectors", "The sectors that one store of a warp touches", 740, 356)
    rows = {1: "stages 1, 4", 2: "stages 2, 3", 5: "stages 5 to 7", 8: "stage 8", 9: "stage 9"}
    size, gap = 3.6, 8
    for place, (number, title) in enumerate(rows.items()):
        top = 30 + 64 * place
        shape = Shape(number)
        addresses = set(bytes_of_request(shape, (1, 1), 1, 0, number == 9))
        sectors = sorted({address // SECTOR for address in addresses})
        picture.text(8, top + 13, title, "head")
        for index, sector in enumerate(sectors):
            left = 110 + index * (SECTOR * size + gap)
            used = pieces([(address - SECTOR * sector, 0) for address in addresses if address // SECTOR == sector])
            picture.box(left, top, SECTOR * size, 18, "empty")
            picture.boxes("a", [(left + size * first, top, size * count, 18) for first, _, count in used])
        lanes = len(shape.lanes(1))
        share = 100 * len(addresses) / (SECTOR * len(sectors))
        which = " (the first of two stores)" if number == 5 else ""
        picture.text(110, top + 33, f"{lanes} lanes store {len(addresses)} bytes: {len(sectors)} sectors of "
                                    f"{SECTOR} bytes, {share:.0f} % used{which}", "small")
    picture.text(8, 352, "The second warp of block (1, 1). Blue: stored bytes; grey: bytes of the same sectors that "
                         "travel unused.", "small")
    return picture


def roofline(hexscan):
    """The roofline, which hexscan draws."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([hexscan, "ladder", "--roofline", "--quiet", "--output", folder], check=True)
        return Path(folder, "roofline.svg").read_text()


def main():
    hexscan, check = Path(sys.argv[1]).resolve(), sys.argv[2:] == ["--check"]
    drawn = [blocks_picture(), streams_picture(), occupancy_picture(hexscan), sectors_picture()]
    pictures = {picture.path: picture.svg() for picture in drawn} | {IMAGES / "study-roofline.svg": roofline(hexscan)}
    for path, svg in pictures.items():
        if not check:
            path.write_text(svg)
    outdated = [path.name for path, svg in pictures.items() if not path.exists() or path.read_text() != svg]
    sys.exit(f"scripts/study-pictures.py draws other pictures: {', '.join(outdated)}" if outdated else 0)


main()
