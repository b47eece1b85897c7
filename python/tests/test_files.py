"""`solve`, `check` and `generate`."""

import errno
import gzip
import io
import os
import pickle
import signal
import subprocess
import sys
import sysconfig
import textwrap

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import wythoff

PROGRAM = os.path.join(sysconfig.get_path("scripts"), "wythoff")


def run_python(code: str, *args: str, options: tuple[str, ...] = ()) -> str:
    command = [sys.executable, *options, "-c", textwrap.dedent(code), *args]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.txt"
    wythoff.generate(path, records=300_000)
    return path


def test_all_sources_and_targets(pairs, tmp_path):
    """They give what the program gives."""
    expected = subprocess.run([PROGRAM, "solve", pairs], check=True, stdout=subprocess.PIPE).stdout
    assert expected.count(b"\n") == 300_000
    text = pairs.read_bytes()
    compressed = tmp_path / "pairs.gz"
    compressed.write_bytes(gzip.compress(text, 1))
    sources = [str(pairs), pairs, text, bytearray(text), memoryview(text), io.BytesIO(text), compressed]
    for source in sources:
        answers = io.BytesIO()
        summary = wythoff.solve(source, answers)
        assert answers.getvalue() == expected
        assert (summary.hot, summary.cold) == (expected.count(b"1"), expected.count(b"0"))
        assert summary.records == 300_000 and summary.bytes == len(text)
    path = tmp_path / "answers.txt"
    wythoff.solve(pairs, path)
    assert path.read_bytes() == expected
    wythoff.solve(pairs, str(path) + ".gz", threads=2)
    assert gzip.decompress((tmp_path / "answers.txt.gz").read_bytes()) == expected
    with open(pairs, "rb") as source, open(path, "wb") as target:
        wythoff.solve(source, target)
    assert path.read_bytes() == expected
    assert wythoff.solve(pairs).cold == expected.count(b"0")


def test_ranges_join_to_the_answers_of_the_file(pairs):
    text = pairs.read_bytes()
    whole, joined = io.BytesIO(), io.BytesIO()
    wythoff.solve(pairs, whole)
    cuts = [0, 1, 12345, 12345, len(text) // 2, len(text) + 9]
    for cut in zip(cuts, cuts[1:]):
        wythoff.solve(pairs, joined, range=cut)
    assert joined.getvalue() == whole.getvalue()


def test_ranges_that_are_refused(pairs):
    with pytest.raises(TypeError, match="requires an input that is a path"):
        wythoff.solve(b"1 2\n", range=(0, 4))
    with pytest.raises(wythoff.Error, match="ends before it starts"):
        wythoff.solve(pairs, range=(4, 0))
    with pytest.raises(wythoff.Error, match="one record on each line"):
        wythoff.solve(pairs, problem="poj1067", range=(0, 4))
    with pytest.raises(OverflowError, match="the start of range is -1, expected 0 to"):
        wythoff.solve(pairs, range=(-1, 4))
    with pytest.raises(TypeError, match="range is 5, expected two offsets"):
        wythoff.solve(pairs, range=5)
    assert wythoff.solve(pairs, range=[0, 40]) == wythoff.solve(pairs, range=(0, 40))
    pairs.write_bytes(b"1 2\n3 5\n4 x\n")
    with pytest.raises(wythoff.Error) as caught:
        wythoff.solve(pairs, range=(5, 12))
    assert (caught.value.line, caught.value.column, caught.value.byte) == (3, 3, 10)


def test_a_problem():
    answers = io.BytesIO()
    wythoff.solve(b"3\n3 5\n3 4\n1 9\n", answers, problem="51nod1072")
    assert answers.getvalue() == b"B\nA\nA\n"
    assert wythoff.solve(b"3\n3 5\n3 4\n1 9\n", problem="51nod 1072").cold == 1
    with pytest.raises(wythoff.Error, match="unknown profile `none`; the profiles are poj1067"):
        wythoff.solve(b"", problem="none")


def test_invalid_lines(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("1 2\n3 4\n5 six\n8 4\n")
    output = tmp_path / "answers.txt"
    output.write_text("as it was")
    with pytest.raises(wythoff.Error) as caught:
        wythoff.solve(path, output)
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.path, error.line, error.column, error.byte) == (str(path), 3, 3, 10)
    assert str(error).startswith(f"{path}:3:3: expected ")
    assert output.read_text() == "as it was" and len(os.listdir(tmp_path)) == 2
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.line) == (str(error), 3)

    answers = io.BytesIO()
    summary = wythoff.solve(path, answers, on_invalid="mark")
    assert answers.getvalue() == b"0\n1\n?\n1\n"
    assert summary.invalid == 1 and str(error) in summary.first_invalid
    with pytest.raises(ValueError, match='expected "stop" or "mark"'):
        wythoff.solve(path, on_invalid="skip")


