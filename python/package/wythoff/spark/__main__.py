"""`python -m wythoff.spark INPUT... OUTPUT`: `solve_text` as a program, also for spark-submit."""

import argparse
import os
import signal
import sys
from contextlib import suppress

from pyspark.sql import SparkSession

from wythoff.spark._solve import plan, run


class Terminated(BaseException):
    """SIGTERM was received. It removes the output, as Ctrl-C does."""


def terminate(*_: object) -> None:
    raise Terminated


def main() -> int:
    """Returns the exit code: 0 done, 1 invalid lines were marked, 2 an error."""
    parser = argparse.ArgumentParser(
        prog="python -m wythoff.spark",
        description="Solve files or folders of files on Spark; OUTPUT becomes a folder of parts.",
    )
    parser.add_argument("input", nargs="+", help="a file, a folder or a pattern: a path that all executors see")
    parser.add_argument("output", help="a folder that does not exist, at a path that all executors see")
    parser.add_argument("--problem", help="a problem of `wythoff judges`; each file is then one part")
    parser.add_argument("--split-bytes", type=int, default=1 << 30, help="bytes of plain text a task (default: 2^30)")
    parser.add_argument(
        "--invalid", dest="on_invalid", choices=["stop", "mark"], default="stop", help="stop at, or mark, an invalid line"
    )
    arguments = parser.parse_args()
    # By default workers are started with `python3` of the path, which may lack the package.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    signal.signal(signal.SIGTERM, terminate)
    try:
        # Planned before the session starts, so that a mistake is reported at once.
        job = plan(**vars(arguments))
        spark = SparkSession.builder.appName("wythoff").getOrCreate()
        try:
            summary = run(spark, job)
        finally:
            # After a signal the connection to the JVM is unusable. The JVM ends with this process.
            with suppress(Exception):
                spark.stop()
    # Spark, py4j and grpc have exceptions of their own. Without this handler Python would exit with 1, which means
    # that the output is complete and has marks.
    except Exception as error:
        text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else error
        print(f"wythoff: {text}", file=sys.stderr)
        return 2
    for message in (*summary.warnings, *summary.first_invalid):
        print(f"wythoff: {message}", file=sys.stderr)
    return 1 if summary.invalid else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Terminated:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)
