"""`solve`, `check` and `generate`."""

import errno
import gzip
import io
import os
import pickle
import re
import signal
import subprocess
import sys
import sysconfig
import textwrap
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import psutil
import pyarrow as pa
import pytest
import wythoff

PROGRAM = os.path.join(sysconfig.get_path("scripts"), "wythoff")


def program(*command, **options):
    """The output of the program."""
    return subprocess.run([PROGRAM, *command], check=True, stdout=subprocess.PIPE, **options).stdout


def answers(source, **options):
    target = io.BytesIO()
    wythoff.solve(source, target, **options)
    return target.getvalue()


def test_all_sources_and_targets(pairs, tmp_path):
    """The results are the same as the program's."""
    expected = program("solve", pairs)
    assert expected.count(b"\n") == 300_000
    text = pairs.read_bytes()
    compressed = tmp_path / "pairs.gz"
    compressed.write_bytes(gzip.compress(text, 1))
    for source in (str(pairs), pairs, text, bytearray(text), memoryview(text), io.BytesIO(text), compressed):
        target = io.BytesIO()
        summary = wythoff.solve(source, target)
        assert target.getvalue() == expected
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
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with ThreadPoolExecutor() as others:
        others.submit(fifo.write_bytes, text)
        assert answers(fifo) == expected
        received = others.submit(fifo.read_bytes)
        wythoff.solve(pairs, fifo)
        assert received.result() == expected


