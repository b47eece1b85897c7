"""Tests how `wythoff.spark` splits, lists and writes, without Java: the tasks run in this process. URLs of files
replace other URLs."""

import errno
import gzip
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pyarrow as pa
import pytest
import wythoff
from spark_support import Session, generated, joined, store  # noqa: F401
from wythoff.spark import __main__, _solve, _storage, solve_text

TEXTS = [
    b"1 2\n8 4\n4 7",
    b"\xef\xbb\xbf1 2\r\n\r\n8 4\r\n\n3 5\n",
    b"\n\n1 2\n  8 4 \n99999999999999999999999 1\n6 10",
    b"1 2\n3 x\n4 7\n",
    b"1 2\n\xef\xbb\xbf3 5\n4 7\n",
    b"1 2\nx\n3 \r\n\n4\n5 8\ny\n",
    b"x\n" * 12,
]


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(_storage, "KILL_SECONDS", 0)


def listed(*inputs: str | Path) -> list[str]:
    return [file.path for path in inputs for file in _storage.list_files(str(path))]


def outcome(solve, *arguments, **named) -> tuple[object, ...]:
    """The results that must be the same in one run and in many runs."""
    try:
        found = solve(*arguments, **named)
        return found.hot, found.cold, found.first_invalid
    except wythoff.Error as error:
        return str(error), error.path, error.line, error.column, error.byte


