"""`solve_text`: one Spark task for each range of the input."""

import errno
import io
import os
import pickle
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from uuid import uuid4

import pyarrow  # type: ignore[import-untyped]
from pyspark.sql import SparkSession

import wythoff

from ._storage import File, Folder, is_compressed, list_files

Path: TypeAlias = str | os.PathLike[str]

PERMANENT = {
    *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EROFS),
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
}
"""Errors of the system that would happen again at another attempt. After any other exception Spark repeats the
task."""


Report: TypeAlias = wythoff.Summary | wythoff.Error | OSError
"""A task's report about its part."""


@dataclass(frozen=True)
class Job:
    """The plan of a run."""

    parts: list[tuple[File, int, int]]
    """The parts in the order of the input. A part has the lines of a file whose first byte is between two offsets."""
    output: Folder
    problem: str | None
    on_invalid: Literal["stop", "mark"]


def plan(input: Path | Sequence[Path], output: Path, problem: str | None, split_bytes: int, on_invalid: Any) -> Job:
    """The plan of `solve_text` for the same arguments. Needs no session; raises the exceptions for wrong arguments."""
    if split_bytes < 1:
        raise ValueError(f"split_bytes is {split_bytes}, expected 1 or more")
    inputs = [input] if isinstance(input, (str, os.PathLike)) else input
    if not inputs:
        raise ValueError("input is an empty list, expected at least one path")
    *sources, target = [os.fspath(path) for path in (*inputs, output)]
    for path in (*sources, target):
        if "://" in path:
            hint = "read columns from it with Spark, and write the column is_cold(a, b)"
            raise ValueError(f"{path} is a URL, expected a path that all executors see; {hint}")
    # These calls raise the exceptions for unknown values.
    wythoff.solve(b"", on_invalid=on_invalid)
    wythoff.generate(io.BytesIO(), problem=problem, records=1)
    folder = Folder(target)
    folder.check_absent()
    parts = []
    for file in [file for path in sources for file in list_files(path)]:
        if file.size <= split_bytes or problem is not None or is_compressed(file.path):
            parts.append((file, 0, file.size))
        else:
            starts = range(0, file.size, split_bytes)
            parts += [(file, start, min(start + split_bytes, file.size)) for start in starts]
    return Job(parts, folder, problem, on_invalid)


def solve_text(
    spark: SparkSession,
    input: Path | Sequence[Path],
    output: Path,
    *,
    problem: str | None = None,
    split_bytes: int = 1 << 30,
    on_invalid: Literal["stop", "mark"] = "stop",
) -> wythoff.Summary:
    """Answers each position of `input`: `output` becomes a folder of parts, which join to the answers of a single run.

    - `input`: a file; a folder of files, or a pattern such as `pairs/*.txt`, in the order of their names; or a list of these.
      All executors must see the same files at these paths. gzip and zstd are recognised, and are not split.
    - `output`: a path that does not exist. The folder appears when it is complete. Names of the parts sort in the order
      of the answers.
    - `problem`, `on_invalid`: as for `wythoff.solve`. With `problem` a file is one part.
    - `split_bytes`: the approximate number of bytes of plain text for each task.

    Raises `wythoff.Error` for the first invalid line in the order of the input, `FileExistsError` for an output that
    exists, `OSError` for a missing or forbidden file and for a full disk. After any other failure a cluster repeats
    the task; after the last attempt Spark's exception is raised. After an exception nothing is left at `output`.
    """
    return run(spark, plan(input, output, problem, split_bytes, on_invalid))


def run(spark: SparkSession, job: Job) -> wythoff.Summary:
    """Runs the tasks of a plan."""
    threads = int(spark.conf.get("spark.task.cpus", "1") or 1)

    def solve(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for index in batch.column(0).to_pylist():
                report = pickle.dumps(_solve_part(job, index, threads))
                yield pyarrow.RecordBatch.from_pydict({"part": [index], "report": [report]})

    tag = f"wythoff-{uuid4().hex[:12]}"
    count = len(job.parts)
    spark.addTag(tag)
    try:
        job.output.parts.mkdir(parents=True)
        tasks = spark.range(0, count, 1, max(count, 1)).mapInArrow(solve, "part long, report binary")
        summary = _summary(job, [pickle.loads(row.report) for row in sorted(tasks.collect())])
        job.output.publish()
        return summary
    except BaseException:
        with suppress(Exception):
            spark.interruptTag(tag)
        # The first error is raised, not an error of the removal.
        try:
            job.output.remove()
        except Exception as error:
            warnings.warn(f"the incomplete output was not removed: {error}", RuntimeWarning, stacklevel=3)
        raise
    finally:
        # After a signal the session may be gone; its error must not hide the signal.
        with suppress(Exception):
            spark.removeTag(tag)


def _solve_part(job: Job, index: int, threads: int) -> Report:
    """Writes a part. Returns an error that would happen again at another attempt; raises any other exception, after
    which Spark repeats the task. After an error, earlier parts continue, because their errors come first; later parts
    are not begun."""
    file, start, end = job.parts[index]
    if job.output.failed_part() < index:
        return wythoff.Error("a part before this one failed")
    try:
        try:
            return wythoff.solve(
                file.path,
                job.output.parts / f"part-{index:08}",
                problem=job.problem,
                range=None if end - start == file.size else (start, end),
                threads=threads,
                on_invalid=job.on_invalid,
            )
        finally:
            if list_files(file.path) != [file]:
                raise wythoff.Error(f"{file.path}: input changed while reading", file.path)
    except (wythoff.Error, OSError) as error:
        if isinstance(error, OSError) and error.errno not in PERMANENT:
            raise
        # A failure of this note must not prevent the report.
        with suppress(Exception):
            job.output.note_failed_part(index)
        return error


def _summary(job: Job, reports: list[Report]) -> wythoff.Summary:
    """The totals of all parts. Raises the first error in the order of the input."""
    total = wythoff.Summary(0, 0, 0, [], [], 0, 0, [])
    for (file, *_), found in zip(job.parts, reports, strict=True):
        if isinstance(found, wythoff.Error) and found.byte is not None and found.line is None:
            # In large files the lines before a range are not counted, so a run from the start counts them.
            wythoff.solve(file.path, range=(0, found.byte + 1), on_invalid=job.on_invalid)
        if isinstance(found, Exception):
            raise found
        total = wythoff.Summary(
            total.hot + found.hot,
            total.cold + found.cold,
            total.invalid + found.invalid,
            (total.first_invalid + found.first_invalid)[:10],
            total.warnings + [text for text in found.warnings if text not in total.warnings],
            total.bytes + found.bytes,
            max(total.threads, found.threads),
            sorted({*total.read_methods, *found.read_methods}),
        )
    return total
