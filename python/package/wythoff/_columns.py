"""Normalises arguments: decides whether an argument is a number, an array or a column."""

import operator
import sys
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple, NoReturn

from ._errors import shown

ROUNDED = "a float64 has 53 bits, and large piles would be rounded"


class Kind:
    """The kinds of arguments. The larger kind of two arguments decides what the result is."""

    NULL, INT, NUMPY, ARROW, PANDAS, EXPRESSION = range(6)


class Piles(NamedTuple):
    """An argument."""

    kind: int
    values: Any
    """An int, None for a null, a numpy array of integers, or for an Arrow column an argument of the extension's
    `Piles::new`."""
    mask: Any = None
    """For numpy and pandas an array of bools, True where a row is null, or None."""


def is_a(x: Any, module: str, name: str) -> bool:
    """Whether `x` is an instance of the class `name` of `module`. A module that is not yet imported has no objects, so
    it isn't imported here."""
    return isinstance(x, getattr(sys.modules.get(module), name, ()))


def export(x: Any) -> Any:
    """The method of `x` that exports Arrow data; None if it has none."""
    return getattr(x, "__arrow_c_array__", None) or getattr(x, "__arrow_c_stream__", None)


def piles(x: Any, name: str) -> Piles:
    """Normalises `x`, which messages call `name`. Raises `TypeError` if it holds no whole numbers."""
    if isinstance(x, int):
        return Piles(Kind.INT, x)
    if is_a(x, "numpy", "ndarray") or isinstance(x, (list, tuple)):
        return _of_numpy(x, name)
    if type(x).__module__ == "pyarrow.lib":
        if hasattr(x, "as_py"):
            x = x.as_py()
        elif type(x).__name__ == "RecordBatchReader":
            # A batch without rows comes first, so that the type is known even if the reader has no batches.
            empty = sys.modules["pyarrow"].RecordBatch.from_pylist([], schema=x.schema)
            return Piles(Kind.ARROW, chain([empty], x))
        elif method := _export_decoded(x):
            return Piles(Kind.ARROW, method)
    if x is None or type(x).__name__ == "NAType":
        return Piles(Kind.NULL, None)
    if is_a(x, "polars", "Expr"):
        return Piles(Kind.EXPRESSION, x)
    if is_a(x, "pandas", "Series") or is_a(x, "pandas.api.extensions", "ExtensionArray"):
        return _of_pandas(x, name)
    if is_a(x, "polars", "Series"):
        pl: Any = sys.modules["polars"]
        # The export of a column of nulls has a buffer, which the Arrow interface forbids.
        x = x.cast(pl.UInt64) if isinstance(x.dtype, pl.Null) else x
        return Piles(Kind.ARROW, x.__arrow_c_stream__)
    method = export(x)
    if not method:
        if isinstance(x, float):
            raise TypeError(f"{name} is a float, expected an int: {ROUNDED}")
        if hasattr(type(x), "__index__") and not hasattr(x, "__len__"):
            return Piles(Kind.INT, operator.index(x))
    root = type(x).__module__.partition(".")[0]
    if root in ("pandas", "polars") and hasattr(x, "columns"):
        if x.shape[1] != 1:
            raise TypeError(f"{name} holds {x.shape[1]} columns, expected one; pass each column by itself")
        return piles(x.iloc[:, 0] if root == "pandas" else x.to_series(), name)
    if root == "pyspark":
        refuse(x, name, "; wythoff.spark.is_cold takes columns of Spark")
    if method and is_a(x, "duckdb", "DuckDBPyRelation") and [str(kind) for kind in x.types] == ["UHUGEINT"]:
        # DuckDB exports UHUGEINT as decimals, whose highest bit is then not a sign.
        return Piles(Kind.ARROW, (method,))
    return Piles(Kind.ARROW, method) if method else _of_numpy(x, name)


def _export_decoded(x: Any) -> Any:
    """Like `export`, for a pyarrow column; a dictionary is replaced by its values."""
    if hasattr(getattr(x, "type", None), "index_type"):
        x = x.cast(x.type.value_type)
    if (method := export(x)) or not hasattr(x, "iterchunks"):
        return method
    # pyarrow below 16 exports tables, but not chunked arrays.
    return sys.modules["pyarrow"].table({"pile": x}).__arrow_c_stream__


