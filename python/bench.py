#!/usr/bin/env python3
"""Times `is_cold` beside the usual hand-written code, and `solve` beside the program.

    python bench.py [--rows N ...] [--rounds N] [--size BYTES]

Every way gets the same positions, a third of them cold, and its answers are compared before it is timed. One round times
each way once; the figures are medians over the rounds, so that a machine that gets slower makes all of them slower.

- read and write: numpy reads both columns and writes bools, `np.less_equal`: the floor on one thread.
- floats: the usual formula in numpy, float64.
- isqrt: whole numbers of Python, one position at a time, over 10**5 of them.
- polars: `is_cold` of an expression, where polars is installed.
"""

import argparse
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import isqrt

import numpy as np

# Import the installed package, not its source in this folder, which lacks the extension module.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
import wythoff  # noqa: E402


def cold_lower(d: np.ndarray) -> np.ndarray:
    """The smaller piles of the cold positions with the differences `d`, by 64 bits of the golden ratio. They are exact
    for differences below 2**32."""
    alpha = 0x9E3779B97F4A7C16
    high, low = np.uint64(alpha >> 32), np.uint64(alpha % 2**32)
    return d + ((d * high + ((d * low) >> np.uint64(32))) >> np.uint64(32))


def positions(rows: int, largest: int) -> tuple[np.ndarray, np.ndarray]:
    """Two columns of piles. A third of the positions is cold; the others are random, or cold with one pile changed by
    1."""
    random = np.random.default_rng(1)
    a = random.integers(0, largest, rows, dtype=np.uint64)
    b = random.integers(0, largest, rows, dtype=np.uint64)
    d = random.integers(0, largest * 38 // 100, rows, dtype=np.uint64)
    lower = cold_lower(d)
    which = random.integers(0, 6, rows)
    a = np.where(which < 3, lower, a)
    b = np.where(which < 3, lower + d, b)
    a[which == 0] += np.uint64(1)
    swap = random.integers(0, 2, rows, dtype=bool)
    return np.where(swap, b, a), np.where(swap, a, b)


def floats(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    lower, upper = np.minimum(a, b), np.maximum(a, b)
    return ((upper - lower) * ((1 + 5**0.5) / 2)).astype(np.uint64) == lower


def by_isqrt(a: int, b: int) -> bool:
    d = abs(a - b)
    return min(a, b) == (d + isqrt(5 * d * d)) // 2


def on_threads(count: int, ufunc: Callable[..., object], a: np.ndarray, b: np.ndarray, out: np.ndarray) -> Callable[[], object]:
    """Runs the ufunc on parts of the columns, in threads; numpy releases the interpreter."""
    pool = ThreadPoolExecutor(count)
    shares = list(zip(*(np.array_split(column, count) for column in (a, b, out))))
    return lambda: list(pool.map(lambda share: ufunc(share[0], share[1], out=share[2]), shares))


def median_seconds(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds + 1):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            seconds[name].append(time.perf_counter() - start)
    # The first round is not counted.
    return {name: statistics.median(times[1:]) for name, times in seconds.items()}


def bench_columns(rows: int, rounds: int) -> None:
    a, b = positions(rows, 10**9)
    out = np.zeros(rows, bool)
    cold = wythoff.is_cold(a, b)
    few = [(int(x), int(y)) for x, y in zip(a[: 10**5], b[: 10**5])]
    assert [by_isqrt(*pair) for pair in few] == cold[: 10**5].tolist()
    wrong = int((floats(a, b) != cold).sum())
    ways: dict[str, Callable[[], object]] = {
        "read and write, 1 thread": lambda: np.less_equal(a, b, out=out),
        "read and write, 2 threads": on_threads(2, np.less_equal, a, b, out),
        "wythoff.is_cold, 1 thread": lambda: wythoff.is_cold(a, b, out=out, threads=1),
        "wythoff.is_cold, 2 threads": lambda: wythoff.is_cold(a, b, out=out, threads=2),
        "floats": lambda: floats(a, b),
    }
    try:
        import polars as pl

        frame = pl.DataFrame({"a": a, "b": b})
        expression = wythoff.is_cold(pl.col("a"), pl.col("b"))
        assert frame.select(expression.alias("cold"))["cold"].sum() == cold.sum()
        ways["polars"] = lambda: frame.select(expression.alias("cold"))
    except ImportError:
        pass
    seconds = median_seconds(ways, rounds)
    start = time.perf_counter()
    for pair_of_ints in few:
        by_isqrt(*pair_of_ints)
    seconds["isqrt"] = (time.perf_counter() - start) * rows / len(few)
    print(f"\n{rows} positions up to 10**9, {cold.mean():.0%} cold; floats answer {wrong} wrong")
    print(f"{'':28}{'ms':>10}{'G pairs/s':>12}{'of floats':>12}")
    for name, time_taken in seconds.items():
        rate, ratio = rows / time_taken / 1e9, seconds["floats"] / time_taken
        print(f"{name:28}{time_taken * 1e3:10.1f}{rate:12.3f}{ratio:12.2f}")
    for threads in ("1 thread", "2 threads"):
        floor = seconds[f"wythoff.is_cold, {threads}"] / seconds[f"read and write, {threads}"]
        print(f"is_cold takes {floor:.2f} times as long as reading and writing, {threads}")


def count_wrong_floats() -> None:
    """Counts the cold positions that the formula in floats calls hot: of all up to 10**9, and of some larger ones."""
    last, wrong = 381966011, 0
    for start in range(0, last + 1, 10**7):
        d = np.arange(start, min(start + 10**7, last + 1), dtype=np.uint64)
        lower = cold_lower(d)
        assert wythoff.is_cold(lower, lower + d).all()
        wrong += int((~floats(lower, lower + d)).sum())
    print(f"\nof the {last + 1} cold positions up to 10**9 floats call {wrong} hot")
    for exponent in (12, 15, 18):
        step = 10 ** (exponent - 5)
        few = [((d + isqrt(5 * d * d)) // 2, d) for d in range(step, 38 * 10 ** (exponent - 2), step)]
        lower, d = (np.array(column, np.uint64) for column in zip(*few))
        assert wythoff.is_cold(lower, lower + d).all()
        wrong = int((~floats(lower, lower + d)).sum())
        print(f"of {len(few)} cold positions up to 10**{exponent} floats call {wrong} hot")


def bench_solve(size: int, rounds: int) -> None:
    program = os.path.join(sysconfig.get_path("scripts"), "wythoff")
    with tempfile.TemporaryDirectory() as folder:
        pairs = os.path.join(folder, "pairs.txt")
        wythoff.generate(pairs, size=size, mix="uniform=1")
        ways: dict[str, Callable[[], object]] = {
            "program": lambda: subprocess.run([program, "solve", pairs, "-o", "/dev/null"], check=True),
            "wythoff.solve": lambda: wythoff.solve(pairs, "/dev/null"),
        }
        seconds = median_seconds(ways, rounds)
    print(f"\na file of {size} bytes to /dev/null")
    for name, time_taken in seconds.items():
        print(f"{name:28}{time_taken * 1e3:10.1f} ms{size / time_taken / 1e9:10.2f} GB/s")
    print(f"solve takes {seconds['wythoff.solve'] / seconds['program']:.3f} times as long")


def bench_import(rounds: int) -> None:
    ways: dict[str, Callable[[], object]] = {
        "python -c ''": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
        "python -c 'import wythoff'": lambda: subprocess.run([sys.executable, "-c", "import wythoff"], check=True),
    }
    empty, imported = median_seconds(ways, rounds).values()
    print(f"\nimport wythoff: {(imported - empty) * 1e3:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="Times the package beside numpy and the program.")
    parser.add_argument("--rows", type=int, nargs="*", default=[10**7, 10**8])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--size", type=int, default=1_500_000_000)
    arguments = parser.parse_args()
    for rows in arguments.rows:
        bench_columns(rows, arguments.rounds)
    if arguments.rows:
        count_wrong_floats()
    if arguments.size:
        bench_solve(arguments.size, arguments.rounds)
    bench_import(arguments.rounds)


if __name__ == "__main__":
    main()
