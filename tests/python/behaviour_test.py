"""How calls behave: interruption, progress, errors, threads; and the examples of the documentation."""

import contextlib
import doctest
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import kindred
import kindred._dedup
import kindred._index
import kindred._marks
import kindred._templates
from trees import make_tree, noise, scratch, words, write

PLACE = scratch()
TREE = PLACE / "tree"


def setUpModule():
    TREE.mkdir()
    make_tree(TREE)


class Interruption(unittest.TestCase):
    def test_ctrl_c_stops_in_good_order(self):
        """A scan that is interrupted keeps what it has read; the next one reads the rest."""
        tree, index = scratch(), scratch() / "index"
        for number in range(60):
            write(tree, f"{number}.bin", noise(2_000_000, number))
        code = (
            "import kindred, os, signal, sys, threading\n"
            "def on(stage, files, all_files, *rest):\n"
            "    if stage == 'read' and files > 0: os.kill(os.getpid(), signal.SIGINT)\n"
            "try:\n"
            "    kindred.Index(sys.argv[1]).scan(sys.argv[2], threads=1, method=['landmarks', 'chunks'], progress=on)\n"
            "except KeyboardInterrupt:\n"
            "    print('stopped', kindred.Index(sys.argv[1]).check()['problems'])\n"
            "else:\n"
            "    print('finished')\n"
        )
        done = subprocess.run([sys.executable, "-c", code, index, tree], capture_output=True, text=True, timeout=120)
        if done.stdout.strip() == "finished":
            self.skipTest("this machine reads faster than progress is reported")
        self.assertEqual(done.stdout.strip(), "stopped []", done.stderr)
        kept = kindred.Index(index).stats()["files"]
        rest = kindred.Index(index).scan(tree).summary
        self.assertEqual(rest["files"], 60)
        self.assertGreaterEqual(kept, 1)

    def test_handlers_run_while_a_call_works(self):
        came = []
        old = signal.signal(signal.SIGALRM, lambda *_: came.append(time.monotonic()))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            start = time.monotonic()
            kindred.marks([noise(1_000_000, i) for i in range(40)], threads=1)
            while not came and time.monotonic() < start + 60:
                time.sleep(0.01)
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertEqual(len(came), 1)

    def test_what_a_callback_raises_comes_out(self):
        def on(*_):
            raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            kindred.Index(PLACE / "raised").find(TREE, progress=on)

    def test_false_from_a_callback_stops(self):
        with self.assertRaises(kindred.Cancelled):
            kindred.marks([noise(400_000, i) for i in range(1200)], progress=lambda *_: False)


class Progress(unittest.TestCase):
    def test_a_function_hears_of_every_stage(self):
        calls = []
        kindred.Index(PLACE / "heard").find(TREE, progress=lambda *what: calls.append(what))
        self.assertTrue(calls)
        stage, files, all_files, done, total = calls[-1]
        self.assertIsInstance(stage, str)
        self.assertTrue(all(isinstance(n, int) for n in (files, all_files, done, total)))

    def test_tqdm(self):
        from tqdm import tqdm

        with open(os.devnull, "w") as nowhere, tqdm(file=nowhere) as bar:
            kindred.Index(PLACE / "tqdm").scan(TREE, progress=bar)
            self.assertTrue(bar.desc)

    def test_anything_else_is_refused(self):
        with self.assertRaises(TypeError):
            kindred.Index(PLACE / "x").scan(TREE, progress=3)


