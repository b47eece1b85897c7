"""How `wythoff.spark` splits: the parts of a file that is read from a URL, and what is refused before a session starts."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import wythoff
from wythoff.spark import _solve, _storage

TEXTS = [
    b"",
    b"1 2\n",
    b"1 2\n8 4\n4 7",
    b"\xef\xbb\xbf1 2\r\n\r\n8 4\r\n\n3 5\n",
    b"\n\n1 2\n  8 4 \n99999999999999999999999 1\n6 10",
    b"1 2\n3 x\n4 7\n",
    b"1 2\n\xef\xbb\xbf3 5\n4 7\n",
    b"1 2\n3\r5\n\n\n4\n5 8\n",
]


def jobs(folder: Path, text: bytes, cuts: list[int]) -> _solve.Job:
    """A job over a URL of the text that is cut at `cuts`."""
    path = folder / "input.txt"
    path.write_bytes(text)
    (listed,) = _storage.list_files(str(path))
    file = _storage.File(path.as_uri(), listed.size, listed.modified, False)
    bounds = [0, *cuts, len(text)]
    parts = [_solve.Part(file, *bounds[i : i + 2]) for i in range(len(bounds) - 1)]
    return _solve.Job(parts, _storage.Folder(str(folder / "out")), None, "stop")


@pytest.fixture
def file_urls_are_streams(monkeypatch):
    """URLs of files are read as those of object stores."""
    for module in (_solve, _storage):
        monkeypatch.setattr(module, "is_url", lambda path: "://" in path)


def outcome(job: _solve.Job) -> tuple[bytes, object]:
    """The joined answers, and the totals or the error."""
    job.output.create()
    reports = [_solve._solve_part(job, index, 1) for index in range(len(job.parts))]
    answers = b""
    for index in range(len(job.parts)):
        part = Path(job.output.parts, job.name(index))
        answers += part.read_bytes() if part.exists() else b""
    job.output.remove([])
    try:
        total = _solve._summary(job, reports)
        return answers, (total.hot, total.cold)
    except wythoff.Error as error:
        return b"", (str(error), error.path, error.line, error.column, error.byte)


def single(text: bytes, name: str, folder: Path) -> tuple[bytes, object]:
    path = folder / "answers"
    try:
        total = wythoff.solve((folder / "input.txt"), path)
        return path.read_bytes(), (total.hot, total.cold)
    except wythoff.Error as error:
        message = str(error).replace(str(folder / "input.txt"), name)
        return b"", (message, name, error.line, error.column, error.byte)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("block", [1, 3, 1 << 20])
def test_every_cut_of_a_stream_joins(text, block, tmp_path, monkeypatch, file_urls_are_streams):
    """Two cuts anywhere: the same answers, or the same first error, as one run over the whole file."""
    monkeypatch.setattr(_storage.Lines, "BLOCK", block)
    for first in range(len(text) + 1):
        for second in range(first, len(text) + 1, 1 if len(text) < 16 else 3):
            job = jobs(tmp_path, text, [first, second])
            expected = single(text, job.parts[0].file.path, tmp_path)
            assert outcome(job) == expected, (first, second)


def test_marked_lines_have_the_numbers_of_the_file(tmp_path, file_urls_are_streams):
    text = b"1 2\nx\n\n3 y\n4 7\nz\n"
    whole = jobs(tmp_path, text, [])
    found = []
    for cuts in ([], [3, 9], [5], [6, 7]):
        job = jobs(tmp_path, text, cuts)
        job = _solve.Job(job.parts, job.output, None, "mark")
        job.output.create()
        total = _solve._summary(job, [_solve._solve_part(job, i, 1) for i in range(len(job.parts))])
        found.append((total.invalid, [message.removeprefix(whole.parts[0].file.path) for message in total.first_invalid]))
        job.output.remove([])
    assert found[0][0] == 3 and [message.split(":")[1] for message in found[0][1]] == ["2", "4", "6"]
    assert found == found[:1] * 4


def test_a_changed_file_is_an_error(tmp_path, file_urls_are_streams):
    for is_url in (True, False):
        job = jobs(tmp_path, b"1 2\n8 4\n", [])
        path = tmp_path / "input.txt"
        if not is_url:
            job = _solve.plan(path, tmp_path / "out")
        path.write_bytes(b"1 2\n8 4\n3 x\n")
        job.output.create()
        report = _solve._solve_part(job, 0, 1)
        job.output.remove([])
        assert str(report.result) == f"{job.parts[0].file.path}: input changed while reading"


def test_an_error_without_a_line_gets_that_of_the_file(tmp_path):
    """A range far inside a large file reports only the byte."""
    (tmp_path / "input.txt").write_bytes(b"1 2\n8 4\n3 x\n")
    job = _solve.plan(tmp_path / "input.txt", tmp_path / "out")
    path = job.parts[0].file.path
    with pytest.raises(wythoff.Error, match="input.txt:3:3: expected") as raised:
        _solve._summary(job, [_solve.Report(wythoff.Error(f"{path}:byte 10: expected", path, byte=10))])
    assert (raised.value.line, raised.value.column) == (3, 3)


def test_only_errors_that_stay_are_reported(tmp_path, monkeypatch):
    (tmp_path / "input.txt").write_bytes(b"1 2\n")
    job = _solve.plan(tmp_path / "input.txt", tmp_path / "out")
    # The folder of the parts is missing.
    assert _solve._solve_part(job, 0, 1).result.errno == 2

    def fails(*arguments, **named):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(wythoff, "solve", fails)
    job.output.create()
    with pytest.raises(OSError, match="Input/output"):
        _solve._solve_part(job, 0, 1)


def test_names_in_urls(tmp_path, file_urls_are_streams):
    folder = tmp_path / "in put"
    folder.mkdir()
    names = ["a b", "c%20d", "e?f#g", "黄金"]
    for name in names:
        (folder / name).write_bytes(b"1 2\n")
    files = _storage.list_files(folder.as_uri())
    assert [_storage.Lines(file, 0, 4).read(9) for file in files] == [b"1 2\n"] * 4
    for file, name in zip(files, names, strict=True):
        _storage.check_unchanged(file)
        assert _storage.local_path(file.path) == str(folder / name)
    # A name that is no UTF-8.
    path = str(tmp_path / os.fsdecode(b"\xff.txt"))
    Path(path).touch()
    for place in (path, f"{tmp_path}/*.txt"):
        assert [file.path for file in _storage.list_files(place)] == [path]
    assert _storage._child("s3://b/in/?region=x", "y") == "s3://b/in/y?region=x"


def test_outputs_of_several_attempts(tmp_path, monkeypatch, file_urls_are_streams):
    """Two attempts at a part, and one that ends while the output is removed."""
    rmtree = shutil.rmtree
    for path in (str(tmp_path / "out"), (tmp_path / "out").as_uri()):
        is_url = "://" in path
        folder = _storage.Folder(path)
        folder.check_absent()
        folder.create()
        for _ in range(2):
            with folder.write("part-00000") as part:
                Path(part).write_bytes(b"1\n")
        # A killed attempt.
        Path(folder.parts if not is_url else tmp_path / "out", ".wythoff-1.partial").touch()
        folder.publish()
        left = [] if not is_url else [".wythoff-1.partial"]
        assert sorted(os.listdir(tmp_path / "out")) == [*left, "_SUCCESS", "part-00000"]
        with pytest.raises(FileExistsError):
            folder.check_absent()
        if not is_url:
            os.rename(tmp_path / "out", folder.parts)
            with folder.write("part-00001") as part:
                late = Path(part)

            def rmtree_after_late(path):
                with pytest.raises(FileNotFoundError):
                    late.touch()
                rmtree(path)

            monkeypatch.setattr(shutil, "rmtree", rmtree_after_late)
        folder.remove(["part-00000"])
        monkeypatch.setattr(shutil, "rmtree", rmtree)
        assert not os.listdir(tmp_path)
    for url in ("s3://b/out?endpoint_override=x", "s3://key:secret@b/out", "s3://b/out#1"):
        with pytest.raises(ValueError, match="expected s3://BUCKET/KEY"):
            _storage.Folder(url)


def test_inputs_that_are_no_files(tmp_path, file_urls_are_streams):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="neither a file nor a folder"):
        _storage.list_files(str(tmp_path / "pipe"))
    (tmp_path / "empty.gz").touch()
    with pytest.raises(ValueError, match="empty.gz is empty, expected gzip"):
        _storage.list_files((tmp_path / "empty.gz").as_uri())


def test_lists_and_patterns(tmp_path, file_urls_are_streams):
    for name in ("b.txt", "a.txt", "_a.txt", "c.in"):
        (tmp_path / name).write_bytes(b"1 2\nx\n")
    a, b, c = (str(tmp_path / name) for name in ("a.txt", "b.txt", "c.in"))
    for inputs, expected in [
        (tmp_path / "*.txt", [a, b]),
        ([c, tmp_path / "[ab].txt"], [c, a, b]),
        (f"{tmp_path.as_uri()}/*.txt", [f"{tmp_path.as_uri()}/{name}.txt" for name in "ab"]),
        ((a, a), [a, a]),
    ]:
        assert [part.file.path for part in _solve.plan(inputs, tmp_path / "out").parts] == expected
    for pattern in (tmp_path / "*.gz", f"{tmp_path.as_uri()}/*.gz"):
        with pytest.raises(FileNotFoundError, match="No file matches the pattern"):
            _solve.plan(pattern, tmp_path / "out")
    with pytest.raises(ValueError, match="empty list"):
        _solve.plan([], tmp_path / "out")
    # The lines of a file that is listed twice are counted twice from 1.
    job = _solve.plan([a, a], tmp_path / "out", on_invalid="mark")
    job.output.create()
    total = _solve._summary(job, [_solve._solve_part(job, index, 1) for index in range(2)])
    job.output.remove([])
    assert [message.removeprefix(a).split(":")[1] for message in total.first_invalid] == ["2", "2"]


def test_what_is_refused_without_a_session(tmp_path):
    pairs = tmp_path / "pairs"
    pairs.mkdir()
    (pairs / "a").write_bytes(b"1 2\n")
    (pairs / "_hidden").mkdir()
    (pairs / ".hidden").write_bytes(b"x")
    assert [part.file.path for part in _solve.plan(pairs, tmp_path / "out").parts] == [str(pairs / "a")]
    for arguments, exception, reason in [
        ((pairs, pairs), FileExistsError, "exists"),
        ((tmp_path / "none", tmp_path / "out"), FileNotFoundError, "No such file"),
    ]:
        with pytest.raises(exception, match=reason):
            _solve.plan(*arguments)
    with pytest.raises(ValueError, match="split_bytes is 0"):
        _solve.plan(pairs, tmp_path / "out", split_bytes=0)
    with pytest.raises(ValueError, match="on_invalid is 'skip'"):
        _solve.plan(pairs, tmp_path / "out", on_invalid="skip")
    with pytest.raises(wythoff.Error, match="poj0"):
        _solve.plan(pairs, tmp_path / "out", problem="poj0")
    (pairs / "folder").mkdir()
    with pytest.raises(ValueError, match="is a folder within"):
        _solve.plan(pairs, tmp_path / "out")
    # Nothing was made, and no JVM was started.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pairs"]


@pytest.mark.parametrize("missing", ["pyspark", "pyarrow"])
def test_a_missing_dependency_is_named(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import wythoff; import wythoff.spark"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith(f"ModuleNotFoundError: wythoff.spark requires {missing}; install it")
