"""`is_cold` over columns of Spark."""

import pyarrow  # type: ignore[import-untyped]
from pyspark.sql import Column
from pyspark.sql.pandas.functions import arrow_udf
from pyspark.sql.types import BooleanType

import wythoff


def _is_cold(a: pyarrow.Array, b: pyarrow.Array) -> pyarrow.Array:
    return wythoff.is_cold(a, b)


# The name of the result.
_is_cold.__name__ = "is_cold"


def is_cold(a: Column | str, b: Column | str, /) -> Column:
    """Whether the position (a, b) is cold: a column of booleans from two columns of whole numbers.

    - `a`, `b`: columns or their names, of the types byte, short, int, long, decimal(p, 0) or void. A null gives null.

    The name of the column is `is_cold(a, b)`. A negative pile ends the job with a `ValueError`.

    >>> frame = spark.createDataFrame([(1, 2), (8, 4), (4, 7)], "a long, b long")
    >>> [row.cold for row in frame.select(is_cold("a", "b").alias("cold")).collect()]
    [True, False, True]
    """
    # The kind of the function is found from its annotations.
    cold: Column = arrow_udf(_is_cold, BooleanType())(a, b)  # type: ignore[call-overload]
    return cold
