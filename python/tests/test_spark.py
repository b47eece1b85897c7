"""`wythoff.spark` on real masters: one process, a cluster of two executors, Spark Connect, a standalone master.

Each run is a process of its own, as a user starts it, and is compared byte for byte with a run of `wythoff.solve`.
"""

import doctest
import gzip
import os
import signal
import subprocess
import sys
import time
from decimal import Decimal

import psutil
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
    wait_for,
)

pytestmark = needs_java

LOCAL = "local[2]"
CLUSTER = "local-cluster[2,1,1024]"


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    """An input of 200 MB, or of WYTHOFF_TEST_SPARK_BYTES, and its answers."""
    path = tmp_path_factory.mktemp("spark") / "pairs.txt"
    answers = path.with_suffix(".answers")
    wythoff.generate(path, answers, size=int(os.environ.get("WYTHOFF_TEST_SPARK_BYTES", "200000000")))
    return path, answers.read_bytes()


@pytest.mark.parametrize("master", [LOCAL, CLUSTER])
def test_a_large_file(master, pairs, tmp_path):
    path, right = pairs
    ended = run(path, tmp_path / "out", "--split-bytes", path.stat().st_size // 13, env=environment(master))
    assert ended.returncode == 0, ended.stderr
    assert joined(tmp_path / "out") == right
    assert sorted(os.listdir(tmp_path)) == ["out"]


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


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """S3 on loopback: the environment of its clients, and a client."""
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
    client = boto3.client(
        "s3",
        endpoint_url=env["AWS_ENDPOINT_URL"],
        aws_access_key_id="key",
        aws_secret_access_key="secret",
        region_name="us-east-1",
    )
    client.create_bucket(Bucket="games")
    yield env, client
    server.stop()


def objects(client, prefix):
    listed = client.list_objects_v2(Bucket="games", Prefix=prefix).get("Contents", [])
    return {found["Key"].removeprefix(prefix): found["Key"] for found in listed}


def test_a_folder_of_files_and_an_object_store(tmp_path, store):
    """The files are answered in the order of their names, from a folder and from S3 to S3."""
    right = folder_of_files(tmp_path / "in")
    ended = run(tmp_path / "in", tmp_path / "out", "--split-bytes", 20000, env=environment(LOCAL))
    assert ended.returncode == 0, ended.stderr
    assert joined(tmp_path / "out") == right

    env, client = store
    for path in (tmp_path / "in").iterdir():
        client.upload_file(str(path), "games", f"in/{path.name}")
    ended = run("s3://games/in", "s3://games/out", "--split-bytes", 20000, env=environment(CLUSTER) | env)
    assert ended.returncode == 0, ended.stderr
    found = objects(client, "out/")
    changed = {name: client.head_object(Bucket="games", Key=key)["LastModified"] for name, key in found.items()}
    assert changed["_SUCCESS"] == max(changed.values())
    parts = [client.get_object(Bucket="games", Key=found[name])["Body"].read() for name in sorted(found)]
    assert b"".join(parts) == right
    assert "Uploads" not in client.list_multipart_uploads(Bucket="games")
    # It exists now, and is refused before a session starts.
    again = run("s3://games/in", "s3://games/out", env=environment("none") | env)
    assert again.returncode == 2 and "the output exists already" in messages(again)

    # A bad record: nothing is left, and the message is that of a single run, with the line of the file.
    text = client.get_object(Bucket="games", Key="in/6.txt")["Body"].read()
    lines = text.split(b"\n")
    lines[2500] = b"12 x"
    client.put_object(Bucket="games", Key="in/6.txt", Body=b"\n".join(lines))
    ended = run("s3://games/in", "s3://games/bad", "--split-bytes", 20000, env=environment(LOCAL) | env)
    assert ended.returncode == 2, ended.stderr
    assert messages(ended) == "wythoff: s3://games/in/6.txt:2501:4: expected a second pile (decimal digits), found `x`\n"
    assert not objects(client, "bad")


def test_bad_records_and_refused_outputs(tmp_path):
    """The first bad record in the order of the input, in the words of a single run; it is not tried again."""
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
    env = environment(CLUSTER)
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


def start_many_parts(tmp_path, env):
    """Starts a run of 200 parts; returns when the first of them are written."""
    right = generated(tmp_path / "pairs", 400_000)
    size = (tmp_path / "pairs").stat().st_size
    log = (tmp_path / "log").open("w")
    arguments = command(tmp_path / "pairs", tmp_path / "out", "--split-bytes", size // 200)
    started = subprocess.Popen(arguments, env=env, stdout=log, stderr=log)
    wait_for(lambda: started.poll() is not None or len(written(tmp_path)) > 5, "the first parts")
    assert started.poll() is None, (tmp_path / "log").read_text()
    return started, right


def written(folder):
    return list(folder.glob("out.tmp-*/part-*"))


@pytest.mark.parametrize("victim", ["CoarseGrainedExecutorBackend", "pyspark.daemon"])
def test_a_killed_executor_or_worker(victim, tmp_path):
    """Its tasks are tried again, and the answers are complete."""
    started, right = start_many_parts(tmp_path, environment(CLUSTER))
    log = tmp_path / "log"
    kills = 0
    # A process between two tasks may be hit; then the next one is.
    while "Lost" not in log.read_text():
        assert started.poll() is None, f"no task was lost, {kills} kills"
        # The daemon's children, the workers, come last.
        victims = processes(started, victim)
        if victims and (kills == 0 or victim == "pyspark.daemon"):
            victims[-1].kill()
            kills += 1
        time.sleep(0.1)
    assert started.wait(timeout=200) == 0, (tmp_path / "log").read_text()
    assert joined(tmp_path / "out") == right


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_leaves_nothing(name, tmp_path):
    started, _ = start_many_parts(tmp_path, environment(LOCAL))
    started.send_signal(signal.Signals[name])
    assert started.wait(timeout=60) != 0
    assert nothing_left(tmp_path / "out")


def test_speculation(tmp_path):
    """A worker that hangs: Spark starts its task again elsewhere, and the first result wins."""
    import pyspark

    # Two workers with the names of two hosts: Spark does not repeat a task on the same host.
    home = os.path.dirname(pyspark.__file__)
    env = environment("none") | {"SPARK_HOME": home}
    log = tmp_path / "master"
    services = []

    def service(name, *arguments):
        with log.open("a") as output:
            line = [os.path.join(home, "bin", "spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
            services.append(subprocess.Popen(line, env=env, stdout=output, stderr=output, cwd=tmp_path))

    try:
        service("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        wait_for(lambda: "Starting Spark master at spark://" in log.read_text(), "the master")
        master = log.read_text().split("Starting Spark master at ")[1].split()[0]
        for host in ("127.0.0.1", "localhost"):
            service("worker.Worker", "-h", host, "-c", "1", "-m", "1g", "--webui-port", "0", "-d", str(tmp_path / host), master)
        wait_for(lambda: log.read_text().count("Registering worker") == 2, "the workers")
        settings = {
            "spark.speculation": "true",
            "spark.speculation.interval": "100ms",
            "spark.speculation.multiplier": "1.1",
            "spark.speculation.quantile": "0.5",
            "spark.executor.memory": "512m",
            "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": tmp_path.as_uri(),
            "spark.eventLog.compress": "false",
        }
        started, right = start_many_parts(tmp_path, environment(master, **settings))
        # Its workers end with their daemon.
        hung = [child for service in services for child in processes(service, "pyspark.daemon")][-1]
        hung.suspend()
        try:
            assert started.wait(timeout=200) == 0, (tmp_path / "log").read_text()
        finally:
            hung.resume()
        assert joined(tmp_path / "out") == right
        events = [path.read_text() for path in tmp_path.glob("eventlog_v2_*/events_*")]
        assert '"Speculative":true' in "".join(events)
    finally:
        for service in services:
            if service.poll() is None:
                for child in psutil.Process(service.pid).children(recursive=True):
                    child.kill()
            service.kill()
            service.wait()


def test_columns():
    """`is_cold` of long and of decimal columns; the docstring's example."""
    from pyspark.sql import SparkSession
    from wythoff.spark import _columns, is_cold

    os.environ.update({name: environment(LOCAL)[name] for name in ("PYSPARK_SUBMIT_ARGS", "PYSPARK_PYTHON", "SPARK_LOCAL_IP")})
    spark = SparkSession.builder.getOrCreate()
    try:
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
        # Other code handles a batch with a pile of 2^64 or more. It must refuse these types, too.
        for type in ("double", "string", "decimal(10,2)"):
            frame = spark.sql(f"select cast(18446744073709551616 as decimal(38,0)) as a, cast('2.9' as {type}) as b")
            with pytest.raises(Exception, match="expected whole numbers"):
                frame.select(is_cold("a", "b")).collect()
        for type, reason in (("long", "row 0"), ("decimal(10,0)", "-1"), ("decimal(10,2)", "expected whole numbers")):
            frame = spark.createDataFrame([(Decimal(-1) if "dec" in type else -1,) * 2], f"a {type}, b {type}")
            with pytest.raises(Exception, match=reason):
                frame.select(_columns.is_cold("a", "b")).collect()
    finally:
        spark.stop()
