"""`wythoff.spark`: first without Java, when the tasks run in this process; then on a cluster of two executors, in one
process, and over Spark Connect. Each result is compared with a run of `wythoff.solve`."""

import doctest
import errno
import gzip
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import psutil
import pyarrow as pa
import pyspark
import pytest
import wythoff
from pyspark.cloudpickle import dumps
from pyspark.serializers import pickle
from pyspark.sql import Row, SparkSession
from pyspark.sql.functions import col, when
from wythoff.spark import __main__, _solve, _storage, is_cold, register, solve_text

HOME = os.path.dirname(pyspark.__file__)
PROGRAM = [sys.executable, "-m", "wythoff.spark"]
PART_BYTES = 1 << 15
"""The options of a run with about 200 parts for 400 000 records."""
needs_java = pytest.mark.skipif(
    shutil.which("java") is None and not os.environ.get("CI"), reason="skipped: needs Java (a failure under CI=true)"
)


class Session:
    """Replaces a Spark session and its builder: runs each task in this process."""

    conf: dict[str, str] = {}

    def range(self, start, end, step, partitions):
        self.batches = [pa.record_batch({"id": [index]}) for index in range(start, end, step)]
        return self

    def mapInArrow(self, task, schema):
        self.task = pickle.loads(dumps(task))
        return self

    def collect(self):
        reports = [report for batch in self.batches for report in self.task(iter([batch]))]
        return [Row(**row) for report in reversed(reports) for row in report.to_pylist()]

    appName = getOrCreate = lambda self, *_: self
    addTag = removeTag = interruptTag = stop = lambda self, *_: None


def generated(path: Path, records: int, seed: int = 1) -> bytes:
    """Writes an input, and returns the answers to it."""
    answers = io.BytesIO()
    wythoff.generate(path, answers, records=records, seed=seed)
    return answers.getvalue()


def joined(output: Path) -> bytes:
    """The parts of a complete output, in the order of their names."""
    *parts, last = sorted(output.iterdir(), key=lambda path: (path.name == "_SUCCESS", path.name))
    assert last.name == "_SUCCESS" and all(re.fullmatch(r"part-\d{8}", path.name) for path in parts)
    return b"".join(path.read_bytes() for path in parts)


TEXTS = [
    b"1 2\n8 4\n4 7",
    b"\xef\xbb\xbf1 2\r\n\r\n8 4\r\n\n3 5\n",
    b"\n\n1 2\n  8 4 \n99999999999999999999999 1\n6 10",
    b"1 2\n3 x\n4 7\n",
    b"1 2\n\xef\xbb\xbf3 5\n4 7\n",
    b"1 2\nx\n3 \r\n\n4\n5 8\ny\n",
    b"x\n" * 12,
]


def outcome(solve, *arguments, **named) -> tuple[object, ...]:
    """The results that must be the same in one run and in many runs."""
    try:
        found = solve(*arguments, **named)
        return found.hot, found.cold, found.first_invalid
    except wythoff.Error as error:
        return str(error), error.path, error.line, error.column, error.byte