def _of_numpy(x: Any, name: str) -> Piles:
    """A numpy array of everything that numpy can convert."""
    try:
        np: Any = sys.modules.get("numpy") or import_module("numpy")
    except ModuleNotFoundError:
        refuse(x, name, "; arrays need numpy")
    mask = None
    if isinstance(x, np.ma.MaskedArray):
        # Values behind a mask are ignored.
        mask, x = np.ma.getmaskarray(x), np.ma.filled(x, 0)
        if not x.ndim and mask:
            return Piles(Kind.NULL, None)
    # numpy would convert `bytes` to a text.
    array = np.asarray(memoryview(x) if isinstance(x, bytes) else x)
    if isinstance(x, (list, tuple)) and array.dtype.kind in "fO":
        array = _of_list(x, array, name)
    if not array.ndim and array.dtype.kind not in "iuf":
        refuse(x, name)
    if array.dtype.kind not in "iu":
        array = _zeros_for_nulls(array, name)
    return Piles(Kind.NUMPY, array, mask) if array.ndim else Piles(Kind.INT, int(array[()]))


def _of_list(x: Any, array: Any, name: str) -> Any:
    """The array of a list of ints that numpy converts to floats or objects, because some are 2**63 or more."""
    np: Any = sys.modules["numpy"]
    objects = np.asarray(x, object)
    if not objects.size or not all(isinstance(pile, int) for pile in objects.flat):
        return array
    for place, pile in np.ndenumerate(objects):
        if not 0 <= pile < 2**64:
            hint = "; use one call for each position, or a decimal column" if pile > 0 else ""
            raise ValueError(f"row {_row(place)}: {name} is {shown(pile)}, expected 0 to 2**64 - 1{hint}")
    return objects.astype(np.uint64)


def _row(place: tuple[Any, ...]) -> Any:
    """A place in an array as messages name it."""
    place = tuple(int(index) for index in place)
    return place if len(place) > 1 else place[0]


def refuse(x: Any, name: str, hint: str = "") -> NoReturn:
    """Raises the exception for an argument of a wrong type."""
    raise TypeError(f"{name} is of the type {type(x).__name__}, expected an int, an array or a column of integers{hint}")


def _zeros_for_nulls(x: Any, name: str, missing: Any = None) -> Any:
    """Zeros in place of an array that is empty or holds only nulls. Raises `TypeError` for any other array."""
    np: Any = sys.modules["numpy"]
    if x.dtype.kind in "fO" and x.ndim and (x.size == 0 or (missing is not None and missing.all())):
        return np.zeros(x.shape, np.uint64)
    hint = "convert it to integers"
    if x.dtype.kind == "f" and np.isnan(x).any():
        hint = f'NaN made it floats, and {ROUNDED}; make the column with dtype="Int64" of pandas, or as a masked array or an Arrow column of integers'
    elif x.dtype.kind == "f":
        hint = f"{ROUNDED}; convert it to uint64 where you know that it holds whole numbers"
    elif x.dtype.kind == "O":
        others = [type(pile).__name__ for pile in x.flat if not isinstance(pile, int)]
        nulls = 'dtype="Int64" of pandas, a masked array or an Arrow column has nulls'
        hint = f"it holds the type {others[0]}; {nulls}" if others else 'make it with dtype="uint64"'
    raise TypeError(f"{name} holds {x.dtype}, expected integers of up to 64 bits; {hint}")


def _of_pandas(x: Any, name: str) -> Piles:
    """A column whose type is numpy's, without importing pyarrow; or an Arrow column."""
    np, pd = sys.modules["numpy"], sys.modules["pandas"]
    if not isinstance(x.dtype, np.dtype):
        x = getattr(x, "array", x)
        arrow = x.__arrow_array__() if isinstance(x.dtype, pd.ArrowDtype) else import_module("pyarrow").array(x)
        return Piles(Kind.PANDAS, _export_decoded(arrow))
    values = x.to_numpy()
    if values.dtype.kind in "iu":
        return Piles(Kind.PANDAS, values)
    mask = np.asarray(x.isna())
    return Piles(Kind.PANDAS, _zeros_for_nulls(values, name, mask), mask)


def refuse_negative(x: Any, name: str) -> None:
    """Raises `ValueError` for the first negative number of a numpy array, if it has one."""
    negative = x < 0
    if negative.any():
        row = _row(sys.modules["numpy"].unravel_index(negative.argmax(), x.shape))
        raise ValueError(f"row {row}: {name} is negative, expected 0 or more")
