"""`wythoff.spark` on a cluster of two hosts, in one process, and over Spark Connect.

Most tests share one session on the cluster; what the program adds is tested in processes of its own. Each result is
compared byte for byte with a run of `wythoff.solve`.
"""

import doctest
import gzip
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest
import wythoff
from spark_support import (
    command,
    environment,
    generated,
    joined,
    messages,
    needs_java,
    nothing_left,
    processes,
    run,
    spark_services,
    wait_for,
)
from wythoff.spark import solve_text

pytestmark = needs_java

LOCAL = "local[2]"


@pytest.fixture(scope="module")
def store():
    """A client of S3 on loopback. The environment names its address and keys."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    env = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, text in env.items():
            patch.setenv(name, text)
        client = boto3.client("s3")
        client.create_bucket(Bucket="games")
        yield client
    server.stop()


@pytest.fixture(scope="module")
def cluster(store, tmp_path_factory):
    """A session on a standalone master with two workers, the processes of the cluster, and the log of the driver.

    The workers have the names of two hosts, since Spark repeats a slow task on another host only.
    """
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("cluster")
    with spark_services(folder) as (master, services), pytest.MonkeyPatch.context() as patch:
        settings = {
            "spark.executor.memory": "512m",
            "spark.speculation": "true",
            "spark.speculation.interval": "100ms",
            "spark.speculation.multiplier": "3",
            "spark.speculation.quantile": "0.5",
            "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": folder.as_uri(),
            "spark.eventLog.compress": "false",
        }
        for name, text in environment(master, **settings).items():
            patch.setenv(name, text)
        log = folder / "driver"
        # The driver, a JVM, inherits standard error.
        standard_error = os.dup(2)
        try:
            with log.open("w") as output:
                os.dup2(output.fileno(), 2)
                spark = SparkSession.builder.getOrCreate()
        finally:
            os.dup2(standard_error, 2)
            os.close(standard_error)
        yield spark, services, log
        spark.stop()


def test_a_large_file(cluster, tmp_path):
    path = tmp_path / "pairs"
    right = generated(path, 3_000_000)
    solve_text(cluster[0], path, tmp_path / "out", split_bytes=path.stat().st_size // 13)
    assert joined(tmp_path / "out") == right
    assert sorted(os.listdir(tmp_path)) == ["out", "pairs"]


def test_spark_connect(tmp_path):
    """The session is a client of a server: no JVM in the process."""
    right = generated(tmp_path / "pairs", 20000)
    env = environment(LOCAL) | {"SPARK_REMOTE": LOCAL}
    del env["PYSPARK_SUBMIT_ARGS"]
    ended = run(tmp_path / "pairs", tmp_path / "out", "--split-bytes", 50000, env=env)
    assert ended.returncode == 0, ended.stderr
    assert joined(tmp_path / "out") == right


def folder_of_files(folder):
    """Plain, gzip and zstd files, whose order in the folder isn't that of their names; the answers in that order."""
    folder.mkdir()
    right = b""
    for index in range(8):
        path = folder / f"{index}.txt"
        right += generated(path, 3000 + index, seed=index)
        if index % 3 == 1:
            path.with_name(f"{index}.txt.gz").write_bytes(gzip.compress(path.read_bytes()))
            path.unlink()
        elif index % 3 == 2:
            zstd = pa.compress(path.read_bytes(), codec="zstd", asbytes=True)
            # The name does not tell it.
            path.write_bytes(zstd)
    spare = 0
    while os.listdir(folder) == sorted(os.listdir(folder)):
        (folder / f"9{spare}").touch()
        spare += 1
    return right


def objects(client, prefix):
    listed = client.list_objects_v2(Bucket="games", Prefix=prefix).get("Contents", [])
    return {found["Key"].removeprefix(prefix): found["Key"] for found in listed}