def test_ranges(pairs):
    """The joined answers to ranges are the answers to the file."""
    cuts = [0, 1, 12345, 12345, pairs.stat().st_size // 2, pairs.stat().st_size + 9]
    parts = [answers(pairs, range=cut) for cut in zip(cuts, cuts[1:])]
    assert b"".join(parts) == answers(pairs) and answers(pairs, range=[0, 12345]) == b"".join(parts[:2])


def test_invalid_lines(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("1 2\n3 4\n5 six\n8 4\n")
    output = tmp_path / "answers.txt"
    output.write_text("as it was")
    with pytest.raises(wythoff.Error) as caught:
        wythoff.solve(path, output)
    error = caught.value
    assert (error.path, error.line, error.column, error.byte) == (str(path), 3, 3, 10)
    assert str(error).startswith(f"{path}:3:3: expected ")
    assert output.read_text() == "as it was" and len(os.listdir(tmp_path)) == 2
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.path, copy.line) == (str(error), error.path, 3)

    summary = wythoff.solve(path, output, on_invalid="mark")
    assert output.read_text() == "0\n1\n?\n1\n" and summary.invalid == 1 and str(error) in summary.first_invalid


def test_names_of_paths(tmp_path, pairs):
    """Exceptions have the path itself, even if the message must escape it."""
    path = os.path.join(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"), "a\nb")
    for call in (lambda: wythoff.solve(path), lambda: wythoff.check(b"", path), lambda: wythoff.generate(path)):
        with pytest.raises(FileNotFoundError) as missing:
            call()
        assert missing.value.filename == path and missing.value.errno == errno.ENOENT
    os.mkdir(os.path.dirname(path))
    for text, call in ((b"x\n", lambda: wythoff.solve(path)), (b"1\n1\n", lambda: wythoff.check(path, b""))):
        with open(path, "wb") as file:
            file.write(text)
        with pytest.raises(wythoff.Error) as invalid:
            call()
        assert invalid.value.path == path and "\\xff/a\\nb:1:" in str(invalid.value)
    with pytest.raises(IsADirectoryError):
        wythoff.solve(tmp_path)
    with pytest.raises(OSError) as full:
        wythoff.solve(pairs, "/dev/full")
    assert full.value.errno == errno.ENOSPC


def test_formats():
    """`problem`, `framing`, `rule` and `labels` are `--as`, `--in`, `--rule` and `--words` of the program."""
    text, options = b"2\n1 2\n5 1\n", {"framing": "count", "rule": "r=2", "labels": ("win", "lose")}
    expected = program("solve", "--in", "count", "--rule", "r=2", "--words", "win,lose", input=text)
    assert answers(text, **options) == expected and b"win" in expected
    assert wythoff.check(text, expected, **options).is_right
    assert not wythoff.check(text, expected, framing="count", labels=["lose", "win"], rule="r=2").is_right
    pairs, right = io.BytesIO(), io.BytesIO()
    wythoff.generate(pairs, right, **options)
    assert wythoff.check(pairs.getvalue(), right.getvalue(), **options).is_right
    assert answers(b"3\n3 5\n3 4\n1 9\n", problem="51nod 1072") == b"B\nA\nA\n"


HUGE = 10**5000
"""Python writes no more than 4300 digits."""


class Raises:
    def __index__(self):
        raise KeyError("mine")


@pytest.mark.parametrize(
    "refused, error, message",
    [
        ({"framing": "all"}, wythoff.Error, 'framing is "all", expected lines, eof, count, zero or one'),
        ({"labels": "ab"}, TypeError, "labels is 'ab', expected two texts"),
        ({"labels": 5}, TypeError, "labels is 5, expected two texts"),
        ({"labels": ("a", 1)}, TypeError, "labels is ('a', 1), expected two texts"),
        ({"on_invalid": "skip"}, ValueError, 'on_invalid is \'skip\', expected "stop" or "mark"'),
        ({"problem": "none"}, wythoff.Error, "unknown profile `none`; the profiles are poj1067"),
        ({"problem": "POJ1076"}, wythoff.Error, "; did you mean poj1067?"),
        ({"problem": 5}, TypeError, "problem is of the type int, expected a text"),
        ({"threads": 1.5}, TypeError, "threads is of the type float, expected an int"),
        ({"threads": -HUGE}, ValueError, "threads is an int of 16610 bits, expected 1 or more"),
        ({"output": SimpleNamespace(write=lambda data: Raises())}, KeyError, "mine"),
        ({"seed": Raises()}, KeyError, "mine"),
        ({"range": (0, 4)}, wythoff.Error, "a range requires an input that is a path"),
        ({"range": (-1, 4)}, ValueError, "the start of range is -1, expected 0 to"),
        ({"input": 5}, TypeError, "input is of the type int, expected a path, bytes or a binary file"),
        ({"output": b"bytes"}, TypeError, "output is of the type bytes, expected a path or a binary file"),
        ({"input": io.StringIO("1 2\n")}, TypeError, 'mode "rb"'),
        ({"input": SimpleNamespace(read=lambda size: bytes(size + 1))}, TypeError, "at most n"),
        ({"output": io.StringIO()}, TypeError, "string argument expected"),
        ({"input": SimpleNamespace(read=lambda size: [][0])}, IndexError, "list index out of range"),
        ({"output": SimpleNamespace(write=lambda data: {}["x"])}, KeyError, "x"),
        ({"records": -1}, ValueError, "records is -1, expected 0 to"),
        ({"size": 2**64}, ValueError, "size is 18446744073709551616, expected 0 to"),
        ({"seed": 1.5}, TypeError, "seed is of the type float, expected an int"),
        ({"mix": "lukewarm=1"}, wythoff.Error, "lukewarm"),
    ],
)
def test_refusals(refused, error, message):
    """Of an argument; and exceptions of the caller's files."""
    with pytest.raises(error, match=re.escape(message)):
        if {"records", "size", "seed", "mix"} & refused.keys():
            wythoff.generate(io.BytesIO(), **refused)
        else:
            wythoff.solve(**{"input": b"1 2\n"} | refused)


def test_check(pairs):
    right = answers(pairs)
    wrong = bytearray(right)
    wrong[2 * 777] ^= 1
    for source in (pairs, pairs.read_bytes(), open(pairs, "rb")):
        assert wythoff.check(source, right).is_right
    report = wythoff.check(pairs, io.BytesIO(bytes(wrong[:-4]) + b"\n"))
    assert (report.cases, report.wrong, report.missing, report.is_right) == (300_000, 1, 2, False)
    first, last = report.first
    assert (first.case, first.line) == (778, 778) and first.expected != first.found and last.found is None
    with pytest.raises(TypeError, match='mode "rb"'):
        wythoff.check(io.StringIO(str(pairs)), b"")


def test_inputs_are_not_copied():
    """Inputs are not copied into memory: not a buffer, not a file that can seek, and not a file that can't."""
    text = bytearray(b"1 2\n8 4\n") * (24 << 20)
    file = io.BytesIO(text)

    def own_memory():
        # Without mapped files.
        info = psutil.Process().memory_info()
        return info.rss - info.shared

    before, most = own_memory(), 0

    def progress(size, records):
        nonlocal most
        most = max(most, own_memory())

    wythoff.solve(text, threads=1, progress=progress)
    for source in (file, SimpleNamespace(read=file.read)):
        file.seek(8)
        report = wythoff.check(source, b"0\n0\n", threads=1, progress=progress)
        assert report.missing == (48 << 20) - 4 and report.first[0].input == "8 4"
    # A copy would take 200 MB.
    assert most - before < 100 << 20
    assert wythoff.solve(memoryview(b"1x x2x\nx")[::2]).cold == 1


def test_generate(tmp_path):
    """The same records for every number of threads and from the program, with the right answers."""
    files = [tmp_path / name for name in ("a", "b", "c", "d")]
    first = wythoff.generate(files[0], files[1], size=10**6, seed=7, problem="51nod1185")
    again = wythoff.generate(files[2], files[3], size=10**6, seed=7, problem="51nod1185", threads=2)
    assert first == again and 0 < first.cold < first.records
    stream = program("gen", "--as", "51nod1185", "--seed", "7", "--bytes", "1000000")
    assert files[0].read_bytes() == files[2].read_bytes() == stream
    assert wythoff.check(files[0], files[1], problem="51nod1185").is_right
    cold = wythoff.generate(io.BytesIO(), records=500, mix="cold=1")
    assert (cold.records, cold.cold) == (500, 500)


SHRINK = """
    import faulthandler, os, signal, sys, wythoff
    pairs, order = sys.argv[1:]
    if order == "before":
        faulthandler.enable()
    print(*wythoff.solve(pairs).read_methods)
    if order == "after":
        faulthandler.enable()
    print(*wythoff.solve(pairs).read_methods)

    class Cut:
        def write(self, data):
            os.truncate(pairs, 4096)
            return len(data)

    try:
        wythoff.solve(pairs, Cut(), threads=2)
    except wythoff.Error as error:
        print(error.path == pairs, error, flush=True)
    # None of the package's.
    signal.raise_signal(signal.SIGBUS)
"""


@pytest.mark.parametrize("order", ["never", "before", "after"])
def test_faulthandler_and_files_that_are_cut(pairs, order):
    """Both handlers of SIGBUS work. pytest and `python -X faulthandler` enable faulthandler before the first run;
    other programs may enable it after that run.

    In the latter case files are read instead of mapped, and a cut file causes no SIGBUS. A SIGBUS from elsewhere ends
    the process, and faulthandler reports it once.
    """
    wythoff.generate(pairs, size=64 << 20)
    command = [sys.executable, "-c", textwrap.dedent(SHRINK), str(pairs), order]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    lines = ended.stdout.splitlines()
    assert lines[:2] == ["mmap", "read" if order == "after" else "mmap"]
    assert len(lines) == 3 and lines[2].startswith("True ") and "input changed" in lines[2], lines
    assert ended.returncode == -signal.SIGBUS
    assert ended.stderr.count("Fatal Python error: Bus error") == (order != "never")
