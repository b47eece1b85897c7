"""Times the ways to solve a large file with two workers: the program alone, two processes by xargs, and a running
Spark session. Prints the medians, and their ratios to the program's.

Usage: python python/bench_spark.py PAIRS [--rounds N] [--folder DIR]
Needs: the installed package, Java, xargs. The answers are written to DIR, which is best in memory.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

# Import the installed package, not its source in this folder, which lacks the extension module.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))

PROGRAM = os.path.join(sysconfig.get_path("scripts"), "wythoff")
WORKERS = 2
PARTS = 8


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=Path("/dev/shm"))
    arguments = parser.parse_args()
    pairs, folder = arguments.pairs.resolve(), arguments.folder / "wythoff-bench-spark"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    start = time.perf_counter()
    from pyspark.sql import SparkSession
    from wythoff.spark import solve_text

    builder = SparkSession.builder.master(f"local[{WORKERS}]").config("spark.ui.enabled", "false")
    spark = builder.getOrCreate()
    # The first job starts the Python workers.
    spark.range(0, WORKERS, 1, WORKERS).mapInArrow(lambda batches: batches, "id long").collect()
    session = time.perf_counter() - start

    def alone(out):
        subprocess.run([PROGRAM, "solve", pairs, "-o", out], check=True)

    def by_xargs(out):
        script = f'seq {PARTS} | xargs -P {WORKERS} -I@ "$0" solve --threads 1 --part @/{PARTS} -o "$2".@ "$1"'
        subprocess.run(["sh", "-c", script, PROGRAM, pairs, out], check=True)

    def by_spark(out):
        solve_text(spark, pairs, out)

    ways = {"solve": alone, "xargs --part": by_xargs, "Spark, session up": by_spark}
    times = {name: [] for name in ways}
    # The first round is not timed: its answers are compared byte for byte.
    for round in range(arguments.rounds + 1):
        for name, way in ways.items():
            # A virtual machine may return free memory to its host, and getting it back takes longer than the run. So a run
            # that is not timed comes first: it gets the memory back, and the timed run uses it.
            alone(folder / "out")
            remove_answers(folder)
            start = time.perf_counter()
            way(folder / "out")
            taken = time.perf_counter() - start
            if round:
                times[name].append(taken)
            else:
                compare(folder, name)
            remove_answers(folder)
    spark.stop()
    shutil.rmtree(folder)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    for name, median in medians.items():
        print(f"{name:20} {median:8.3f} s {median / medians['solve']:6.2f}")
    print(f"{'session start':20} {session:8.3f} s")
    print(json.dumps({"bytes": pairs.stat().st_size, "seconds": times, "session_seconds": session}))


def remove_answers(folder):
    """Removes all answers except the right ones, with which the others are compared."""
    for path in folder.iterdir():
        if path.name != "right":
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def compare(folder, name):
    """Keeps the answers of the program alone, or compares the answers of another way with them."""
    if name == "solve":
        (folder / "out").rename(folder / "right")
        return
    parts = sorted((folder / "out").glob("part-*")) if (folder / "out").is_dir() else sorted(folder.glob("out.*"))
    joined = subprocess.Popen(["cat", *parts], stdout=subprocess.PIPE)
    subprocess.run(["cmp", "-", folder / "right"], stdin=joined.stdout, check=True)
    if joined.wait() != 0:
        raise SystemExit("cat failed")


main()
