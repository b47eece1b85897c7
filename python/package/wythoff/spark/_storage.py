"""The storage of files: a folder that every executor sees, or a URL of an object store.

The driver lists the files and makes the output complete; tasks read a range of a file and write a part.
"""

import fnmatch
import glob
import io
import os
import re
import shutil
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, quote, unquote, urlsplit

import pyarrow.fs as fs  # type: ignore[import-untyped]

import wythoff

HIDDEN = ("_", ".")
"""The first characters of the names of files that are left out of a folder or pattern."""
COMPRESSED = re.compile(rb"\x1f\x8b|\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")
"""The first bytes of gzip and zstd."""
BLOCK = 4 << 20
"""The number of bytes of a URL that are read at a time."""
KILL_SECONDS = 5
"""Every 2 s Spark checks whether a task was given up, and kills its process 2 s later."""


class File(NamedTuple):
    """A file of the input: its absolute path or its URL, as messages name it; its size and time, by which changes are
    noticed."""

    path: str
    size: int
    modified_ns: int | None


def is_url(path: str) -> bool:
    """Whether `path` is a URL rather than a path that executors open natively."""
    return "://" in path


def system_of(path: str) -> tuple[Any, str]:
    """The file system of an absolute path or a URL, and the path there."""
    return fs.FileSystem.from_uri(path)  # type: ignore[no-any-return]


def list_files(path: str) -> list[File]:
    """The files of the folder `path`, sorted by name, or the file `path`, or the files that the pattern `path` matches.
    Names that begin with `_` or `.` are left out.

    Raises `FileNotFoundError`, and `ValueError` for a folder within the folder and for a pipe or a device.
    """
    is_path = not is_url(path)
    parts = SplitResult("", "", os.path.abspath(path), "", "") if is_path else urlsplit(path)
    folder, _, pattern = parts.path.rpartition("/")
    if not glob.has_magic(pattern) or (is_path and os.path.exists(path)):
        folder, pattern = parts.path.rstrip("/"), ""
    system, root = system_of(parts._replace(path=folder).geturl())
    info = system.get_file_info(root)
    found = {parts.geturl(): info}
    if info.type == fs.FileType.Directory:
        infos = [info for info in system.get_file_info(fs.FileSelector(root)) if not info.base_name.startswith(HIDDEN)]
        if pattern:
            glob_pattern = pattern if is_path else unquote(pattern)
            infos = [info for info in infos if fnmatch.fnmatchcase(info.base_name, glob_pattern)]
            if not infos:
                raise FileNotFoundError(2, "No file matches the pattern", path)
        infos.sort(key=lambda info: info.base_name)
        names = [info.base_name if is_path else quote(info.base_name) for info in infos]
        found = {parts._replace(path=f"{folder}/{name}").geturl(): info for name, info in zip(names, infos)}
    for name, info in found.items():
        if info.type == fs.FileType.NotFound:
            raise FileNotFoundError(2, "No such file or folder", name)
        if info.type != fs.FileType.File:
            raise ValueError(f"{name} is a folder, a pipe or a device, expected a file")
        if is_url(name) and not info.size and name.endswith((".gz", ".zst")):
            raise ValueError(f"{name} is empty, expected gzip or zstd data")
    return [File(name, info.size, info.mtime_ns) for name, info in found.items()]


def is_compressed(path: str) -> bool:
    """Whether a file is gzip or zstd data."""
    system, place = system_of(path)
    with system.open_input_file(place) as file:
        return COMPRESSED.match(file.read(4)) is not None


class Lines:
    """A binary file for `wythoff.solve`: the bytes of a URL from the first newline after `start` to the first newline
    after `end`.

    It begins with that newline, so that a byte order mark is accepted only at the start of the file.
    """

    def __init__(self, file: File, start: int, end: int) -> None:
        self.name = file.path
        system, path = system_of(file.path)
        self._file = io.BufferedReader(system.open_input_file(path), BLOCK)
        self._size = file.size
        self._end = self._newline(end)
        self.first = self._file.seek(self._newline(start))
        """The offset of the first byte."""
        self.newlines = 0
        """The number of newlines that were read."""

    def _newline(self, offset: int) -> int:
        """The offset of the first newline from `offset` on; for 0 and for the end of the file `offset` itself."""
        if offset in (0, self._size):
            return offset
        self._file.seek(offset)
        while (block := self._file.readline(BLOCK)) and not block.endswith(b"\n"):
            pass
        return self._file.tell() - block.endswith(b"\n")

    def read(self, size: int = BLOCK, /) -> bytes:
        """Up to `size` bytes; none at the end."""
        data = self._file.read(min(size, self._end - self._file.tell()))
        self.newlines += data.count(b"\n")
        return data