@pytest.mark.parametrize("on_invalid", ["stop", "mark"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_split_joins(text, on_invalid, tmp_path):
    """Gives the same answers or the same first error as one run over the whole file; nothing is left after an
    error."""
    path, out = tmp_path / "input.txt", tmp_path / "out"
    path.write_bytes(text)
    expected = outcome(wythoff.solve, path, tmp_path / "right", on_invalid=on_invalid)
    for size in range(1, len(text) + 1):
        assert outcome(solve_text, Session(), path, out, split_bytes=size, on_invalid=on_invalid) == expected
        if isinstance(expected[0], str):
            assert not list(tmp_path.glob("out*"))
        else:
            assert joined(out) == (tmp_path / "right").read_bytes()
            shutil.rmtree(out)


def test_files_of_a_folder(tmp_path):
    """Plain, gzip and zstd files, whose names do not show the format, are solved in the order of their names."""
    folder, out = tmp_path / "in [put]", tmp_path / "out"
    folder.mkdir()
    # The zstd data begins with a skippable frame.
    packed = {"f": gzip.compress, "a b": lambda text: b"\x50\x2a\x4d\x18\0\0\0\0" + pa.compress(text, "zstd", asbytes=True)}
    answers = {"empty": b""}
    for number, name in enumerate(["e?f#g", "a b", "黄金", "f", "c%20d", "_x", ".x"]):
        answers[name] = generated(folder / name, 2000 + number, number)
        (folder / name).write_bytes(packed.get(name, bytes)((folder / name).read_bytes()))
    (folder / "empty").touch()
    solve_text(Session(), folder, out, split_bytes=9000)
    assert joined(out) == b"".join(answers[name] for name in sorted(answers) if name[0] not in "_.")


def test_the_program(tmp_path, monkeypatch, capsys):
    """The exit codes and messages of the program. It reports the first invalid line in the order of the input, as a
    single run does."""
    monkeypatch.setattr(__main__, "SparkSession", SimpleNamespace(builder=Session()))
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for index, bad in enumerate([{}, {2000, 2900}, {}, {3}]):
        lines = [b"12 x" if line in bad else b"1 2" for line in range(1, 3001)]
        (folder / f"{index}.txt").write_bytes(b"\n".join(lines))

    def program(*arguments: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["", *map(str, arguments), str(out), "--split-bytes", "5000"])
        return __main__.main(), capsys.readouterr().err

    command = [sys.executable, "-m", "wythoff", "solve", *sorted(folder.iterdir())]
    single = subprocess.run(command, capture_output=True, text=True)
    assert program(folder) == (2, single.stderr) and "1.txt:2000:4: expected" in single.stderr
    code, marked = program(folder, "--invalid", "mark")
    assert code == 1 and marked.count("\n") == 3 and "3.txt:3:4: expected" in marked
    assert joined(out).split(b"\n")[8999 + 3] == b"?" and joined(out).count(b"?") == 3
    # In these cases no session is started.
    monkeypatch.setattr(Session, "getOrCreate", lambda self: 1 / 0)
    assert program(folder) == (2, f"wythoff: {out}: the output exists already; remove it or name another\n")
    shutil.rmtree(out)
    assert program(folder / "none") == (2, f"wythoff: {folder / 'none'}: No such file or directory\n")
    # Exit code 1 would mean that the output is complete.
    assert program(folder) == (2, "wythoff: division by zero\n")


def test_a_failed_part_is_the_last(tmp_path, monkeypatch):
    """Later parts are not begun; the first error in the order of the input is raised."""
    path = tmp_path / "pairs"
    path.write_bytes(b"".join(b"12345 x\n" if part in (3, 60) else b"12345 6\n" for part in range(120)))
    solve = Mock(side_effect=wythoff.solve)
    monkeypatch.setattr(wythoff, "solve", solve)
    with pytest.raises(wythoff.Error, match="pairs:4:7: expected"):
        solve_text(Session(), path, tmp_path / "out", split_bytes=8)
    assert solve.call_count < 8 and os.listdir(tmp_path) == ["pairs"]


def test_a_changed_file_is_an_error(tmp_path, monkeypatch):
    """The error is raised even if the output can't be removed."""
    path = tmp_path / "input.txt"
    monkeypatch.setattr(_storage.Folder, "remove", Mock(side_effect=OSError("busy")))
    path.write_bytes(b"1 2\n8 4\n")
    job = _solve.plan(path, tmp_path / "out", None, 9, "stop")
    path.write_bytes(b"1 2\n8 4\n3 x\n")
    with pytest.raises(wythoff.Error, match=f"^{path}: input changed"), pytest.warns(match="not removed: busy"):
        _solve.run(Session(), job)


def test_an_error_without_a_line_gets_that_of_the_file(tmp_path):
    """A range far inside a large file reports only the byte."""
    path = str(tmp_path / "input.txt")
    Path(path).write_bytes(b"1 2\n8 4\n3 x\n")
    job = _solve.plan(path, tmp_path / "out", None, 12, "stop")
    with pytest.raises(wythoff.Error, match="input.txt:3:3: expected") as raised:
        _solve._summary(job, [wythoff.Error(f"{path}:byte 10: expected", path, byte=10)])
    assert (raised.value.line, raised.value.column) == (3, 3)


def test_only_errors_that_stay_are_reported(tmp_path, monkeypatch):
    """A reported error ends the job. After any other exception Spark repeats the task."""
    (tmp_path / "input.txt").write_bytes(b"1 2\n")
    job = _solve.plan(tmp_path / "input.txt", tmp_path / "out", None, 9, "stop")
    errors = [OSError(number, os.strerror(number)) for number in (errno.ENOSPC, errno.EACCES, errno.EIO)]
    monkeypatch.setattr(wythoff, "solve", Mock(side_effect=errors))
    assert [_solve._solve_part(job, 0, 1) for _ in range(2)] == errors[:2]
    with pytest.raises(OSError, match="Input/output"):
        _solve._solve_part(job, 0, 1)


def test_attempts(tmp_path, monkeypatch):
    """An attempt at a part that was killed, and one that ends while the output is removed."""
    out = tmp_path / "out"
    folder = _storage.Folder(str(out))
    folder.parts.mkdir()
    (folder.parts / ".wythoff-1.partial").touch()
    out.mkdir()
    with pytest.raises(FileExistsError):
        folder.publish()
    out.rmdir()
    folder.publish()
    assert joined(out) == b""
    out.rename(folder.parts)
    rmtree = shutil.rmtree

    def rmtree_after_late(path):
        with pytest.raises(FileNotFoundError):
            wythoff.solve(b"1 2", folder.parts / "part-00000001")
        rmtree(path)

    monkeypatch.setattr(shutil, "rmtree", rmtree_after_late)
    folder.remove()
    assert not os.listdir(tmp_path)


def test_lists_and_patterns(tmp_path):
    def listed(*inputs: str) -> list[str]:
        return [file.path for path in inputs for file in _storage.list_files(path)]

    for name in ("b.txt", "a.txt", "_a.txt", "c.in"):
        (tmp_path / name).write_bytes(b"1 2\nx\n")
    a, b, c = (str(tmp_path / name) for name in ("a.txt", "b.txt", "c.in"))
    assert listed(f"{tmp_path}/*.txt", c, f"{tmp_path}/[ab].txt") == [a, b, c, a, b]
    # The lines of a file that is listed twice are counted twice from 1.
    total = solve_text(Session(), (a, a), tmp_path / "out", on_invalid="mark")
    assert [message.removeprefix(a).split(":")[1] for message in total.first_invalid] == ["2", "2"]
    # A problem, whose file is one part.
    Path(a).write_bytes(b"3\n3 5\n3 4\n1 9\n")
    solve_text(Session(), a, tmp_path / "problem", problem="51nod1072", split_bytes=2)
    assert joined(tmp_path / "problem") == b"B\nA\nA\n"


def test_what_is_refused_without_a_session(tmp_path):
    pairs, out = tmp_path / "pairs", tmp_path / "out"
    (pairs / "folder").mkdir(parents=True)
    (pairs / "a").write_bytes(b"1 2\n")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "_hidden").touch()
    for input, output, named, exception, reason in [
        (pairs / "a", pairs, {}, FileExistsError, "exists"),
        (tmp_path / "none", out, {}, FileNotFoundError, "No such file"),
        (tmp_path / "*.in", out, {}, FileNotFoundError, "No file matches the pattern"),
        (tmp_path / "_*", out, {}, FileNotFoundError, "No file matches the pattern"),
        ([], out, {}, ValueError, "empty list"),
        (pairs, out, {}, ValueError, "pairs/folder is a folder"),
        (tmp_path / "pipe", out, {}, ValueError, "pipe is a folder, a pipe or a device"),
        (["pairs", "s3://games/pairs"], out, {}, ValueError, r"^s3://games/pairs is a URL, .*; read columns .* with Spark"),
        (pairs / "a", "s3://games/out", {}, ValueError, "^s3://games/out is a URL"),
        (pairs / "a", out, {"split_bytes": 0}, ValueError, "split_bytes is 0"),
        (pairs / "a", out, {"on_invalid": "skip"}, ValueError, "on_invalid is 'skip'"),
        (pairs / "a", out, {"problem": "poj0"}, wythoff.Error, "poj0"),
    ]:
        with pytest.raises(exception, match=reason):
            solve_text(None, input, output, **named)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["_hidden", "pairs", "pipe"]


@pytest.mark.parametrize("missing", ["pyspark", "pyarrow"])
def test_a_missing_dependency_is_named(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import wythoff; import wythoff.spark"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    message = ended.stderr.splitlines()[-1]
    assert message.startswith(f"ModuleNotFoundError: wythoff.spark requires {missing}")
    assert message.endswith("; install it with: pip install 'wythoff[spark]'")


def environment(master: str) -> dict[str, str]:
    """The environment for a session with this master."""
    settings = "--conf spark.ui.enabled=false --conf spark.ui.showConsoleProgress=false --conf spark.executor.memory=512m"
    variables = {"SPARK_HOME": HOME, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONWARNINGS": "ignore"}
    variables["PYSPARK_SUBMIT_ARGS"] = f"--master {master} {settings} pyspark-shell"
    return os.environ | variables | {"PYSPARK_PYTHON": sys.executable}


@pytest.fixture(scope="module")
def spark():
    """A session with two executors, which are processes of one core."""
    with pytest.MonkeyPatch.context() as patch:
        for name, text in environment("local-cluster[2,1,1024]").items():
            patch.setenv(name, text)
        with SparkSession.builder.getOrCreate() as session:
            yield session
    shutil.rmtree(Path(HOME, "work"))


def wait_for_parts(folder: Path, ended: Callable[[], object]) -> None:
    while len(list(folder.glob("out.tmp-*/part-*"))) < 5:
        assert not ended()
        time.sleep(0.005)


@needs_java
def test_killed_processes(spark, tmp_path):
    """If an executor or a Python worker is killed, its tasks are repeated."""
    right = generated(tmp_path / "pairs", 400_000)
    tracker = spark.sparkContext.statusTracker()

    def failed_tasks() -> int:
        return sum(tracker.getStageInfo(stage).numFailedTasks for stage in tracker.getActiveStageIds())

    with ThreadPoolExecutor(1) as thread:
        solved = thread.submit(solve_text, spark, tmp_path / "pairs", tmp_path / "out", split_bytes=PART_BYTES)
        try:
            wait_for_parts(tmp_path, solved.done)
            # Kills until a task fails. The workers end with their daemon.
            for killed, failures in (("org.apache.spark.executor.CoarseGrainedExecutorBackend", 1), ("pyspark.daemon", 3)):
                while failed_tasks() < failures:
                    assert not solved.done()
                    for process in psutil.Process().children(recursive=True):
                        with suppress(psutil.Error):
                            if killed in process.cmdline():
                                process.kill()
                    time.sleep(0.5)
            solved.result(timeout=600)
        finally:
            spark.sparkContext.cancelAllJobs()
    assert joined(tmp_path / "out") == right


@needs_java
def test_columns(spark, tmp_path):
    """`is_cold` of long and of decimal columns; the docstring's example."""
    examples = doctest.DocTestFinder().find(is_cold, "is_cold", globs={"spark": spark, "is_cold": is_cold})
    assert [doctest.DocTestRunner().run(example).failed for example in examples] == [0]
    large = wythoff.cold_position(165580141 * 10**28)
    for rows, type in (([(1, 2), (8, 4), (None, 2)], "long"), ([[Decimal(pile) for pile in pair] for pair in (large, (10**37, 2))], "decimal(38,0)")):
        frame = spark.createDataFrame(rows, f"a {type}, b {type}")
        found = [row.cold for row in frame.select(is_cold(frame.a, "b").alias("cold")).collect()]
        assert found == [True, False, None][: len(rows)]
    void = spark.sql("select cast(null as void) as a, 1Y as b, 2S as c, 3 as d").select(is_cold("a", "b"), is_cold("c", "d"))
    assert void.columns == ["is_cold(a, b)", "is_cold(c, d)"] and void.first() == (None, False)
    # Spark evaluates both branches of `when`.
    guarded = spark.createDataFrame([(1, 2), (-1, 2)], "a long, b long").select(when(col("a") >= 0, is_cold("a", "b")))
    assert [row[0] for row in guarded.collect()] == [True, None]
    # docs/python.md has these two lines, for object stores.
    (tmp_path / "pairs").write_text("1 2\n8 4\n")
    frame = spark.read.csv(str(tmp_path / "pairs"), "a decimal(38, 0), b decimal(38, 0)", sep=" ", mode="FAILFAST")
    frame.select("a", "b", is_cold("a", "b").alias("cold")).write.parquet(str(tmp_path / "answers"))
    assert [tuple(row) for row in spark.read.parquet(str(tmp_path / "answers")).sort("a").collect()] == [(1, 2, True), (8, 4, False)]
    register(spark, "cold")
    assert spark.sql("select cold(1, 2), cold(8, 4L), cold(-1, 2), cold(null, 2)").first() == (True, False, None, None)
    for b, reason in (("-1L", "row 0 of the batch: b is negative"), ("2.5D", "expected integers")):
        with pytest.raises(Exception, match=reason):
            spark.sql(f"select 1L as a, {b} as b").select(is_cold("a", "b", invalid="raise")).collect()


@needs_java
def test_spark_connect(tmp_path):
    """The session is a client of a server, without a JVM in this process."""
    right = generated(tmp_path / "pairs", 20000)
    env = environment("local[2]") | {"SPARK_REMOTE": "local[2]"}
    del env["PYSPARK_SUBMIT_ARGS"], env["PYSPARK_PYTHON"]
    arguments = [tmp_path / "pairs", tmp_path / "out", "--split-bytes", "50000"]
    ended = subprocess.run([*PROGRAM, *arguments], env=env, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stderr
    assert joined(tmp_path / "out") == right


@needs_java
def test_sigterm_leaves_nothing(tmp_path):
    """It ends the tasks and removes the output, as Ctrl-C does."""
    generated(tmp_path / "pairs", 400_000)
    command = [*PROGRAM, tmp_path / "pairs", tmp_path / "out", "--split-bytes", str(PART_BYTES)]
    started = subprocess.Popen(command, env=environment("local[2]"))
    try:
        wait_for_parts(tmp_path, lambda: started.poll() is not None)
        started.send_signal(signal.SIGTERM)
        assert started.wait(timeout=300) == -signal.SIGTERM
    finally:
        started.kill()
    assert not list(tmp_path.glob("out*"))
