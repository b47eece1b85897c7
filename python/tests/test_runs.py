"""Long runs: progress, Ctrl-C, and the thread in which methods of files are called."""

import contextvars
import io
import os
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import polars as pl
import pytest
import wythoff


class Endless:
    """An endless input, and an output that accepts all answers slowly."""

    calls = 0

    def read(self, size):
        self.write(b"")
        return b"1 2\n" * (size // 4)

    def write(self, data):
        self.calls += 1
        time.sleep(0.001)
        return len(data)


def test_progress(pairs):
    seen = []
    summary = wythoff.solve(pairs, progress=lambda size, records: seen.append((size, records)))
    assert seen[-1] == (summary.bytes, 300_000) and seen == sorted(seen)
    threads = set()

    def stop(size, records):
        threads.add(threading.current_thread())
        if size > 0:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        wythoff.generate(os.devnull, records=2**63, progress=stop)
    assert threads == {threading.current_thread()}


def interrupted(call, seconds=20):
    """Calls `call`, and sends the signal of Ctrl-C a moment later; on a loaded machine once more, as a user would."""
    ended = threading.Event()

    def press():
        for wait in (0.3, 5):
            if not ended.wait(wait):
                os.kill(os.getpid(), signal.SIGINT)

    start = time.monotonic()
    with ThreadPoolExecutor() as others, pytest.raises(KeyboardInterrupt):
        others.submit(press)
        try:
            call()
        finally:
            ended.set()
    assert time.monotonic() - start < seconds


def test_ctrl_c(tmp_path):
    """Ctrl-C ends endless runs, and no file remains."""
    source, target = Endless(), Endless()
    interrupted(lambda: wythoff.solve(source, tmp_path / "answers.txt"))
    # Cases of one pile, which are solved one by one.
    interrupted(lambda: wythoff.solve(Endless(), problem="hdu1850"))
    interrupted(lambda: wythoff.generate(target, tmp_path / "right.txt", records=2**63, mix="uniform=1"))
    interrupted(lambda: wythoff.check(b"1 2\n" * 10**6, Endless()))
    assert os.listdir(tmp_path) == []
    calls = source.calls, target.calls
    time.sleep(0.1)
    assert min(calls) > 0 and calls == (source.calls, target.calls)


def test_ctrl_c_while_another_process_is_waited_for(tmp_path):
    """Ctrl-C ends the wait for a socket's file, for pipes that nobody opens or writes to, and for a full pipe."""
    # polars' signal handler restarts system calls.
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
    interrupted(lambda: wythoff.check(text, str(fifo)))
    interrupted(lambda: wythoff.generate(fifo, right))
    # Now the pipe is open, but nobody writes or reads.
    other_end = os.open(fifo, os.O_RDWR)
    interrupted(lambda: wythoff.solve(fifo, right))
    interrupted(lambda: wythoff.generate(fifo, right, records=10**6))
    for end in (read_end, other_end):
        os.close(end)
    assert os.listdir(tmp_path) == ["fifo"]


LONG = 1 << 6_800_000  # two million digits


@pytest.mark.parametrize("call", [wythoff.cold_position, wythoff.rank, lambda n: wythoff.winning_moves(n, n + 5), lambda _: wythoff.grundy(21845)])
def test_ctrl_c_in_computations(call):
    """Other Python threads run meanwhile, because one of them sends the signal."""
    interrupted(lambda: call(LONG), seconds=5)


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


def test_threads_of_file_objects():
    """All threads work on regular files and memory; answers do not wait for a `read` that waits."""
    text = b"1 2\n" * (12 << 20)
    assert wythoff.solve(io.BytesIO(text), io.BytesIO()).threads == wythoff.solve(text).threads
    assert wythoff.solve(Noting(text), Noting()).threads == 1
    ours, theirs = socket.socketpair()
    ours.settimeout(60)

    def serve():
        with theirs.makefile("rb") as questions, theirs.makefile("wb", buffering=0) as answers:
            wythoff.solve(questions, answers)

    with ThreadPoolExecutor() as others, ours.makefile("rb") as answers:
        served = others.submit(serve)
        for question, answer in ((b"1 2\n", b"0\n"), (b"8 4\n4 7\n4", b"1\n0\n"), (b" 7\n", b"0\n")):
            ours.sendall(question)
            assert answers.read(len(answer)) == answer
        ours.shutdown(socket.SHUT_WR)
        served.result()
