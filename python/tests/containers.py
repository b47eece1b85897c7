"""The types of arguments of `is_cold`: how to make each container from rows, and how to read a result."""

import array
import ctypes
import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

Rows = list[int | None]


@dataclass(frozen=True)
class Container:
    name: str
    bits: int
    """Piles are below `2**bits`."""
    kind: str
    """`scalar`, `null`, `numpy` or `column`."""
    make: Callable[[Rows], Any]
    nulls: bool = False
    """Whether rows can be null."""
    signed: bool = False
    """Whether rows can be negative."""


def strided(rows: Rows) -> np.ndarray:
    wide = np.zeros(3 * len(rows), np.int64)
    wide[::-3] = rows
    return wide[::-3]


def masked(rows: Rows) -> np.ma.MaskedArray:
    # The value behind a mask is ignored.
    return np.ma.array([-7 if row is None else row for row in rows], "i8", mask=[row is None for row in rows])


def chunked(rows: Rows, kind: Any) -> pa.ChunkedArray:
    cuts = [0, *sorted(random.randint(0, len(rows)) for _ in range(3)), len(rows)]
    return pa.chunked_array([pa.array(rows[start:end], kind) for start, end in zip(cuts, cuts[1:])], kind)


def sliced(rows: Rows) -> pa.Array:
    start = random.randint(0, 20)
    return pa.array([None] * start + rows + [3], pa.int32())[start:-1]


def over_negatives(rows: Rows) -> pa.Array:
    """The values behind nulls are ignored."""
    array = pa.array([-1 if row is None else row for row in rows], pa.int64())
    valid = pa.array([row is not None for row in rows], pa.bool_())
    return pa.Array.from_buffers(pa.int64(), len(rows), [valid.buffers()[1], array.buffers()[1]])


def reader(rows: Rows) -> pa.RecordBatchReader:
    schema = pa.schema([("pile", pa.int64())])
    cut = len(rows) // 2
    batches = [pa.record_batch([pa.array(part, pa.int64())], schema=schema) for part in (rows[:cut], rows[cut:])]
    return pa.RecordBatchReader.from_batches(schema, batches)


