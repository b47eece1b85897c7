"""`wythoff.spark` with Java: on a cluster of two executors, in one process, and over Spark Connect.

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


def environment(master: str) -> dict[str, str]:
    """The environment for a session with this master."""
    settings = "--conf spark.ui.enabled=false --conf spark.ui.showConsoleProgress=false --conf spark.executor.memory=512m"
    variables = {"SPARK_HOME": HOME, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONWARNINGS": "ignore"}
    variables["PYSPARK_SUBMIT_ARGS"] = f"--master {master} {settings} pyspark-shell"
    return os.environ | variables | {"PYSPARK_PYTHON": sys.executable}


def wait_for(condition: Callable[[], object], what: str, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s: {what}"
        time.sleep(0.005)


@pytest.fixture(scope="module")
def spark(store):
    """A session with two executors, which are processes of one core."""
    with pytest.MonkeyPatch.context() as patch:
        for name, text in environment("local-cluster[2,1,1024]").items():
            patch.setenv(name, text)
        with SparkSession.builder.getOrCreate() as session:
            yield session
    shutil.rmtree(Path(HOME, "work"))


def test_an_object_store(spark, store, tmp_path):
    """A file on S3 is solved in eight parts, to S3."""
    right = generated(tmp_path / "pairs", 500_000)
    store.upload_file(str(tmp_path / "pairs"), "games", "pairs")
    solve_text(spark, "s3://games/pairs", "s3://games/out", split_bytes=1 << 20)
    found = {each["Key"]: each["LastModified"] for each in store.list_objects_v2(Bucket="games", Prefix="out/")["Contents"]}
    assert len(found) == 9 and found["out/_SUCCESS"] == max(found.values())
    assert b"".join(store.get_object(Bucket="games", Key=key)["Body"].read() for key in sorted(found)) == right


PROGRAM = [sys.executable, "-m", "wythoff.spark"]
PART_BYTES = 1 << 15
"""The options of a run with about 200 parts for 400 000 records."""


def wait_for_parts(folder: Path, ended: Callable[[], object]) -> None:
    wait_for(lambda: ended() or len(list(folder.glob("out.tmp-*/part-*"))) > 5, "the first parts")
    assert not ended()


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


def test_columns(spark):
    """`is_cold` of long and of decimal columns; the docstring's example."""
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
