"""`is_cold` over columns of Spark."""

from typing import TypeAlias

import pyarrow  # type: ignore[import-untyped]
from pyarrow.types import is_decimal, is_integer, is_null  # type: ignore[import-untyped]
from pyspark.sql import Column
from pyspark.sql.functions import col
from pyspark.sql.pandas.functions import arrow_udf
from pyspark.sql.types import BooleanType

import wythoff

Name: TypeAlias = Column | str


def _is_cold(a: pyarrow.Array, b: pyarrow.Array) -> pyarrow.Array:
    for type in (a.type, b.type):
        if not (is_integer(type) or is_null(type) or (is_decimal(type) and type.scale == 0)):
            raise TypeError(f"a column is {type}, expected whole numbers: byte, short, int, long or decimal(p, 0)")
    try:
        columns = [_integers(a), _integers(b)]
    except pyarrow.ArrowInvalid:
        # A negative pile, or one of 2^64 or more: one row after the other, as whole numbers of Python.
        rows = zip(a.to_pylist(), b.to_pylist(), strict=True)
        return pyarrow.array([None if None in row else wythoff.is_cold(*map(int, row)) for row in rows], pyarrow.bool_())
    return pyarrow.array(wythoff.is_cold(*columns))


def _integers(piles: pyarrow.Array) -> pyarrow.Array:
    """Decimals below 2^64 as integers, which `wythoff.is_cold` takes."""
    return piles.cast(pyarrow.uint64()) if is_decimal(piles.type) else piles


def is_cold(a: Name, b: Name) -> Column:
    """Whether the position (a, b) is cold: a column of booleans from two columns of whole numbers.

    - `a`, `b`: columns or their names, of the types byte, short, int, long or decimal(p, 0). A null gives null.

    A negative pile ends the job with a `ValueError`.

    >>> frame = spark.createDataFrame([(1, 2), (8, 4), (4, 7)], "a long, b long")
    >>> [row.cold for row in frame.select(is_cold("a", "b").alias("cold")).collect()]
    [True, False, True]
    """
    columns = [col(name) if isinstance(name, str) else name for name in (a, b)]
    # The kind of the function is found from its annotations.
    cold: Column = arrow_udf(_is_cold, BooleanType())(*columns)  # type: ignore[call-overload]
    return cold
