"""`solve_text`: one task of Spark for each range of the input."""

import errno
import os
import pickle
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias
from uuid import uuid4

import pyarrow  # type: ignore[import-untyped]
from pyspark.sql import SparkSession

import wythoff

from ._storage import File, Folder, Lines, check_unchanged, is_url, list_files

Path: TypeAlias = str | os.PathLike[str]


class Report(NamedTuple):
    """What a task tells the driver of its part."""

    result: wythoff.Summary | wythoff.Error | OSError
    newlines: int = 0
    """Of a part that is read from a URL, whose lines are counted from its first one."""
    added: int = 0
    """1 if a line was added before the first one."""


PERMANENT = {
    *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EROFS),
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
}
"""Errors of the system that another attempt would meet again. After any other one Spark tries the task again."""

KILL_SECONDS = 5
"""Spark looks every 2 s whether a task was given up, and kills its process 2 s later."""

END = 1 << 62
"""An offset past the end of every file."""


@dataclass(frozen=True)
class Part:
    """The lines of a file whose first byte lies in a range; the whole file where `start` is 0 and `end` is `END`."""

    file: File
    start: int
    end: int


@dataclass(frozen=True)
class Job:
    """What a run does: the parts in the order of the input."""

    parts: list[Part]
    output: Folder
    problem: str | None
    on_invalid: Literal["stop", "mark"]

    def name(self, index: int) -> str:
        """The name of a part. In the order of the names the parts are in the order of the input."""
        digits = max(5, len(str(len(self.parts) - 1)))
        return f"part-{index:0{digits}}"


def plan(
    input: Path | Sequence[Path],
    output: str | os.PathLike[str],
    *,
    problem: str | None = None,
    split_bytes: int = 1 << 30,
    on_invalid: Literal["stop", "mark"] = "stop",
) -> Job:
    """What `solve_text` does with the same arguments. Needs no session; raises what is wrong with the arguments."""
    if split_bytes < 1:
        raise ValueError(f"split_bytes is {split_bytes}, expected 1 or more")
    if on_invalid not in ("stop", "mark"):
        raise ValueError(f'on_invalid is {on_invalid!r}, expected "stop" or "mark"')
    if problem is not None and problem not in {known.name for known in wythoff.problems()}:
        # The library's own words.
        wythoff.solve(b"", problem=problem)
    folder = Folder(os.fspath(output))
    folder.check_absent()
    parts = []
    inputs = [input] if isinstance(input, (str, os.PathLike)) else input
    if not inputs:
        raise ValueError("input is an empty list, expected at least one path")
    for file in [file for path in inputs for file in list_files(os.fspath(path))]:
        if problem is not None or file.compressed:
            parts.append(Part(file, 0, END))
        else:
            starts = range(0, file.size, split_bytes)
            parts += [Part(file, start, min(start + split_bytes, file.size)) for start in starts]
    return Job(parts, folder, problem, on_invalid)


def solve_text(
    spark: SparkSession,
    input: Path | Sequence[Path],
    output: str | os.PathLike[str],
    *,
    problem: str | None = None,
    split_bytes: int = 1 << 30,
    on_invalid: Literal["stop", "mark"] = "stop",
) -> wythoff.Summary:
    """Answers each position of `input`: `output` becomes a folder of parts, which join to the answers of a single run.

    - `input`: a file; a folder of files, or a pattern such as `pairs/*.txt`, in the order of their names; or a list of these.
      Paths that all executors see, or URLs that `pyarrow.fs` opens (`s3://`, `gs://`, `hdfs://`). gzip and zstd are
      recognised, and are not split.
    - `output`: a path or a URL that does not exist. A folder appears when it is complete; on an object store `_SUCCESS`
      is written last. Names of the parts sort in the order of the answers.
    - `problem`, `on_invalid`: as of `wythoff.solve`. With `problem` a file is one part.
    - `split_bytes`: about so many bytes of plain text for each task.

    Raises `wythoff.Error` for the first invalid line in the order of the input, `FileExistsError` for an output that
    exists, `OSError` for a missing or forbidden file and for a full disk. After any other failure a cluster tries the task
    again; after the last attempt Spark's exception is raised. Nothing is left at `output` then.
    """
    job = plan(input, output, problem=problem, split_bytes=split_bytes, on_invalid=on_invalid)
    return run(spark, job)


