"""Where files lie: a folder that every executor sees, or a URL of an object store.

The driver lists the files and makes the output complete; tasks read a range of a file and write a part.
"""

import fnmatch
import glob
import os
import shutil
import stat
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import quote, unquote, urlsplit

import pyarrow.fs  # type: ignore[import-untyped]

COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
"""The first bytes of gzip and zstd."""
MAX_OBJECT = 5 << 30
"""One request of S3 writes at most so many bytes."""


@dataclass(frozen=True)
class File:
    """A file of the input."""

    path: str
    """Its path or URL, as messages name it."""
    size: int
    """In bytes."""
    modified: int
    """The time of the last change, in nanoseconds."""
    compressed: bool
    """Whether it is gzip or zstd data, by its name or its first bytes."""


def is_url(path: str) -> bool:
    """Whether `path` is a URL rather than a path that executors open natively."""
    return "://" in path and not path.startswith("file://")


def local_path(path: str) -> str:
    """A path as the system takes it."""
    if path.startswith("file://"):
        return unquote(urlsplit(path).path)
    return os.path.abspath(path)


def list_files(path: str) -> list[File]:
    """The files of the folder `path`, sorted by name, or the file `path`, or the files that the pattern `path` matches.
    Names that begin with `_` or `.` are left out.

    Raises `FileNotFoundError`, and `ValueError` for a folder within the folder and for a pipe or a device.
    """
    if is_url(path):
        return _list_url(path)
    root = local_path(path)
    names = [root]
    if os.path.isdir(root):
        names = [os.path.join(root, name) for name in sorted(os.listdir(root)) if _is_data(name)]
    elif glob.has_magic(root) and not os.path.lexists(root):
        names = [name for name in sorted(glob.glob(root)) if _is_data(os.path.basename(name))]
        if not names:
            raise FileNotFoundError(2, "No file matches the pattern", path)
    return [_local_file(name, root) for name in names]


def _is_data(name: str) -> bool:
    return not name.startswith(("_", "."))


def _local_file(path: str, root: str) -> File:
    if os.path.isdir(path):
        raise ValueError(f"{path} is a folder within {root}, expected files only")
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(f"{path} is neither a file nor a folder")
    with open(path, "rb") as file:
        compressed = _is_compressed(path, file.read(4))
    return File(path, found.st_size, found.st_mtime_ns, compressed)


def _is_compressed(name: str, first: bytes) -> bool:
    return name.endswith((".gz", ".zst")) or first.startswith(COMPRESSED)


def _list_url(url: str) -> list[File]:
    parts = urlsplit(url)
    folder, _, pattern = parts.path.rpartition("/")
    if glob.has_magic(pattern):
        listed = _list_url(parts._replace(path=folder).geturl())
        files = [file for file in listed if fnmatch.fnmatchcase(unquote(urlsplit(file.path).path).rpartition("/")[2], unquote(pattern))]
        if not files:
            raise FileNotFoundError(2, "No file matches the pattern", url)
        return files
    system, root = pyarrow.fs.FileSystem.from_uri(url)
    info = system.get_file_info(root)
    if info.type == pyarrow.fs.FileType.NotFound:
        raise FileNotFoundError(2, "No such file or folder", url)
    infos = [info]
    if info.type == pyarrow.fs.FileType.Directory:
        infos = [info for info in system.get_file_info(pyarrow.fs.FileSelector(root)) if _is_data(info.base_name)]
    files = []
    for info in sorted(infos, key=lambda info: info.base_name):
        name = url if info.path == root else _child(url, info.base_name)
        if info.type == pyarrow.fs.FileType.Directory:
            raise ValueError(f"{name} is a folder within {url}, expected files only")
        with system.open_input_file(info.path) as file:
            compressed = _is_compressed(info.base_name, file.read(4))
        if compressed and not info.size:
            raise ValueError(f"{name} is empty, expected gzip or zstd data")
        files.append(File(name, info.size, info.mtime_ns or 0, compressed))
    return files


