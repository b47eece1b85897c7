"""Shared by the tests of `wythoff.spark`: a session without Java, an object store, inputs and answers."""

import io
import re
from pathlib import Path

import boto3
import pyarrow as pa
import pytest
import wythoff
from moto.server import ThreadedMotoServer
from pyspark.cloudpickle import dumps
from pyspark.serializers import pickle
from pyspark.sql import Row


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

    appName = getOrCreate = __enter__ = lambda self, *_: self
    addTag = removeTag = interruptTag = __exit__ = lambda self, *_: None


@pytest.fixture(scope="module")
def store():
    """A client for an S3 server on loopback. The environment has the address and the keys."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "key")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        client = boto3.client("s3")
        client.create_bucket(Bucket="games")
        yield client
    server.stop()


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