@pytest.mark.parametrize("on_invalid", ["stop", "mark"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_split_joins(text, on_invalid, tmp_path, monkeypatch):
    """Gives the same answers or the same first error as one run over the whole file; nothing is left after an
    error."""
    monkeypatch.setattr(_storage, "BLOCK", 2)
    path, out = tmp_path / "input.txt", tmp_path / "out"
    path.write_bytes(text)
    expected = outcome(wythoff.solve, path, tmp_path / "right", on_invalid=on_invalid)
    for place in (str(path), path.as_uri()):
        for size in range(1, len(text) + 1):
            found = outcome(solve_text, Session(), place, out, split_bytes=size, on_invalid=on_invalid)
            assert str(found).replace(place, str(path)) == str(expected)
            if isinstance(expected[0], str):
                assert not list(tmp_path.glob("out*"))
            else:
                assert joined(out) == (tmp_path / "right").read_bytes()
                shutil.rmtree(out)


def objects(client, folder: str) -> dict[str, tuple[bytes, str]]:
    """The bodies and hashes of the objects of a folder."""
    keys = [each["Key"] for each in client.list_objects_v2(Bucket="games", Prefix=f"{folder}/").get("Contents", [])]
    found = {key: client.get_object(Bucket="games", Key=key) for key in keys}
    return {key.removeprefix(f"{folder}/"): (each["Body"].read(), each["ETag"]) for key, each in found.items()}


def test_files_of_a_folder_and_of_an_object_store(store, tmp_path):
    """Plain, gzip and zstd files, whose names do not show the format, are solved in the order of their names; from S3
    to S3, too."""
    folder, out = tmp_path / "in put", tmp_path / "out"
    folder.mkdir()
    # The zstd data begins with a skippable frame.
    packed = {"f": gzip.compress, "a b": lambda text: b"\x50\x2a\x4d\x18\0\0\0\0" + pa.compress(text, "zstd", asbytes=True)}
    answers = {"empty": b""}
    for number, name in enumerate(["e?f#g", "a b", "黄金", "f", "c%20d", "_x", ".x"]):
        answers[name] = generated(folder / name, 2000 + number, number)
        (folder / name).write_bytes(packed.get(name, bytes)((folder / name).read_bytes()))
    (folder / "empty").touch()
    for name in answers:
        store.upload_file(str(folder / name), "games", f"in put/{name}")
    right = b"".join(answers[name] for name in sorted(answers) if name[0] not in "_.")
    for place in (folder, folder.as_uri(), "s3://games/in%20put/"):
        solve_text(Session(), place, out, split_bytes=9000)
        assert joined(out) == right
        shutil.rmtree(out)
    solve_text(Session(), "s3://games/in%20put", "s3://games/out%20put", split_bytes=9000)
    parts = objects(store, "out put")
    assert b"".join(parts[name][0] for name in sorted(parts)) == right and parts["_SUCCESS"][0] == b""
    with pytest.raises(FileExistsError, match="the output exists already"):
        solve_text(Session(), folder, "s3://games/out%20put/")

    store.put_object(Bucket="games", Key="in put/c%20d", Body=b"1 2\n" * 5000 + b"12 x\n")
    with pytest.raises(wythoff.Error, match=r"s3://games/in%20put/c%2520d:5001:4: expected .*, found `x`"):
        solve_text(Session(), "s3://games/in%20put", "s3://games/bad", split_bytes=9000)
    assert not objects(store, "bad")


def test_objects_of_s3(store):
    """One request writes an object: the hash of an upload in pieces has a `-`."""
    folder = _storage.output_folder("s3://games/one")
    with folder.write("part") as body:
        body.write(bytes(20 << 20))
    assert "-" not in objects(store, "one")["part"][1]
    with pytest.raises(wythoff.Error, match="use a smaller split_bytes"), folder.write("large") as body:
        body.seek((5 << 30) + 1)
    for url in ("s3://b/out?endpoint_override=x", "s3://key:secret@b/out", "s3://b/out#1", "hdfs://name/out", "file:///out"):
        with pytest.raises(ValueError, match="expected a path or s3://BUCKET/KEY"):
            _storage.output_folder(url)


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
    assert program(folder / "none") == (2, f"wythoff: {folder / 'none'}: No such file or folder\n")
    # Exit code 1 would mean that the output is complete.
    assert program(folder) == (2, "wythoff: division by zero\n")
    # SIGTERM ends the tasks and removes the output, as Ctrl-C does.
    monkeypatch.setattr(Session, "interruptTag", Mock())
    monkeypatch.setattr(Session, "getOrCreate", Session.__enter__)
    monkeypatch.setattr(Session, "collect", lambda _: os.kill(os.getpid(), signal.SIGTERM))
    with pytest.raises(SystemExit, match="143"):
        program(folder)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    assert Session.interruptTag.called and os.listdir(tmp_path) == ["in"]


def test_a_failed_part_is_the_last(store, tmp_path, monkeypatch):
    """Later parts are not begun; the first error in the order of the input is raised."""
    path = tmp_path / "pairs"
    path.write_bytes(b"".join(b"12345 x\n" if part in (3, 60) else b"12345 6\n" for part in range(120)))
    solve = Mock(side_effect=wythoff.solve)
    monkeypatch.setattr(wythoff, "solve", solve)
    for source, out in ((path, tmp_path / "out"), (path, "s3://games/failed"), (path.as_uri(), tmp_path / "out")):
        solve.reset_mock()
        with pytest.raises(wythoff.Error, match="pairs:4:7: expected"):
            solve_text(Session(), source, out, split_bytes=8)
        assert solve.call_count < 8 and os.listdir(tmp_path) == ["pairs"] and not objects(store, "failed")


def test_a_problem_is_one_part(tmp_path):
    (tmp_path / "in").write_bytes(b"3\n3 5\n3 4\n1 9\n")
    solve_text(Session(), tmp_path / "in", tmp_path / "out", problem="51nod1072", split_bytes=2)
    assert joined(tmp_path / "out") == b"B\nA\nA\n"


def test_a_changed_file_is_an_error(tmp_path, monkeypatch):
    """The error is raised even if the output can't be removed."""
    path = tmp_path / "input.txt"
    monkeypatch.setattr(_storage.Folder, "remove", Mock(side_effect=OSError("busy")))
    for place in (str(path), path.as_uri()):
        path.write_bytes(b"1 2\n8 4\n")
        job = _solve.plan(place, tmp_path / "out", None, 9, "stop")
        path.write_bytes(b"1 2\n8 4\n3 x\n")
        with pytest.raises(wythoff.Error, match=f"^{place}: input changed"), pytest.warns(match="not removed: busy"):
            _solve.run(Session(), job)


def test_an_error_without_a_line_gets_that_of_the_file(tmp_path):
    """A range far inside a large file reports only the byte."""
    path = str(tmp_path / "input.txt")
    Path(path).write_bytes(b"1 2\n8 4\n3 x\n")
    job = _solve.plan(path, tmp_path / "out", None, 12, "stop")
    with pytest.raises(wythoff.Error, match="input.txt:3:3: expected") as raised:
        _solve._summary(job, [(wythoff.Error(f"{path}:byte 10: expected", path, byte=10), 0, 0)])
    assert (raised.value.line, raised.value.column) == (3, 3)


def test_only_errors_that_stay_are_reported(tmp_path, monkeypatch):
    """A reported error ends the job. After any other exception Spark repeats the task."""
    (tmp_path / "input.txt").write_bytes(b"1 2\n")
    job = _solve.plan(tmp_path / "input.txt", tmp_path / "out", None, 9, "stop")
    errors = [OSError(number, os.strerror(number)) for number in (errno.ENOSPC, errno.EACCES, errno.EIO)]
    monkeypatch.setattr(wythoff, "solve", Mock(side_effect=errors))
    assert [_solve._solve_part(job, 0, 1)[0] for _ in range(2)] == errors[:2]
    with pytest.raises(OSError, match="Input/output"):
        _solve._solve_part(job, 0, 1)


def test_attempts(store, tmp_path, monkeypatch):
    """An attempt at a part that fails, one that was killed, and one that ends while the output is removed."""
    out = tmp_path / "out"
    folder = _storage.output_folder("s3://games/attempts")
    with pytest.raises(ZeroDivisionError), folder.write("part-00000001") as body:
        body.write(b"1\n")
        1 / 0  # noqa: B018
    folder.publish()
    assert list(objects(store, "attempts")) == ["_SUCCESS"]

    folder = _storage.output_folder(str(out))
    folder.create()
    Path(folder.parts, ".wythoff-1.partial").touch()
    out.mkdir()
    with pytest.raises(FileExistsError):
        folder.publish()
    out.rmdir()
    folder.publish()
    assert joined(out) == b""
    os.rename(out, folder.parts)
    rmtree = shutil.rmtree

    def rmtree_after_late(path):
        with pytest.raises(FileNotFoundError), folder.write("part-00000001") as late:
            Path(late).touch()
        rmtree(path)

    monkeypatch.setattr(shutil, "rmtree", rmtree_after_late)
    folder.remove()
    assert not os.listdir(tmp_path)


def test_lists_and_patterns(tmp_path):
    for name in ("b.txt", "a.txt", "_a.txt", "c.in"):
        (tmp_path / name).write_bytes(b"1 2\nx\n")
    a, b, c = (str(tmp_path / name) for name in ("a.txt", "b.txt", "c.in"))
    url = tmp_path.as_uri()
    assert listed(f"{tmp_path}/*.txt", c, f"{tmp_path}/[ab].txt") == [a, b, c, a, b]
    found = [name.removeprefix(f"{url}/") for name in listed(f"{url}/*.txt", f"{url}/?region=x")]
    assert found == ["a.txt", "b.txt", "a.txt?region=x", "b.txt?region=x", "c.in?region=x"]
    # The lines of a file that is listed twice are counted twice from 1.
    total = solve_text(Session(), (a, a), tmp_path / "out", on_invalid="mark")
    assert [message.removeprefix(a).split(":")[1] for message in total.first_invalid] == ["2", "2"]
    # Names that are no UTF-8.
    path, out = (str(tmp_path / os.fsdecode(name)) for name in (b"\xff.bin", b"\xff"))
    Path(path).write_bytes(b"1 2\n8 4\n")
    assert listed(path, f"{tmp_path}/*.bin") == [path, path]
    solve_text(Session(), path, out, split_bytes=5)
    assert joined(Path(out)) == b"0\n1\n"


def test_what_is_refused_without_a_session(tmp_path):
    pairs, out = tmp_path / "pairs", tmp_path / "out"
    (pairs / "folder").mkdir(parents=True)
    (pairs / "a").write_bytes(b"1 2\n")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty.gz").touch()
    for input, output, named, exception, reason in [
        (pairs / "a", pairs, {}, FileExistsError, "exists"),
        (tmp_path / "none", out, {}, FileNotFoundError, "No such file"),
        ((tmp_path / "none").as_uri(), out, {}, FileNotFoundError, "No such file"),
        (tmp_path / "*.in", out, {}, FileNotFoundError, "No file matches the pattern"),
        (f"{tmp_path.as_uri()}/*.in", out, {}, FileNotFoundError, "No file matches the pattern"),
        ([], out, {}, ValueError, "empty list"),
        (pairs, out, {}, ValueError, "pairs/folder is a folder"),
        (pairs.as_uri(), out, {}, ValueError, "pairs/folder is a folder"),
        (tmp_path / "pipe", out, {}, ValueError, "pipe is a folder, a pipe or a device"),
        ((tmp_path / "empty.gz").as_uri(), out, {}, ValueError, "empty.gz is empty, expected gzip"),
        (pairs / "a", out, {"split_bytes": 0}, ValueError, "split_bytes is 0"),
        (pairs / "a", out, {"on_invalid": "skip"}, ValueError, "on_invalid is 'skip'"),
        (pairs / "a", out, {"problem": "poj0"}, wythoff.Error, "poj0"),
    ]:
        with pytest.raises(exception, match=reason):
            solve_text(None, input, output, **named)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.gz", "pairs", "pipe"]


@pytest.mark.parametrize("missing", ["pyspark", "pyarrow"])
def test_a_missing_dependency_is_named(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import wythoff; import wythoff.spark"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    message = ended.stderr.splitlines()[-1]
    assert message.startswith(f"ModuleNotFoundError: wythoff.spark requires {missing}")
    assert message.endswith("; install it with: pip install 'wythoff[spark]'")