def test_a_folder_of_files_and_an_object_store(cluster, store, tmp_path):
    """The files are answered in the order of their names, from a folder and from S3 to S3."""
    spark, client = cluster[0], store
    right = folder_of_files(tmp_path / "in")
    solve_text(spark, tmp_path / "in", tmp_path / "out", split_bytes=20000)
    assert joined(tmp_path / "out") == right

    for path in (tmp_path / "in").iterdir():
        client.upload_file(str(path), "games", f"in/{path.name}")
    solve_text(spark, "s3://games/in", "s3://games/out", split_bytes=20000)
    found = objects(client, "out/")
    changed = {name: client.head_object(Bucket="games", Key=key)["LastModified"] for name, key in found.items()}
    assert changed["_SUCCESS"] == max(changed.values())
    parts = [client.get_object(Bucket="games", Key=found[name])["Body"].read() for name in sorted(found)]
    assert b"".join(parts) == right
    assert "Uploads" not in client.list_multipart_uploads(Bucket="games")
    with pytest.raises(FileExistsError, match="the output exists already"):
        solve_text(spark, "s3://games/in", "s3://games/out")

    # A bad record: nothing is left, and the message is that of a single run, with the line of the file.
    text = client.get_object(Bucket="games", Key="in/6.txt")["Body"].read()
    lines = text.split(b"\n")
    lines[2500] = b"12 x"
    client.put_object(Bucket="games", Key="in/6.txt", Body=b"\n".join(lines))
    with pytest.raises(wythoff.Error) as raised:
        solve_text(spark, "s3://games/in", "s3://games/bad", split_bytes=20000)
    assert str(raised.value) == "s3://games/in/6.txt:2501:4: expected a second pile (decimal digits), found `x`"
    assert not objects(client, "bad")


def test_bad_records_and_refused_outputs(tmp_path):
    """The program. The first bad record in the order of the input, in the words of a single run."""
    folder = tmp_path / "in"
    folder.mkdir()
    for index in range(4):
        generated(folder / f"{index}.txt", 3000, seed=index)
    for name, line in (("1.txt", 2000), ("1.txt", 2900), ("3.txt", 3)):
        path = folder / name
        lines = path.read_bytes().split(b"\n")
        lines[line - 1] = b"12 x"
        path.write_bytes(b"\n".join(lines))
    single = subprocess.run(
        [sys.executable, "-m", "wythoff", "solve", *sorted(folder.iterdir())], capture_output=True, text=True
    )
    env = environment(LOCAL)
    ended = run(folder, tmp_path / "out", "--split-bytes", 9000, env=env)
    assert (ended.returncode, messages(ended)) == (2, single.stderr), ended.stderr
    assert "1.txt:2000:4: expected" in single.stderr
    assert nothing_left(tmp_path / "out")

    marked = run(folder, tmp_path / "out", "--split-bytes", 9000, "--invalid", "mark", env=env)
    assert marked.returncode == 1, marked.stderr
    answers = tmp_path / "answers"
    found = b""
    for path in sorted(folder.iterdir()):
        wythoff.solve(path, answers, on_invalid="mark")
        found += answers.read_bytes()
    assert joined(tmp_path / "out") == found
    assert messages(marked).count("\n") == 3 and "3.txt:3:4: expected" in messages(marked)

    # No session is started for these: there is no such master.
    again = run(folder, tmp_path / "out", env=environment("none"))
    assert again.returncode == 2 and messages(again).endswith("out: the output exists already; remove it or name another\n")
    # 1 would say that the output is complete.
    without_java = {name: text for name, text in environment(LOCAL).items() if name != "JAVA_HOME"} | {"PATH": "/nowhere"}
    failed = run(folder, tmp_path / "new", env=without_java)
    assert failed.returncode == 2 and "JAVA_GATEWAY_EXITED" in messages(failed), failed.stderr
    missing = run(folder / "none", tmp_path / "new", env=environment("none"))
    assert missing.returncode == 2 and "No such file" in messages(missing)
    assert nothing_left(tmp_path / "new")


MANY_PARTS = 200


def many_parts(folder: Path) -> tuple[bytes, int]:
    """An input for `MANY_PARTS` tasks: its answers, and the bytes of each part."""
    right = generated(folder / "pairs", 400_000)
    return right, (folder / "pairs").stat().st_size // MANY_PARTS


def wait_for_parts(folder: Path, ended) -> None:
    wait_for(lambda: ended() or len(list(folder.glob("out.tmp-*/part-*"))) > 5, "the first parts")
    assert not ended()


@contextmanager
def solving(spark, folder: Path, bytes_a_part: int):
    """A run in a thread, of which the first parts are written. It is cancelled if the test fails."""
    with ThreadPoolExecutor(1) as thread:
        solved = thread.submit(solve_text, spark, folder / "pairs", folder / "out", split_bytes=bytes_a_part)
        try:
            wait_for_parts(folder, solved.done)
            yield solved
        except BaseException:
            spark.sparkContext.cancelAllJobs()
            raise


