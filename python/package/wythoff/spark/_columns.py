"""`is_cold` for Spark columns."""

from collections.abc import Callable
from typing import Any, Literal

import pyarrow  # type: ignore[import-untyped]
from pyspark.sql import Column, SparkSession
from pyspark.sql.pandas.functions import arrow_udf
from pyspark.sql.types import BooleanType

from wythoff._cold import in_batches


def is_cold(a: Column | str, b: Column | str, /, *, invalid: Literal["null", "raise"] = "null") -> Column:
    """Whether the position (a, b) is cold: a column of booleans from two columns of whole numbers.

    - `a`, `b`: columns or their names, of the types byte, short, int, long, decimal(p, 0) or void. A null gives null.
    - `invalid`: `"null"` gives null for a negative pile, because Spark may evaluate the column for rows that `when` or
      a filter leaves out; `"raise"` ends the job with a `ValueError`.

    The name of the column is `is_cold(a, b)`.

    >>> frame = spark.createDataFrame([(1, 2), (8, 4), (4, 7)], "a long, b long")
    >>> [row.cold for row in frame.select(is_cold("a", "b").alias("cold")).collect()]
    [True, False, True]
    """
    return _function(invalid)(a, b)  # type: ignore[no-any-return]


def register(spark: SparkSession, name: str = "is_cold", *, invalid: Literal["null", "raise"] = "null") -> None:
    """Makes `is_cold` a function of Spark SQL.

    >>> register(spark)
    >>> spark.sql("select is_cold(1, 2) as cold").first().cold
    True
    """
    spark.udf.register(name, _function(invalid))


def _function(invalid: str) -> Callable[..., Any]:
    decide = in_batches(invalid)

    # The annotations tell Spark the types of the arguments; the function's name becomes part of the column's name.
    def is_cold(a: pyarrow.Array, b: pyarrow.Array) -> pyarrow.Array:
        return decide(a, b)

    return arrow_udf(is_cold, BooleanType())  # type: ignore[call-overload, no-any-return]
