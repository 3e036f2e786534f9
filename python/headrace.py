"""headrace in Python: run scenarios and sweeps, and have their answers as dictionaries, lists and data frames.

    import headrace

    answer = headrace.run("first_run.yaml", {"jobs.train.accelerators_per_node": 4})
    print(answer["jobs"][0]["au_percent"])

    points = headrace.sweep("first_run.yaml", {"jobs.train.accelerators_per_node": [1, 2, 3]}, out="accelerators.db")
    frame = headrace.frame(points)   # a row a point and replication, where pandas is installed

The program does the work: this module starts it with --json and reads what it prints, or reads the result
database, which is SQLite. It needs nothing but the standard library. The program is the one that HEADRACE names, else
`headrace` in PATH, else the one beside a clone of the project.
"""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess

__all__ = ["Error", "check", "compare", "frame", "points", "program", "query", "run", "sweep"]

# Exit codes with an answer: an assertion that does not hold, or could not be judged, is one.
_ANSWERED = (0, 1, 6)


class Error(RuntimeError):
    """What the program said when it gave no answer. `code` is its exit code: 2 for a wrong command line or
    scenario, 3 for a damaged file, 4 when it was interrupted, 5 when the model stalled, 74 when a resource failed."""

    def __init__(self, code, text):
        super().__init__(text.strip() or f"headrace ended with exit code {code}")
        self.code = code


def program():
    """Returns the path of the program. Raises Error where there is none."""
    named = os.environ.get("HEADRACE")
    clone = pathlib.Path(__file__).resolve().parent.parent / "build" / "release" / "headrace"
    for path in (named, shutil.which("headrace"), str(clone)):
        if path and os.access(path, os.X_OK):
            return path
        if path and path == named:
            raise Error(74, f"HEADRACE names {named}, which is no program")
    raise Error(74, "headrace is not installed, not built beside this module, and HEADRACE does not name it")


def _word(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_word(one) for one in value) + "]"
    return str(value)


def _call(*words):
    done = subprocess.run([program(), *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode not in _ANSWERED:
        raise Error(done.returncode, done.stderr)
    return done.stdout


def _overrides(changes):
    return [f"{path}={_word(value)}" for path, value in (changes or {}).items()]


def run(scenario, changes=None, *, seed=None, out=None, options=()):
    """Runs a scenario and returns its answer, as `headrace run --json` prints it.

    `changes` are values in place of the scenario's, by their paths. Runs are stored in the database `out`;
    without it, in results/ as the program does."""
    words = ["run", scenario, *_overrides(changes), "--json", "--progress", "off", *options]
    if seed is not None:
        words += ["--seed", seed]
    if out is not None:
        words += ["--out", out]
    return json.loads(_call(*words))


def check(scenario, changes=None):
    """Returns what `headrace check --json` says of a scenario, right or wrong; runs nothing."""
    words = [program(), "check", str(scenario), *_overrides(changes), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2):
        raise Error(done.returncode, done.stderr)
    return json.loads(done.stdout)


def sweep(scenario, axes=None, changes=None, *, out, options=()):
    """Runs a scenario at many points, or goes on with them, and returns them as `points` does.

    `axes` are lists of values by their paths, beside the axes of the file; a text is an axis as the program reads
    it, such as "4..16:4". `changes` are as for `run`. Points are stored in the database `out`."""
    words = [
        f"{path}={','.join(map(_word, values)) if isinstance(values, (list, tuple)) else _word(values)}"
        for path, values in (axes or {}).items()
    ]
    _call("sweep", scenario, *_overrides(changes), *words, "--out", out, "--progress", "off", "--json", *options)
    return points(out)


def compare(first, second, *, options=()):
    """Returns how stored runs of two scenarios or sweeps differ, as `headrace compare --json` prints it."""
    return json.loads(_call("compare", first, second, "--json", *options))


def points(database):
    """Returns a dictionary for each point of a sweep and replication, with parameters and figures by name."""
    return json.loads(_call("query", database, "points", "--json"))


def query(database, sql, values=()):
    """Returns the rows of a query of a result database as dictionaries. The database is opened read-only."""
    place = pathlib.Path(database).resolve().as_uri() + "?mode=ro"
    connection = sqlite3.connect(place, uri=True)
    try:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(sql, values)]
    finally:
        connection.close()


def frame(rows):
    """Returns rows as a pandas.DataFrame. Raises ImportError where pandas is not installed."""
    import pandas

    return pandas.DataFrame(rows)
