"""Runs of `solve`, `check` and `generate`: progress, Ctrl-C, and the thread in which files are called."""

import contextvars
import io
import os
import signal
import socket
import sqlite3
import threading
import time

import polars as pl
import pytest
import wythoff


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.txt"
    wythoff.generate(path, records=300_000)
    return path


class Endless:
    """Positions for ever, slowly."""

    reads = 0

    def read(self, size):
        self.reads += 1
        time.sleep(0.001)
        return b"1 2\n" * (size // 4)


def test_progress(pairs):
    seen = []
    summary = wythoff.solve(pairs, progress=lambda size, records: seen.append((size, records)))
    assert seen[-1] == (summary.bytes, 300_000) and seen == sorted(seen)
    calls = []

    def stop(size, records):
        calls.append(threading.current_thread())
        if size > 0:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        wythoff.solve(Endless(), progress=stop)
    assert set(calls) == {threading.current_thread()}


class SlowTarget:
    writes = 0

    def write(self, data):
        self.writes += 1
        time.sleep(0.001)
        return len(data)


def interrupted(call):
    """Calls `call`, and sends the signal of Ctrl-C a moment later; on a loaded machine once more, as a user would."""
    ended = threading.Event()

    def press():
        for seconds in (0.3, 5):
            if not ended.wait(seconds):
                os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    start = time.monotonic()
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        try:
            call()
        finally:
            ended.set()
        thread.join()
    thread.join()
    assert time.monotonic() - start < 20


def test_ctrl_c(tmp_path):
    """Ends runs without an end, and leaves no file."""
    source, target = Endless(), SlowTarget()
    interrupted(lambda: wythoff.solve(source, tmp_path / "answers.txt"))
    # One pile a case, solved case by case.
    interrupted(lambda: wythoff.solve(Endless(), problem="hdu1850"))
    interrupted(lambda: wythoff.generate(target, tmp_path / "right.txt", records=2**63, mix="uniform=1"))
    interrupted(lambda: wythoff.check(b"1 2\n" * 10**6, Endless()))
    assert os.listdir(tmp_path) == []
    reads, writes = source.reads, target.writes
    time.sleep(0.1)
    assert 0 < reads == source.reads and 0 < writes == target.writes


def test_ctrl_c_while_another_process_is_waited_for(tmp_path):
    """The file of a socket, pipes that nobody opens or writes to, and a full pipe."""
    # Its handler of the signal restarts system calls.
    pl.DataFrame({"a": [1]}).lazy().collect()
    fifo, right = tmp_path / "fifo", tmp_path / "right.txt"
    os.mkfifo(fifo)
    ours, theirs = socket.socketpair()
    theirs.sendall(b"1 2\n")
    read_end, write_end = os.pipe()
    text = b"1 2\n" * 10**6
    with ours.makefile("rb") as silent, open(write_end, "wb", buffering=0) as full:
        interrupted(lambda: wythoff.solve(silent))
        interrupted(lambda: wythoff.solve(text, full))
    # Nobody opens the pipe.
    interrupted(lambda: wythoff.solve(fifo, right))
    interrupted(lambda: wythoff.solve(text, fifo))
    interrupted(lambda: wythoff.check(fifo, b"1\n"))
    interrupted(lambda: wythoff.check(text, str(fifo)))
    interrupted(lambda: wythoff.generate(fifo, right))
    # Somebody has opened it, and neither writes nor reads.
    other_end = os.open(fifo, os.O_RDWR)
    interrupted(lambda: wythoff.solve(fifo, right))
    interrupted(lambda: wythoff.generate(fifo, right, records=10**6))
    for end in (read_end, other_end):
        os.close(end)
    assert os.listdir(tmp_path) == ["fifo"]


def test_pipes_by_path(tmp_path, pairs):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    thread = threading.Thread(target=lambda: fifo.write_bytes(pairs.read_bytes()))
    thread.start()
    answers = io.BytesIO()
    assert wythoff.solve(fifo, answers, threads=1) == wythoff.solve(pairs)._replace(read_methods=["stream"])
    thread.join()
    received = []
    thread = threading.Thread(target=lambda: received.append(fifo.read_bytes()))
    thread.start()
    wythoff.solve(pairs, fifo)
    thread.join()
    assert received == [answers.getvalue()]


class Noting:
    """A file that notes in which threads and contexts its methods are called."""

    VARIABLE = contextvars.ContextVar("variable", default="of another context")

    def __init__(self, data=b""):
        self.file, self.calls = io.BytesIO(data), set()

    def __getattr__(self, name):
        self.calls.add((name, threading.current_thread(), self.VARIABLE.get()))
        return getattr(self.file, name)


def test_files_are_called_in_the_calling_thread(pairs):
    def run():
        Noting.VARIABLE.set("of the caller")
        files = [Noting(pairs.read_bytes()), Noting(), Noting(), Noting()]
        wythoff.solve(files[0], files[1], threads=4)
        wythoff.check(pairs, Noting(files[1].file.getvalue()))
        wythoff.generate(files[2], files[3], records=1000)
        calls = set().union(*(file.calls for file in files))
        assert {(thread, value) for _, thread, value in calls} == {(threading.current_thread(), "of the caller")}
        assert {"read1", "write"} <= {name for name, _, _ in calls}

    contextvars.copy_context().run(run)
    # A blob of sqlite belongs to the thread that opened it.
    connection = sqlite3.connect(":memory:")
    connection.execute("create table texts(text blob)")
    connection.execute("insert into texts values (?)", (pairs.read_bytes(),))
    with connection.blobopen("texts", "text", 1) as blob:
        assert wythoff.solve(blob).records == 300_000


def test_threads_of_file_objects():
    """All threads work on regular files and memory; answers do not wait for a `read` that waits."""
    text = b"1 2\n" * (12 << 20)
    expected = wythoff.solve(text).threads
    assert wythoff.solve(io.BytesIO(text), io.BytesIO()).threads == expected
    ours, theirs = socket.socketpair()
    ours.settimeout(60)

    def serve():
        with theirs.makefile("rb") as questions, theirs.makefile("wb", buffering=0) as answers:
            assert wythoff.solve(questions, answers).threads == 1

    thread = threading.Thread(target=serve)
    thread.start()
    for question, answer in ((b"1 2\n", b"0\n"), (b"8 4\n4 7\n4", b"1\n0\n"), (b" 7\n", b"0\n")):
        ours.sendall(question)
        received = b""
        while len(received) < len(answer):
            received += ours.recv(100)
        assert received == answer
    ours.shutdown(socket.SHUT_WR)
    thread.join()