class Errors(unittest.TestCase):
    def test_kinds(self):
        index = kindred.Index(PLACE / "errors")
        with self.assertRaises(kindred.NotFound) as missing:
            index.find("/nowhere at all")
        self.assertEqual(missing.exception.where, b"/nowhere at all")
        self.assertIsInstance(missing.exception, LookupError)
        with self.assertRaises(kindred.NotFound):
            index.query(b"no index yet")
        index.scan(TREE)
        with self.assertRaises(kindred.NotFound):
            index.templates.show("none")
        with self.assertRaises(kindred.Usage) as usage:
            index.find(TREE, filter="a.size >")
        self.assertIsInstance(usage.exception, ValueError)
        with self.assertRaises(kindred.Usage):
            index.compare(TREE, TREE)
        with self.assertRaises(kindred.Usage):
            index.find([])

    def test_a_damaged_index(self):
        index = kindred.Index(PLACE / "damaged")
        index.scan(TREE)
        for file in Path(os.fsdecode(index.path)).iterdir():
            if file.is_file() and file.stat().st_size > 200:
                data = bytearray(file.read_bytes())
                data[len(data) // 2] ^= 0xFF
                file.write_bytes(data)
        with self.assertRaises(kindred.Damaged):
            index.find(TREE, no_rescan=True)
        self.assertTrue(index.check()["problems"])

    def test_a_second_writer(self):
        held = threading.Event()
        release = threading.Event()
        index = kindred.Index(PLACE / "busy")
        tree = scratch()
        for number in range(30):
            write(tree, f"{number}", noise(3_000_000, number))

        def on(stage, *_):
            if stage == "read":
                held.set()
                release.wait(20)

        def first():
            try:
                index.scan(tree, threads=1, progress=on)
            finally:
                held.set()

        thread = threading.Thread(target=first)
        thread.start()
        held.wait(20)
        try:
            with self.assertRaises(kindred.Busy):
                index.scan(TREE)
        finally:
            release.set()
            thread.join()

    def test_errors_can_be_sent_elsewhere(self):
        try:
            kindred.Index(PLACE / "errors").find("/nowhere at all")
        except kindred.NotFound as error:
            again = pickle.loads(pickle.dumps(error))
            self.assertIs(type(again), kindred.NotFound)
            self.assertEqual((str(again), again.where, again.hint), (str(error), error.where, error.hint))

    def test_names_are_never_lossy(self):
        found = kindred.Index(PLACE / "names").find(TREE / "odd", pairs=True)
        names = {row[side] for row in found.pairs for side in "ab"}
        self.assertIn(str(TREE / "odd") + "/\udcff\udcfe name\n.txt", names)
        self.assertTrue(all(os.path.exists(name) for name in names))
        root = os.fsdecode(os.fsencode(TREE / "odd") + b"/\xff\xfe name\n.txt")
        one = kindred.Index(PLACE / "names").find([root, TREE / "family0"], pairs=True)
        self.assertEqual(one.summary["roots"][0], root)


class Threads(unittest.TestCase):
    def test_other_threads_run_during_a_call(self):
        ticks = []
        stop = threading.Event()

        def tick():
            while not stop.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.002)

        thread = threading.Thread(target=tick)
        documents = [noise(2_000_000, i) for i in range(60)]
        thread.start()
        start = time.monotonic()
        kindred.marks(documents, threads=1)
        end = time.monotonic()
        stop.set()
        thread.join()
        during = [t for t in ticks if start < t < end]
        self.assertGreater(len(during), (end - start) / 0.05)

    def test_many_threads_ask_one_index(self):
        index = kindred.Index(PLACE / "shared")
        index.scan(TREE)
        expected = index.query(words(6000, 0)).matches.rows()
        answers = [None] * 8

        def ask(number):
            answers[number] = index.query(words(6000, 0)).matches.rows()

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [expected] * 8)


@contextlib.contextmanager
def drafts():
    """A working directory with the files of the examples."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as here:
        os.chdir(here)
        try:
            write(Path(here) / "drafts", "one.txt", words(4000, 1))
            write(Path(here) / "drafts", "two.txt", words(4000, 1)[:3000] + words(500, 2))
            write(Path(here) / "drafts", "three.txt", words(4000, 3))
            yield
        finally:
            os.chdir(before)


class Examples(unittest.TestCase):
    def test_docstrings(self):
        for module in (kindred._index, kindred._marks, kindred._memory, kindred._dedup, kindred._templates):
            with self.subTest(module.__name__), drafts():
                names = {"kindred": kindred, "os": os}
                result = doctest.testmod(module, extraglobs=names, optionflags=doctest.ELLIPSIS)
                self.assertGreater(result.attempted, 3)
                self.assertEqual(result.failed, 0)

    def test_every_method_has_an_example(self):
        without = [name for name in ("scan", "find", "stream", "query", "compare", "spans", "near", "export")
                   if ">>>" not in getattr(kindred.Index, name).__doc__]
        self.assertEqual(without, [])

    def test_the_manual(self):
        from trees import SOURCE

        with drafts():
            result = doctest.testfile(str(SOURCE / "docs/using/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertGreater(result.attempted, 10)
        self.assertEqual(result.failed, 0)


if __name__ == "__main__":
    unittest.main()
