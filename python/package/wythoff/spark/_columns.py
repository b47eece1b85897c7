"""`is_cold` over columns of Spark."""

import pyarrow  # type: ignore[import-untyped]
from pyspark.sql import Column
from pyspark.sql.pandas.functions import arrow_udf
from pyspark.sql.types import BooleanType

import wythoff


def is_cold(a: Column | str, b: Column | str, /) -> Column:
    """Whether the position (a, b) is cold: a column of booleans from two columns of whole numbers.

    - `a`, `b`: columns or their names, of the types byte, short, int, long, decimal(p, 0) or void. A null gives null.

    The name of the column is `is_cold(a, b)`. A negative pile ends the job with a `ValueError`.

    >>> frame = spark.createDataFrame([(1, 2), (8, 4), (4, 7)], "a long, b long")
    >>> [row.cold for row in frame.select(is_cold("a", "b").alias("cold")).collect()]
    [True, False, True]
    """

    # Its annotations tell Spark what it takes, its name is in the name of the column.
    def cold(a: pyarrow.Array, b: pyarrow.Array) -> pyarrow.Array:
        return wythoff.is_cold(a, b)

    cold.__name__ = "is_cold"
    return arrow_udf(cold, BooleanType())(a, b)  # type: ignore[call-overload, no-any-return]