def test_what_the_system_refuses(tmp_path, pairs):
    missing = tmp_path / "missing.txt"
    with pytest.raises(FileNotFoundError) as caught:
        wythoff.solve(missing)
    assert caught.value.errno == errno.ENOENT and caught.value.filename == str(missing)
    with pytest.raises(IsADirectoryError):
        wythoff.solve(tmp_path)
    with pytest.raises(OSError) as caught:
        wythoff.solve(pairs, "/dev/full")
    assert caught.value.errno == errno.ENOSPC


def test_what_is_no_file(pairs):
    for source in (5, None, [1, 2], 1.5):
        with pytest.raises(TypeError, match="expected a path, bytes or a binary file"):
            wythoff.solve(source)
    with pytest.raises(TypeError, match="expected a path"):
        wythoff.solve(pairs, b"bytes")
    with pytest.raises(TypeError, match='mode "rb"'):
        wythoff.solve(io.StringIO("1 2\n"))
    with pytest.raises(TypeError, match='mode "rb"'):
        wythoff.check(io.StringIO(str(pairs)), b"")
    with pytest.raises(TypeError):
        wythoff.solve(pairs, io.StringIO())


def test_names_of_paths(tmp_path):
    """The exceptions have the path itself, also where the message must escape it."""
    path = os.path.join(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"), "a\nb")
    for call in (lambda: wythoff.solve(path), lambda: wythoff.check(b"", path), lambda: wythoff.generate(path)):
        with pytest.raises(FileNotFoundError) as missing:
            call()
        assert missing.value.filename == path
    os.mkdir(os.path.dirname(path))
    for text, call in ((b"x\n", lambda: wythoff.solve(path)), (b"1\n1\n", lambda: wythoff.check(path, b""))):
        with open(path, "wb") as file:
            file.write(text)
        with pytest.raises(wythoff.Error) as invalid:
            call()
        assert invalid.value.path == path and "\\xff/a\\nb:1:" in str(invalid.value)


def test_names_of_numbers(tmp_path):
    for name in ("records", "size", "seed"):
        for number in (-1, 2**64):
            with pytest.raises(OverflowError, match=f"{name} is {number}, expected 0 to"):
                wythoff.generate(tmp_path / "pairs", **{name: number})
    with pytest.raises(TypeError, match="seed is of the type float, expected a whole number"):
        wythoff.generate(tmp_path / "pairs", seed=1.5)
    calls = [lambda n: wythoff.solve(b"", threads=n), lambda n: wythoff.check(b"", b"", threads=n), lambda n: wythoff.generate("x", threads=n)]
    columns = [1, np.int8(1), np.arange(2), bytes(2), pa.array([1]), pd.Series([1])]
    for call in [*calls, *(lambda n, column=column: wythoff.is_cold(column, 2, threads=n) for column in columns)]:
        for threads in (0, -1, 1.5):
            with pytest.raises(ValueError, match="^threads must be a whole number, at least 1, or None; found"):
                call(threads)


def test_formats():
    """`framing`, `rule` and `labels` are `--in`, `--rule` and `--words` of the program."""
    text, options = b"2\n1 2\n5 1\n", {"framing": "count", "rule": "r=2", "labels": ("win", "lose")}
    command = [PROGRAM, "solve", "--in", "count", "--rule", "r=2", "--words", "win,lose"]
    expected = subprocess.run(command, input=text, check=True, stdout=subprocess.PIPE).stdout
    answers = io.BytesIO()
    wythoff.solve(text, answers, **options)
    assert answers.getvalue() == expected and b"win" in expected
    assert wythoff.check(text, expected, **options).is_right
    assert not wythoff.check(text, expected, framing="count", labels=["lose", "win"], rule="r=2").is_right
    pairs, right = io.BytesIO(), io.BytesIO()
    wythoff.generate(pairs, right, **options)
    assert wythoff.check(pairs.getvalue(), right.getvalue(), **options).is_right
    for refused, message in [
        ({"framing": "all"}, 'framing is "all", expected lines, eof, count, zero or one'),
        ({"rule": "r=x"}, 'rule is "r=x", expected normal, misere or r=N'),
        ({"rule": "r=2", "problem": "hdu1850"}, "rule applies only to problems with two piles"),
        ({"labels": "ab"}, "labels is 'ab', expected two texts"),
        ({"labels": ("a", "a ")}, "the labels are empty, or differ only in blanks"),
        ({"labels": ("?", "a"), "on_invalid": "mark"}, "marks an invalid line, so"),
        ({"framing": "count", "on_invalid": "mark"}, "invalid lines can be marked only"),
    ]:
        with pytest.raises(ValueError, match=message):
            wythoff.solve(text, **refused)


class Broken(io.RawIOBase):
    def read(self, size=-1):
        raise KeyError("of the file")

    def write(self, data):
        raise LookupError("of the output")


def test_exceptions_of_files(pairs):
    with pytest.raises(KeyError, match="of the file"):
        wythoff.solve(Broken())
    with pytest.raises(LookupError, match="of the output"):
        wythoff.solve(pairs, Broken())


def test_check(pairs):
    answers = io.BytesIO()
    wythoff.solve(pairs, answers)
    right = answers.getvalue()
    for source in (pairs, pairs.read_bytes(), open(pairs, "rb")):
        report = wythoff.check(source, right)
        assert report.is_right and report.cases == 300_000
    wrong = bytearray(right)
    wrong[2 * 777] ^= 1
    report = wythoff.check(pairs, io.BytesIO(bytes(wrong[:-4]) + b"\n"))
    assert (report.wrong, report.missing, report.is_right) == (1, 2, False)
    assert (report.first[0].case, report.first[0].line) == (778, 778)
    assert report.first[0].expected != report.first[0].found
    assert report.first[1].found is None


def test_generate(tmp_path):
    files = [tmp_path / name for name in ("a", "b", "c", "d")]
    first = wythoff.generate(files[0], files[1], size=10**6, seed=7, problem="51nod1185")
    again = wythoff.generate(files[2], files[3], size=10**6, seed=7, problem="51nod1185", threads=2)
    assert first == again and 0 < first.cold < first.records
    assert files[0].read_bytes() == files[2].read_bytes()
    assert wythoff.check(files[0], files[1], problem="51nod1185").is_right
    # The program has the same stream.
    command = [PROGRAM, "gen", "--as", "51nod1185", "--seed", "7", "--bytes", "1000000"]
    assert subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout == files[0].read_bytes()
    cold = wythoff.generate(io.BytesIO(), records=500, mix="cold=1")
    assert (cold.records, cold.cold) == (500, 500)
    with pytest.raises(wythoff.Error):
        wythoff.generate(io.BytesIO(), mix="lukewarm=1")


SHRINK = """
    import faulthandler, os, sys, threading, wythoff
    folder, order = sys.argv[1], sys.argv[2]
    pairs, fifo = os.path.join(folder, "pairs.txt"), os.path.join(folder, "fifo")
    small = os.path.join(folder, "small.txt")
    if order == "before":
        faulthandler.enable()
    print(*wythoff.solve(small).read_methods)
    if order == "after":
        faulthandler.enable()
    print(*wythoff.solve(small).read_methods)

    # The run waits for the reader of its output, and meanwhile its input is cut.
    def cut():
        with open(fifo, "rb") as answers:
            answers.read(1)
            os.truncate(pairs, 4096)
            while answers.read(1 << 20):
                pass

    thread = threading.Thread(target=cut)
    thread.start()
    try:
        wythoff.solve(pairs, fifo, threads=2)
    except wythoff.Error as error:
        print(error.path == pairs, error)
    thread.join()
"""


@pytest.mark.parametrize("order", ["never", "before", "after"])
def test_faulthandler_and_files_that_are_cut(tmp_path, pairs, order):
    """Both handlers of SIGBUS work: pytest and `python -X faulthandler` enable theirs before, others maybe after.

    In the latter case files are read instead of mapped: a cut file is then no fault.
    """
    (tmp_path / "small.txt").write_bytes(pairs.read_bytes())
    wythoff.generate(pairs, size=64 << 20)
    os.mkfifo(tmp_path / "fifo")
    lines = run_python(SHRINK, str(tmp_path), order).splitlines()
    assert lines[:2] == ["mmap", "read" if order == "after" else "mmap"]
    assert len(lines) == 3 and lines[2].startswith("True ") and "input changed" in lines[2], lines


@pytest.mark.parametrize("order", ["before", "after"])
def test_faulthandler_reports_other_faults(tmp_path, order):
    """A SIGBUS that is none of the package's ends the process, once reported."""
    code = """
        import faulthandler, signal, sys, wythoff
        if sys.argv[1] == "before":
            faulthandler.enable()
        wythoff.solve(sys.argv[2])
        if sys.argv[1] == "after":
            faulthandler.enable()
        signal.raise_signal(signal.SIGBUS)
    """
    pairs = tmp_path / "pairs.txt"
    wythoff.generate(pairs, records=100_000)
    command = [sys.executable, "-c", textwrap.dedent(code), order, str(pairs)]
    ended = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60)
    assert ended.returncode == -signal.SIGBUS
    assert ended.stderr.count("Fatal Python error: Bus error") == 1