def test_killed_processes(cluster, tmp_path):
    """The tasks of an executor and of a worker of Python that are killed are tried again, and the answers are complete."""
    spark, services, log = cluster
    right, bytes_a_part = many_parts(tmp_path)
    for name, message in (
        ("CoarseGrainedExecutorBackend", "Lost executor"),
        ("pyspark.daemon", "Python worker exited unexpectedly"),
    ):
        before = log.read_text().count(message)
        with solving(spark, tmp_path, bytes_a_part) as solved:
            killed = set()
            # A worker between two tasks may be hit; then the next one is. The workers follow their daemon.
            while log.read_text().count(message) == before:
                assert not solved.done(), f"no {name} was lost: {killed}"
                running = [child for service in services for child in processes(service, name)]
                if running and not (killed and name == "CoarseGrainedExecutorBackend"):
                    running[-1].kill()
                    killed.add(running[-1].pid)
                time.sleep(0.1)
            solved.result(timeout=600)
        assert killed and joined(tmp_path / "out") == right
        shutil.rmtree(tmp_path / "out")


def test_speculation(cluster, tmp_path):
    """A worker that hangs: Spark starts its task again elsewhere, and the first result wins."""
    spark, services, log = cluster
    right, bytes_a_part = many_parts(tmp_path)
    with solving(spark, tmp_path, bytes_a_part) as solved:
        # The workers end with their daemon.
        hung = [child for service in services for child in processes(service, "pyspark.daemon")][-1]
        hung.suspend()
        try:
            solved.result(timeout=600)
        finally:
            hung.resume()
    assert joined(tmp_path / "out") == right
    events = [path.read_text() for path in log.parent.glob("eventlog_v2_*/events_*")]
    assert '"Speculative":true' in "".join(events)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_leaves_nothing(name, tmp_path):
    """The program."""
    _, bytes_a_part = many_parts(tmp_path)
    log = (tmp_path / "log").open("w")
    arguments = command(tmp_path / "pairs", tmp_path / "out", "--split-bytes", bytes_a_part)
    started = subprocess.Popen(arguments, env=environment(LOCAL), stdout=log, stderr=log)
    try:
        wait_for_parts(tmp_path, lambda: started.poll() is not None)
        started.send_signal(signal.Signals[name])
        assert started.wait(timeout=300) != 0
    finally:
        started.kill()
    assert nothing_left(tmp_path / "out")


def test_columns(cluster):
    """`is_cold` of long and of decimal columns; the docstring's example."""
    from wythoff.spark import _columns, is_cold

    spark = cluster[0]
    examples = doctest.DocTestFinder().find(is_cold, "is_cold", globs={"spark": spark, "is_cold": is_cold})
    assert [doctest.DocTestRunner().run(example).failed for example in examples] == [0]

    large = 165580141 * 10**28
    positions = [(1, 2), (2, 1), (8, 4), (165580140, 267914295), (None, 2), (0, 0), (2**63 - 1, 5)]
    decimals = [*positions, (2**64 + 1, 2**64 - 1), (*wythoff.cold_position(large),), (10**37, 10**37)]
    for rows, type in ((positions, "long"), (decimals, "decimal(38,0)"), (positions, "decimal(20,0)")):
        frame = spark.createDataFrame(
            [tuple(pile if type == "long" or pile is None else Decimal(pile) for pile in row) for row in rows],
            f"a {type}, b {type}",
        )
        found = [row.cold for row in frame.select(is_cold(frame.a, "b").alias("cold")).collect()]
        assert found == [None if None in row else wythoff.is_cold(*row) for row in rows]
        assert frame.filter(is_cold("a", "b")).count() == sum(map(bool, found))
    void = spark.sql("select cast(null as void) as a, 1L as b")
    assert void.select(is_cold("a", "b")).columns == ["is_cold(a, b)"]
    assert void.select(is_cold("a", "b"), is_cold("a", "a")).first() == (None, None)
    for type in ("double", "string", "decimal(10,2)"):
        frame = spark.sql(f"select cast(18446744073709551616 as decimal(38,0)) as a, cast('2.9' as {type}) as b")
        with pytest.raises(Exception, match="expected integers"):
            frame.select(is_cold("a", "b")).collect()
    for type, reason in (("long", "row 0"), ("decimal(10,0)", "row 0: a is negative"), ("decimal(10,2)", "expected integers")):
        frame = spark.createDataFrame([(Decimal(-1) if "dec" in type else -1,) * 2], f"a {type}, b {type}")
        with pytest.raises(Exception, match=reason):
            frame.select(_columns.is_cold("a", "b")).collect()