NUMPY = [
    Container(f"numpy {order}{kind}{size}", 8 * size - (kind == "i"), "numpy", partial(np.array, dtype=f"{order}{kind}{size}"), False, kind == "i")
    for kind in "iu"
    for size in (1, 2, 4, 8)
    for order in "<>"
]
PANDAS = [
    Container(f"pandas {dtype}", bits, "column", partial(pd.Series, dtype=dtype), nulls, dtype[0] in "iI")
    for dtype, bits, nulls in [
        ("int16", 15, False),
        ("uint64", 64, False),
        ("Int64", 63, True),
        ("UInt8", 8, True),
        ("int64[pyarrow]", 63, True),
        ("uint8[pyarrow]", 8, True),
    ]
]
ARROW = [
    Container(f"arrow {kind}", pa.type_for_alias(kind).bit_width - (kind[0] == "i"), "column", partial(pa.array, type=kind), True, kind[0] == "i")
    for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
]
POLARS = [
    Container(f"polars {kind}", bits, "column", partial(pl.Series, "pile", dtype=getattr(pl, kind)), True, kind[0] == "I")
    for kind, bits in [("Int8", 7), ("UInt32", 32), ("Int64", 63), ("UInt64", 64), ("Int128", 127), ("UInt128", 128)]
    if hasattr(pl, kind)
]
OTHER = [
    Container("numpy, strided", 63, "numpy", strided, False, True),
    Container("numpy, masked", 63, "numpy", masked, True),
    Container("array.array", 32, "numpy", lambda rows: array.array("I", rows)),
    Container("memoryview", 8, "numpy", lambda rows: memoryview(bytes(rows))),
    Container("bytes", 8, "numpy", bytes),
    Container("memoryview >", 63, "numpy", lambda rows: memoryview(np.array(rows, ">i8")), False, True),
    Container("ctypes", 15, "numpy", lambda rows: (ctypes.c_int16 * len(rows))(*rows), False, True),
    Container("ctypes >", 32, "numpy", lambda rows: (ctypes.c_uint32.__ctype_be__ * len(rows))(*rows)),
    # numpy converts an empty list to floats.
    Container("list", 63, "numpy", lambda rows: list(rows), False, True),
    Container("pandas category", 63, "column", lambda rows: pd.Series(rows, dtype="Int64").astype("category"), True, True),
    Container("pandas category, unsigned", 64, "column", lambda rows: pd.Series(np.array(rows, "u8")).astype("category")),
    Container("pandas array", 63, "column", lambda rows: pd.array(rows, dtype="Int64"), True, True),
    Container("pandas nulls", 63, "column", lambda rows: pd.Series([None] * len(rows), dtype=object), True),
    Container("arrow chunked", 63, "column", lambda rows: chunked(rows, pa.int64()), True, True),
    Container("arrow sliced", 31, "column", sliced, True, True),
    Container("arrow over negatives", 63, "column", over_negatives, True),
    Container("arrow dictionary", 63, "column", lambda rows: pa.array(rows, pa.int64()).dictionary_encode(), True, True),
    Container("arrow nulls", 63, "column", lambda rows: pa.nulls(len(rows)), True),
    *(
        Container(f"arrow {kind}", bits, "column", partial(pa.array, type=getattr(pa, kind)(digits, 0)), True, True)
        for kind, bits, digits in [("decimal32", 29, 9), ("decimal64", 59, 18), ("decimal128", 126, 38)]
        if hasattr(pa, kind)
    ),
    Container("arrow table", 63, "column", lambda rows: pa.table({"pile": chunked(rows, pa.int64())}), True, True),
    Container("arrow batch, sliced", 31, "column", lambda rows: pa.RecordBatch.from_pydict({"pile": sliced([None, *rows])})[1:], True, True),
    Container("arrow reader", 63, "column", reader, True, True),
    Container("polars decimal", 120, "column", lambda rows: pl.Series([row if row is None else Decimal(row) for row in rows], dtype=pl.Decimal(38, 0)), True, True),
    Container("polars nulls", 63, "column", lambda rows: pl.Series([None] * len(rows), dtype=pl.Null), True),
    Container("polars frame", 32, "column", lambda rows: pl.DataFrame({"pile": pl.Series(rows, dtype=pl.UInt32)}), True),
    Container("duckdb", 126, "column", lambda rows: duckdb.from_arrow(pa.table({"pile": pa.array(rows, pa.decimal128(38, 0))})), True, True),
    Container("int", 70, "scalar", lambda rows: rows[0], False, True),
    Container("numpy scalar", 63, "scalar", lambda rows: np.int64(rows[0]), False, True),
    Container("numpy, 0-d", 32, "scalar", lambda rows: np.array(rows[0], ">u4")),
    Container("ctypes scalar", 32, "scalar", lambda rows: ctypes.c_uint32(rows[0])),
    Container("arrow scalar", 63, "scalar", lambda rows: pa.scalar(rows[0], pa.int64()), False, True),
    Container("None", 0, "null", lambda rows: None, True),
    Container("pandas.NA", 0, "null", lambda rows: pd.NA, True),
    Container("numpy.ma.masked", 0, "null", lambda rows: np.ma.masked, True),
    Container("arrow null", 0, "null", lambda rows: pa.scalar(None, pa.int64()), True),
]
CONTAINERS = [*NUMPY, *PANDAS, *ARROW, *POLARS, *OTHER]


def only_nulls(container: Container) -> bool:
    return container.name.endswith("nulls") or container.kind == "null"


def answers(result: Any) -> Any:
    """A result as a bool or a list of bools and None."""
    if isinstance(result, bool):
        return result
    if hasattr(result, "to_pylist"):
        return result.to_pylist()
    return [None if row is pd.NA else row for row in (result.to_list() if isinstance(result, pl.Series) else result.tolist())]
