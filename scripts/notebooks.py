#!/usr/bin/env python3
"""Executes the notebooks of examples/ and saves them with their output and pictures. Needs NumPy, matplotlib, pandas
and the module hexscan, but not Jupyter.

usage: PYTHONPATH=build/release/python scripts/notebooks.py [--check] [NOTEBOOK...]

--check changes nothing: it runs the cells, and compares what they print with what the notebooks show.
"""
import ast
import base64
import contextlib
import io
import json
import os
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
MOST_BYTES = 300_000


def pictures():
    """The open figures as outputs of a cell. Closes them."""
    outputs = []
    for number in pyplot.get_fignums():
        image = io.BytesIO()
        # Without the version of matplotlib, so that a picture changes only if what it shows changes.
        pyplot.figure(number).savefig(image, format="png", dpi=70, bbox_inches="tight", metadata={"Software": None})
        outputs.append({"output_type": "display_data", "metadata": {},
                        "data": {"image/png": base64.b64encode(image.getvalue()).decode()}})
    pyplot.close("all")
    return outputs


def printed(cell):
    """The text that a saved cell shows as printed."""
    return "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")


def run(cell, names, count):
    """Executes a cell and returns its outputs."""
    tree = ast.parse("".join(cell["source"]))
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    text, value = io.StringIO(), None
    with contextlib.redirect_stdout(text):
        exec(compile(tree, f"cell {count}", "exec"), names)
        if last is not None:
            value = eval(compile(last, f"cell {count}", "eval"), names)
    outputs = []
    if text.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": text.getvalue().splitlines(keepends=True)})
    shown = pictures()
    if value is not None and not shown:  # the value of a cell with pictures is their axes
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().splitlines(keepends=True)
        outputs.append({"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data})
    return outputs + shown


def problems_of(path, is_check):
    """Executes a notebook. Saves it, or returns how its output differs from what it shows."""
    notebook = json.loads(path.read_text())
    names, problems = {"__name__": "__main__"}, []
    for count, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
        expected, cell["outputs"] = printed(cell), run(cell, names, count)
        cell["execution_count"] = count
        if is_check and printed(cell) != expected:
            problems.append(f"{path.name}, cell {count}: prints\n{printed(cell)}but the notebook shows\n{expected}")
    if not is_check:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    if path.stat().st_size > MOST_BYTES:
        problems.append(f"{path.name}: has {path.stat().st_size} bytes, at most {MOST_BYTES}")
    return problems


def main(arguments):
    is_check = "--check" in arguments
    given = [pathlib.Path(name).resolve() for name in arguments if name != "--check"]
    paths = given or sorted(EXAMPLES.glob("*.ipynb"))
    os.chdir(EXAMPLES)  # as Jupyter does
    problems = [problem for path in paths for problem in problems_of(path, is_check)]
    print("\n".join(problems) or f"{len(paths)} notebooks")
    return 1 if problems or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
