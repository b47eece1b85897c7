"""The input files and the output folder. Every executor sees them at the same paths.

The driver lists the files and makes the output complete; each task reads a range of a file and writes a part.
"""

import glob
import os
import re
import shutil
import stat
import uuid
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

HIDDEN = ("_", ".")
"""The first characters of the names of files that are left out of a folder or pattern."""
COMPRESSED = re.compile(rb"\x1f\x8b|\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")
"""The first bytes of gzip and zstd."""


class File(NamedTuple):
    """A file of the input: its absolute path; its size and time, by which changes are noticed."""

    path: str
    size: int
    modified_ns: int


def list_files(path: str) -> list[File]:
    """The files of the folder `path`, sorted by name, or the file `path`, or the files that the pattern `path` matches.
    Names that begin with `_` or `.` are left out.

    Raises `FileNotFoundError`, and `ValueError` for a folder within the folder and for a pipe or a device.
    """
    path = os.path.abspath(path)
    folder, pattern = path, "*"
    if not os.path.isdir(path):
        folder, pattern = os.path.split(path)
    paths = [path]
    if os.path.isdir(path) or glob.has_magic(pattern) and not os.path.exists(path):
        names = glob.glob(pattern, root_dir=folder)
        paths = sorted(os.path.join(folder, name) for name in names if not name.startswith(HIDDEN))
        if not paths and folder != path:
            raise FileNotFoundError(2, "No file matches the pattern", path)
    files = []
    for name in paths:
        status = os.stat(name)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError(f"{name} is a folder, a pipe or a device, expected a file")
        files.append(File(name, status.st_size, status.st_mtime_ns))
    return files


def is_compressed(path: str) -> bool:
    """Whether a file is gzip or zstd data."""
    with open(path, "rb") as file:
        return COMPRESSED.match(file.read(4)) is not None


class Folder:
    """The output: a folder of parts.

    A part appears as a whole or not at all, whichever of several attempts writes it last.
    """

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self.parts = Path(f"{self.path}.tmp-{uuid.uuid4().hex[:12]}")
        """The folder into which the parts are written."""

    def check_absent(self) -> None:
        """Raises `FileExistsError` if the output exists."""
        if os.path.lexists(self.path):
            raise FileExistsError(17, "the output exists already; remove it or name another", self.path)

    def failed_part(self) -> float:
        """The number of a part that failed; infinity if none did."""
        try:
            return int((self.parts / "_failed").read_bytes())
        except (OSError, ValueError):
            return float("inf")

    def note_failed_part(self, index: int) -> None:
        """Notes that this part failed, unless one before it did."""
        if index < self.failed_part():
            (self.parts / "_failed").write_bytes(b"%d" % index)

    def publish(self) -> None:
        """Makes the folder complete; `_SUCCESS` appears last."""
        # If the file system has no unnamed files, killed attempts leave files.
        for left in self.parts.glob(".*"):
            left.unlink(missing_ok=True)
        (self.parts / "_SUCCESS").touch()
        self.check_absent()
        self.parts.rename(self.path)

    def remove(self) -> None:
        """Removes the incomplete output."""
        # Renamed first, so that an attempt that still runs cannot put a part into it.
        removed = f"{self.parts}.removed"
        with suppress(FileNotFoundError):
            self.parts.rename(removed)
            shutil.rmtree(removed)