def _child(url: str, name: str) -> str:
    """The URL of the file `name` in the folder `url`, which may have a query."""
    parts = urlsplit(url)
    return parts._replace(path=f"{parts.path.rstrip('/')}/{quote(name)}").geturl()


def check_unchanged(file: File) -> None:
    """Raises `ValueError` if the file has another size or time than when it was listed."""
    if is_url(file.path):
        system, path = pyarrow.fs.FileSystem.from_uri(file.path)
        info = system.get_file_info(path)
        now = (info.size, info.mtime_ns or 0)
    else:
        found = os.stat(file.path)
        now = (found.st_size, found.st_mtime_ns)
    if now != (file.size, file.modified):
        raise ValueError(f"{file.path}: input changed while reading")


class Lines:
    """A binary file of the lines of a URL whose first byte lies in `start..end`, for `wythoff.solve`.

    Before them it yields an empty line, so that a byte order mark counts as one at the start of the file only.
    """

    BLOCK = 4 << 20

    def __init__(self, file: File, start: int, end: int) -> None:
        system, path = pyarrow.fs.FileSystem.from_uri(file.path)
        self._file = system.open_input_file(path)
        self._left = end - start
        """Bytes from the next one on to the end of the range; negative past the end."""
        self._block = memoryview(b"")
        self._ended = False
        self.name = file.path
        self.newlines = 0
        """Newlines that were yielded, without that of the empty line."""
        self.first = start
        """The offset of the first byte in the file."""
        if start > 0:
            self._skip_line(start)
            self._block = memoryview(b"\n" + bytes(self._block))
            self.newlines = -1

    def _skip_line(self, start: int) -> None:
        """Skips past the first newline from the byte before `start` on."""
        self._file.seek(start - 1)
        at = start - 1
        while block := self._file.read(self.BLOCK):
            newline = block.find(b"\n")
            at += len(block) if newline < 0 else newline + 1
            if newline >= 0:
                self._left -= at - start
                self._block = self._cut(block[newline + 1 :])
                break
        else:
            self._ended = True
        self.first = at

    def _cut(self, block: bytes) -> memoryview:
        """Cuts `block` after the last line that starts in the range."""
        view = memoryview(block)
        if self._left <= 0:
            self._ended = True
            return view[:0]
        if self._left <= len(block):
            # The last line of the range ends with the first newline from its last byte on.
            newline = block.find(b"\n", self._left - 1)
            if newline >= 0:
                self._ended = True
                view = view[: newline + 1]
            else:
                self._left = 1
                return view
        self._left -= len(view)
        return view

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; none at the end."""
        if not self._block and not self._ended:
            self._block = self._cut(self._file.read(self.BLOCK))
            self._ended = self._ended or not self._block
        data = bytes(self._block[:size])
        self._block = self._block[size:]
        self.newlines += data.count(b"\n")
        return data

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


class Folder:
    """The output: a folder of parts in a file system that executors see, or on an object store.

    A part appears as a whole or not at all, whichever of several attempts writes it last.
    """

    def __init__(self, path: str) -> None:
        self.path = path if is_url(path) else local_path(path)
        self.parts = self.path
        """Where the parts are written."""
        if not is_url(path):
            self.parts = f"{self.path}.tmp-{uuid.uuid4().hex[:12]}"
        elif urlsplit(path).scheme == "s3":
            url = urlsplit(path)
            if url.query or url.fragment or "@" in url.netloc:
                raise ValueError(f"{path}: expected s3://BUCKET/KEY; boto3 takes all else from its environment and files")
            _s3(path)

    def check_absent(self) -> None:
        """Raises `FileExistsError` if something is there."""
        if is_url(self.path):
            system, root = pyarrow.fs.FileSystem.from_uri(self.path)
            exists = system.get_file_info(root).type != pyarrow.fs.FileType.NotFound
        else:
            exists = os.path.lexists(self.path)
        if exists:
            raise FileExistsError(17, "the output exists already; remove it or name another", self.path)

    def create(self) -> None:
        """Makes the folder of the parts."""
        if not is_url(self.path):
            os.makedirs(self.parts)

    def publish(self) -> None:
        """Makes the folder complete: `_SUCCESS` is the last that appears."""
        with self.write("_SUCCESS"):
            pass
        if not is_url(self.path):
            # Where the file system has no unnamed files, killed attempts leave files.
            for name in os.listdir(self.parts):
                if name.startswith("."):
                    with suppress(FileNotFoundError):
                        os.unlink(os.path.join(self.parts, name))
            self.check_absent()
            os.rename(self.parts, self.path)

    def remove(self, names: list[str]) -> None:
        """Removes the incomplete output: on S3 the objects `names`, elsewhere the folder."""
        if not is_url(self.path):
            # Renamed first, so that an attempt that still runs cannot put a part into it.
            removed = f"{self.parts}.removed"
            with suppress(FileNotFoundError):
                os.rename(self.parts, removed)
                shutil.rmtree(removed)
            return
        url = urlsplit(self.path)
        if url.scheme == "s3":
            keys = [{"Key": self._key(name)} for name in names]
            errors = []
            # As many as one request takes. To delete an object that is not there is no error.
            for first in range(0, len(keys), 1000):
                answer = _s3(self.path).delete_objects(Bucket=url.netloc, Delete={"Objects": keys[first : first + 1000]})
                errors += answer.get("Errors", [])
            if errors:
                raise OSError(f"{errors[0]['Key']}: {errors[0]['Message']}")
            return
        system, root = pyarrow.fs.FileSystem.from_uri(self.path)
        # The folder was absent when the run was planned, so its files are those of this run.
        if system.get_file_info(root).type == pyarrow.fs.FileType.Directory:
            system.delete_dir(root)

    @contextmanager
    def write(self, name: str) -> Iterator[str]:
        """A path to write the part `name` to. The part appears when the block ends without an exception."""
        if not is_url(self.path):
            path = os.path.join(self.parts, name)
            if name == "_SUCCESS":
                open(path, "wb").close()
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="wythoff-") as scratch:
            path = os.path.join(scratch, name)
            open(path, "wb").close()
            yield path
            with open(path, "rb") as body:
                # A killed process then leaves no file. Windows does not remove a file that is open.
                with suppress(PermissionError):
                    os.unlink(path)
                self._upload(body, name)

    def _key(self, name: str) -> str:
        """The key of the object `name` in its bucket."""
        return f"{unquote(urlsplit(self.path).path).strip('/')}/{name}"

    def _upload(self, body: IO[bytes], name: str) -> None:
        url = urlsplit(self.path)
        if url.scheme == "s3":
            size = os.fstat(body.fileno()).st_size
            if size > MAX_OBJECT:
                raise ValueError(f"{self.path}/{name} has {size} bytes, S3 takes {MAX_OBJECT}; use a smaller split_bytes")
            # One request, so that nothing of a part is left where the process ends meanwhile.
            _s3(self.path).put_object(Bucket=url.netloc, Key=self._key(name), Body=body)
            return
        system, root = pyarrow.fs.FileSystem.from_uri(self.path)
        attempt = f"{root}/_{name}.{uuid.uuid4().hex[:12]}"
        system.create_dir(root, recursive=True)
        try:
            with system.open_output_stream(attempt) as target:
                shutil.copyfileobj(body, target, 4 << 20)
            # HDFS replaces a file in two steps. The part of another attempt has the same bytes, so it stays.
            if system.get_file_info(f"{root}/{name}").type == pyarrow.fs.FileType.File:
                system.delete_file(attempt)
            else:
                system.move(attempt, f"{root}/{name}")
        except BaseException:
            if system.get_file_info(attempt).type == pyarrow.fs.FileType.File:
                system.delete_file(attempt)
            raise


def _s3(url: str) -> Any:
    """The client that writes objects. pyarrow would write parts of an object, and complete it also after an error."""
    try:
        import boto3  # type: ignore[import-untyped]
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"writing to {url} requires boto3; install it with: pip install boto3", name="boto3") from None
    return boto3.client("s3")
