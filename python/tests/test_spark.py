"""`wythoff.spark` with Java: on a cluster of two workers, in one process, and over Spark Connect.

`test_spark_ranges.py` has the tests that need no session. Each result is compared byte for byte with a run of
`wythoff.solve`.
"""

import doctest
import os
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

import psutil
import pyspark
import pytest
import wythoff
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, when
from spark_support import generated, joined, store  # noqa: F401
from wythoff.spark import is_cold, register, solve_text

pytestmark = pytest.mark.skipif(
    shutil.which("java") is None and not os.environ.get("CI"), reason="skipped: needs Java (a failure under CI=true)"
)


HOME = os.path.dirname(pyspark.__file__)


def environment(master: str, **settings: str) -> dict[str, str]:
    """The environment for a session with this master and these settings."""
    given = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"} | settings
    arguments = [f"--conf {name}={value}" for name, value in given.items()]
    submit = f"--master {master} {' '.join(arguments)} pyspark-shell"
    variables = {"SPARK_HOME": HOME, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONWARNINGS": "ignore"}
    return os.environ | variables | {"PYSPARK_SUBMIT_ARGS": submit, "PYSPARK_PYTHON": sys.executable}


def wait_for(condition: Callable[[], object], what: str, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s: {what}"
        time.sleep(0.005)


@pytest.fixture(scope="module")
def cluster(store, tmp_path_factory):
    """A session on a standalone master with two workers of one core; a function that finds their processes by a text
    in the command line; and a function that returns the log of events.
    """
    folder = tmp_path_factory.mktemp("cluster")
    log = folder / "services"
    services: list[psutil.Popen] = []

    def start(name: str, *arguments: str) -> None:
        line = [os.path.join(HOME, "bin", "spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
        with log.open("a") as output:
            services.append(psutil.Popen(line, env=environment("none"), stdout=output, stderr=output, cwd=folder))

    def processes(text: str) -> list[psutil.Process]:
        found = []
        for process in [child for service in services for child in service.children(recursive=True)]:
            with suppress(psutil.Error):
                found += [process] if text in " ".join(process.cmdline()) else []
        return found

    def events() -> str:
        return "".join(path.read_text() for path in folder.glob("eventlog_v2_*/events_*"))

    settings = {
        "spark.executor.memory": "512m",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": folder.as_uri(),
        "spark.eventLog.compress": "false",
        "spark.eventLog.buffer.kb": "1",
    }
    try:
        start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        wait_for(lambda: "Starting Spark master at spark://" in log.read_text(), "the master")
        master = log.read_text().split("Starting Spark master at ")[1].split()[0]
        for worker in ("first", "second"):
            start("worker.Worker", "-h", "127.0.0.1", "-c", "1", "-m", "1g", "--webui-port", "0", "-d", str(folder / worker), master)
        wait_for(lambda: log.read_text().count("Registering worker") == 2, "the workers")
        with pytest.MonkeyPatch.context() as patch:
            for name, text in environment(master, **settings).items():
                patch.setenv(name, text)
            with SparkSession.builder.getOrCreate() as spark:
                yield spark, processes, events
    finally:
        for process in [*processes(""), *services]:
            with suppress(psutil.Error):
                process.kill()
                process.wait()


def test_an_object_store(cluster, store, tmp_path):
    """A file on S3 is solved in eight parts, to S3."""
    right = generated(tmp_path / "pairs", 500_000)
    store.upload_file(str(tmp_path / "pairs"), "games", "pairs")
    solve_text(cluster[0], "s3://games/pairs", "s3://games/out", split_bytes=1 << 20)
    found = {each["Key"]: each["LastModified"] for each in store.list_objects_v2(Bucket="games", Prefix="out/")["Contents"]}
    assert len(found) == 9 and found["out/_SUCCESS"] == max(found.values())
    assert b"".join(store.get_object(Bucket="games", Key=key)["Body"].read() for key in sorted(found)) == right


PROGRAM = [sys.executable, "-m", "wythoff.spark"]
PART_BYTES = 1 << 15
"""The options of a run with about 200 parts for 400 000 records."""


def wait_for_parts(folder: Path, ended: Callable[[], object]) -> None:
    wait_for(lambda: ended() or len(list(folder.glob("out.tmp-*/part-*"))) > 5, "the first parts")
    assert not ended()


def test_killed_processes(cluster, tmp_path):
    """If an executor or a Python worker is killed, its tasks are repeated."""
    spark, processes, events = cluster
    right = generated(tmp_path / "pairs", 400_000)
    with ThreadPoolExecutor(1) as thread:
        solved = thread.submit(solve_text, spark, tmp_path / "pairs", tmp_path / "out", split_bytes=PART_BYTES)
        try:
            wait_for_parts(tmp_path, solved.done)
            processes("CoarseGrainedExecutorBackend")[-1].kill()
            wait_for(lambda: "SparkListenerExecutorRemoved" in events(), "the loss of the executor")
            # Kills until a worker is hit during a task, not between two tasks. The workers end with their daemon.
            while "Python worker exited unexpectedly" not in events():
                assert not solved.done()
                for daemon in processes("pyspark.daemon")[-1:]:
                    daemon.kill()
                time.sleep(0.1)
            solved.result(timeout=600)
        finally:
            spark.sparkContext.cancelAllJobs()
    assert joined(tmp_path / "out") == right


def test_columns(cluster):
    """`is_cold` of long and of decimal columns; the docstring's example."""
    spark = cluster[0]
    examples = doctest.DocTestFinder().find(is_cold, "is_cold", globs={"spark": spark, "is_cold": is_cold})
    assert [doctest.DocTestRunner().run(example).failed for example in examples] == [0]
    positions = [(1, 2), (2, 1), (8, 4), (165580140, 267914295), (None, 2), (0, 0), (2**63 - 1, 5)]
    large = [*positions, (2**64 + 1, 2**64 - 1), wythoff.cold_position(165580141 * 10**28), (10**37, 10**37)]
    for rows, kind, type in ((positions, int, "long"), (large, Decimal, "decimal(38,0)")):
        rows_of_kind = [[pile if pile is None else kind(pile) for pile in row] for row in rows]
        frame = spark.createDataFrame(rows_of_kind, f"a {type}, b {type}")
        found = [row.cold for row in frame.select(is_cold(frame.a, "b").alias("cold")).collect()]
        assert found == [None if None in row else wythoff.is_cold(*row) for row in rows]
    void = spark.sql("select cast(null as void) as a, 1Y as b, 2S as c, 3 as d").select(is_cold("a", "b"), is_cold("c", "d"))
    assert void.columns == ["is_cold(a, b)", "is_cold(c, d)"] and void.first() == (None, False)
    # Spark evaluates both branches of `when`.
    guarded = spark.createDataFrame([(1, 2), (-1, 2)], "a long, b long").select(when(col("a") >= 0, is_cold("a", "b")))
    assert [row[0] for row in guarded.collect()] == [True, None]
    register(spark, "cold")
    assert spark.sql("select cold(1, 2), cold(8, 4L), cold(-1, 2), cold(null, 2)").first() == (True, False, None, None)
    for b, reason in (("-1L", "row 0 of the batch: b is negative"), ("2.5D", "expected integers")):
        with pytest.raises(Exception, match=reason):
            spark.sql(f"select 1L as a, {b} as b").select(is_cold("a", "b", invalid="raise")).collect()


def test_spark_connect(tmp_path):
    """The session is a client of a server, without a JVM in this process."""
    right = generated(tmp_path / "pairs", 20000)
    env = environment("local[2]") | {"SPARK_REMOTE": "local[2]"}
    del env["PYSPARK_SUBMIT_ARGS"], env["PYSPARK_PYTHON"]
    arguments = [tmp_path / "pairs", tmp_path / "out", "--split-bytes", "50000"]
    ended = subprocess.run([*PROGRAM, *arguments], env=env, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stderr
    assert joined(tmp_path / "out") == right


def test_ctrl_c_leaves_nothing(tmp_path):
    generated(tmp_path / "pairs", 400_000)
    command = [*PROGRAM, tmp_path / "pairs", tmp_path / "out", "--split-bytes", str(PART_BYTES)]
    started = subprocess.Popen(command, env=environment("local[2]"))
    try:
        wait_for_parts(tmp_path, lambda: started.poll() is not None)
        started.send_signal(signal.SIGINT)
        assert started.wait(timeout=300) != 0
    finally:
        started.kill()
    assert not list(tmp_path.glob("out*"))