def run(spark: SparkSession, job: Job) -> wythoff.Summary:
    """Does the job."""
    tag = f"wythoff-{uuid4().hex[:12]}"
    count = len(job.parts)
    job.output.create()
    try:
        reports: list[Report] = []
        if count:
            spark.addTag(tag)
            try:
                tasks = spark.range(0, count, 1, count).mapInArrow(_task(job, _cpus(spark)), "part long, report binary")
                reports = [pickle.loads(row.report) for row in sorted(tasks.collect())]
            except BaseException:
                spark.interruptTag(tag)
                raise
            finally:
                spark.removeTag(tag)
        summary = _summary(job, reports)
        job.output.publish()
        return summary
    except BaseException:
        _remove_output(job)
        raise


def _remove_output(job: Job) -> None:
    """Removes what the tasks have written. Warns if that fails, so that the error before it is the one that is raised."""
    try:
        if job.parts and is_url(job.output.path):
            # Tasks that still run could write their parts after they are removed.
            time.sleep(KILL_SECONDS)
    finally:
        try:
            job.output.remove([*map(job.name, range(len(job.parts))), "_SUCCESS"])
        except Exception as error:
            warnings.warn(f"the incomplete output was not removed: {error}", RuntimeWarning, stacklevel=4)


def _cpus(spark: SparkSession) -> int:
    """The threads of a task."""
    return int(spark.conf.get("spark.task.cpus", "1") or 1)


def _task(job: Job, threads: int) -> Callable[[Iterator[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    def solve(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for index in batch.column(0).to_pylist():
                report = pickle.dumps(_solve_part(job, index, threads))
                yield pyarrow.RecordBatch.from_pydict({"part": [index], "report": [report]})

    return solve


def _solve_part(job: Job, index: int, threads: int) -> Report:
    """Writes a part. An error that another attempt would meet again is a report; any other exception is Spark's."""
    part = job.parts[index]
    lines: Lines | None = None
    result: wythoff.Summary | wythoff.Error | OSError
    try:
        if is_url(part.file.path):
            lines = Lines(part.file, part.start, part.end)
        with job.output.write(job.name(index)) as path:
            try:
                result = wythoff.solve(
                    lines or part.file.path,
                    path,
                    problem=job.problem,
                    range=None if lines or part.end == END else (part.start, part.end),
                    threads=threads,
                    on_invalid=job.on_invalid,
                )
            finally:
                check_unchanged(part.file)
    except wythoff.Error as error:
        if lines and error.byte is not None:
            error.byte += lines.first - (part.start > 0)
        result = error
    except ValueError as error:
        result = wythoff.Error(str(error), part.file.path)
    except OSError as error:
        if error.errno not in PERMANENT:
            raise
        result = error
    finally:
        if lines:
            lines.close()
    # The empty line before the first one is not of the file.
    return Report(result, lines.newlines, int(part.start > 0)) if lines else Report(result)


def _summary(job: Job, reports: list[Report]) -> wythoff.Summary:
    """The totals of all parts. Raises the first error in the order of the input."""
    total = wythoff.Summary(0, 0, 0, [], [], 0, 0, [])
    before, path = 0, ""
    for part, report in zip(job.parts, reports, strict=True):
        if part.start == 0:
            before, path = 0, part.file.path
        found, shift = report.result, before - report.added
        if isinstance(found, wythoff.Error) and found.line is not None:
            message = _shifted(str(found), found.path, found.line, shift)
            raise wythoff.Error(message, found.path, found.line + shift, found.column, found.byte)
        if isinstance(found, wythoff.Error) and found.byte is not None and not is_url(part.file.path):
            # The lines before a range are not counted in large files. A run from the start counts them.
            wythoff.solve(part.file.path, range=(0, found.byte + 1), on_invalid=job.on_invalid)
        if isinstance(found, Exception):
            raise found
        messages = [_with_line(message, path, shift) for message in found.first_invalid]
        total = wythoff.Summary(
            total.hot + found.hot,
            total.cold + found.cold,
            total.invalid + found.invalid,
            (total.first_invalid + messages)[:10],
            total.warnings + [text for text in found.warnings if text not in total.warnings],
            total.bytes + found.bytes - report.added,
            max(total.threads, found.threads),
            sorted({*total.read_methods, *found.read_methods}),
        )
        before += report.newlines
    return total


def _shifted(message: str, path: str | None, line: int, shift: int) -> str:
    return message.replace(f"{path}:{line}:", f"{path}:{line + shift}:", 1)


def _with_line(message: str, path: str, shift: int) -> str:
    """The message of an invalid line, whose line number counts from the start of its part, with that of the file."""
    line = message.removeprefix(f"{path}:").partition(":")[0]
    return _shifted(message, path, int(line), shift) if shift and line.isdigit() else message
