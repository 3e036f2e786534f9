"""Tests of the Python module, over the program that was built. Run by `./headrace.sh python`."""

import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))

import headrace  # noqa: E402

# A run of milliseconds: one epoch of few steps.
SMALL = {"jobs.train.overrides": ["++workload.train.epochs=1", "++workload.dataset.num_files_train=210"]}
COUNT = "jobs.train.accelerators_per_node"


class HeadraceTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)

    def test_runs_a_shipped_scenario_from_any_folder(self):
        answer = headrace.run("first_run.yaml", {**SMALL, COUNT: 1}, seed=3, out="one.db")
        self.assertEqual(answer["schema"].split("/")[0], "headrace.result")
        self.assertEqual(answer["seed"], 3)
        (row,) = headrace.query("one.db", "SELECT count(*) AS runs FROM run")
        self.assertEqual(row, {"runs": 1})

    def test_equal_runs_have_equal_answers(self):
        answers = [headrace.run("first_run.yaml", SMALL, out=name) for name in ("a.db", "b.db")]
        for part in ("fingerprint", "answer", "jobs"):
            self.assertEqual(answers[0][part], answers[1][part])

    def test_sweeps_and_goes_on(self):
        rows = headrace.sweep("first_run.yaml", {COUNT: [1, 2]}, SMALL, out="s.db")
        self.assertEqual([row[COUNT] for row in rows], [1, 2])
        again = headrace.sweep("first_run.yaml", {COUNT: [1, 2]}, SMALL, out="s.db")
        self.assertEqual(rows, again)
        self.assertEqual(rows, headrace.points("s.db"))

    def test_checks_without_running(self):
        good = headrace.check("first_run.yaml")
        bad = headrace.check("first_run.yaml", {"jobs.train.acelerators_per_node": 2})
        self.assertTrue(good["files"][0]["ok"])
        self.assertFalse(bad["files"][0]["ok"])

    def test_says_what_the_program_refuses(self):
        with self.assertRaises(headrace.Error) as caught:
            headrace.run("first_run.yaml", {"jobs.train.acelerators_per_node": 2})
        self.assertEqual(caught.exception.code, 2)
        self.assertIn("accelerators_per_node", str(caught.exception))
        with self.assertRaises(headrace.Error):
            headrace.run("nowhere.yaml")

    def test_reads_no_database_that_is_none(self):
        with self.assertRaises(Exception):
            headrace.query("nowhere.db", "SELECT 1")
        self.assertFalse(os.path.exists("nowhere.db"), "a query makes no file")

    def test_makes_frames_where_pandas_is(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        self.assertEqual(list(headrace.frame([{"a": 1}, {"a": 2}])["a"]), [1, 2])

    def test_names_a_program_that_is_none(self):
        os.environ["HEADRACE"] = "/nowhere/headrace"
        self.addCleanup(os.environ.pop, "HEADRACE")
        with self.assertRaises(headrace.Error):
            headrace.program()


if __name__ == "__main__":
    unittest.main()
