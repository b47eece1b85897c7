"""The table tools of Python, one in each run. Usage: tables.py
numpy|pandas|polars|duckdb FILE

All decide in 64-bit integers, and exactly for piles up to 10^9: with C = floor((phi - 1) * 2^54),
floor(d * C / 2^54) is floor(d * (phi - 1)) for every d <= 613033439 (the lemma of src/game/phi.rs),
and the cold pairs of a larger d have piles beyond 10^9, with a quotient that is wrong by one as well.
C goes in two halves of 27 bits, so that d * half stays below 2^57.
"""

import os
import sys

HI, LO = 82951117, 106943135  # C = HI * 2^27 + LO


def hot(a, b, minimum):
    """The booleans of a column of answers, from two columns of 64-bit integers."""
    d = abs(a - b)
    return minimum(a, b) - d != (d * HI + (d * LO >> 27)) >> 27


def write_column(answers):
    import numpy as np

    out = np.full((len(answers), 2), ord("\n"), dtype=np.uint8)
    np.add(answers, ord("0"), out=out[:, 0], casting="unsafe")
    sys.stdout.buffer.write(out.data)


def run_numpy(path):
    import numpy as np

    a, b = np.loadtxt(path, dtype=np.int64, ndmin=2, unpack=True)
    write_column(hot(a, b, np.minimum))


def run_pandas(path):
    import numpy as np
    import pandas as pd

    t = pd.read_csv(path, sep=" ", header=None, names=["a", "b"], dtype=np.int64)
    write_column(hot(t["a"].to_numpy(), t["b"].to_numpy(), np.minimum))


def run_polars(path):
    import polars as pl

    t = pl.read_csv(path, separator=" ", has_header=False, schema={"a": pl.Int64, "b": pl.Int64})
    a, b = pl.col("a"), pl.col("b")
    d = (a - b).abs()
    # polars has no shift, but divides whole numbers; no number is negative.
    h = (d * HI + d * LO // 2**27) // 2**27
    cold = pl.min_horizontal(a, b) - d == h
    t.select((~cold).cast(pl.UInt8)).write_csv(sys.stdout.buffer, include_header=False)


def run_duckdb(path):
    import duckdb

    duckdb.sql(
        f"""
        COPY (
            SELECT (least(a, b) - d <> ((d * {HI} + ((d * {LO}) >> 27)) >> 27))::UTINYINT
            FROM (SELECT a, b, abs(a - b) AS d
                  FROM read_csv('{path}', delim = ' ', header = false, auto_detect = false,
                                columns = {{'a': 'BIGINT', 'b': 'BIGINT'}}))
        ) TO '/dev/stdout' (FORMAT csv, HEADER false, USE_TMP_FILE false)
        """
    )


if __name__ == "__main__":
    # No other output of a tool, such as a progress bar, may mix with the answers.
    os.environ["POLARS_VERBOSE"] = "0"
    {"numpy": run_numpy, "pandas": run_pandas, "polars": run_polars, "duckdb": run_duckdb}[sys.argv[1]](sys.argv[2])