class Folder:
    """The output: a folder of parts in a file system that executors see.

    A part appears as a whole or not at all, whichever of several attempts writes it last.
    """

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self.parts = f"{self.path}.tmp-{uuid.uuid4().hex[:12]}"
        """The folder into which the parts are written."""

    def check_absent(self) -> None:
        """Raises `FileExistsError` if the output exists."""
        system, root = system_of(self.path)
        if system.get_file_info(root).type != fs.FileType.NotFound:
            raise FileExistsError(17, "the output exists already; remove it or name another", self.path)

    def create(self) -> None:
        """Makes the folder of the parts."""
        os.makedirs(self.parts)

    @contextmanager
    def write(self, name: str) -> Iterator[Any]:
        """A path or a file to write the part `name` to. The part appears when the block ends without an exception."""
        yield os.path.join(self.parts, name)

    def put(self, name: str, body: Any) -> None:
        """Writes a file with these bytes."""
        Path(self.parts, name).write_bytes(body)

    def failed_part(self) -> float:
        """The number of a part that failed; infinity if none did."""
        system, path = system_of(f"{self.parts}/_failed")
        try:
            with system.open_input_file(path) as file:
                return int(file.read())
        except (OSError, ValueError):
            return float("inf")

    def note_failed_part(self, index: int) -> None:
        """Notes that this part failed, unless one before it did."""
        if index < self.failed_part():
            self.put("_failed", str(index).encode())

    def publish(self) -> None:
        """Makes the folder complete; `_SUCCESS` appears last."""
        # If the file system has no unnamed files, killed attempts leave files.
        for left in Path(self.parts).glob(".*"):
            left.unlink(missing_ok=True)
        self.put("_SUCCESS", b"")
        self.check_absent()
        os.rename(self.parts, self.path)

    def remove(self) -> None:
        """Removes the incomplete output."""
        # Renamed first, so that an attempt that still runs cannot put a part into it.
        removed = f"{self.parts}.removed"
        with suppress(FileNotFoundError):
            os.rename(self.parts, removed)
            shutil.rmtree(removed)


class S3Folder(Folder):
    """The output on S3. It was absent when the run was planned, so everything in it was written by this run.

    boto3 writes it, because pyarrow would write an object in pieces, and complete it even after an error.
    """

    def __init__(self, url: str) -> None:
        self.path = self.parts = url.rstrip("/")
        parts = urlsplit(url)
        if parts.scheme != "s3" or parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError(f"{url}: expected a path or s3://BUCKET/KEY; boto3 takes all else from its environment and files")
        self._bucket, self._prefix = parts.netloc, f"{unquote(parts.path).strip('/')}/"
        # Raises an exception if boto3 is missing.
        self._objects()

    def _objects(self) -> Any:
        import boto3  # type: ignore[import-untyped]

        return boto3.resource("s3").Bucket(self._bucket)

    def create(self) -> None:
        """Does nothing: S3 has no folders."""

    @contextmanager
    def write(self, name: str) -> Iterator[Any]:
        with tempfile.TemporaryFile() as body:
            yield body
            if body.tell() > 5 << 30:
                raise wythoff.Error(f"{self.path}/{name} is too large for S3; use a smaller split_bytes", self.path)
            body.seek(0)
            self.put(name, body)

    def put(self, name: str, body: Any) -> None:
        # One request, of at most 5 GiB, so that nothing of a part is left if the process ends meanwhile.
        self._objects().put_object(Key=self._prefix + name, Body=body)

    def publish(self) -> None:
        self.put("_SUCCESS", b"")

    def remove(self) -> None:
        try:
            # Waits for tasks that still run: they could write their parts after the removal.
            time.sleep(KILL_SECONDS)
        finally:
            for answer in self._objects().objects.filter(Prefix=self._prefix).delete():
                for error in answer.get("Errors", []):
                    raise OSError(f"{error['Key']}: {error['Message']}")


def output_folder(path: str) -> Folder:
    """The folder for an output at a path or a URL of S3. Raises `ValueError` for any other URL."""
    return S3Folder(path) if is_url(path) else Folder(path)
