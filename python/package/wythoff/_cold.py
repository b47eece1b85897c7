"""`is_cold`: chooses by the kinds of its arguments what it returns."""

import math
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

from . import _native
from ._columns import Kind, Piles, is_a, piles
from ._errors import checked_threads

if TYPE_CHECKING:
    import numpy as np
    import pandas as _pd  # type: ignore[import-untyped,unused-ignore]
    import polars as pl
    from numpy.typing import NDArray

    _Ints: TypeAlias = NDArray[np.integer[Any]]
    _Bools: TypeAlias = NDArray[np.bool_]
    _Number: TypeAlias = SupportsIndex | None


# Arrays come before `SupportsIndex`, because they have that method, too.
@overload
def is_cold(a: int, b: int, /, *, threads: int | None = None) -> bool: ...
@overload
def is_cold(  # type: ignore[overload-overlap]
    a: "_Ints", b: "_Ints | SupportsIndex", /, *, out: "_Bools | None" = None, threads: int | None = None
) -> "_Bools": ...
@overload
def is_cold(  # type: ignore[overload-overlap]
    a: SupportsIndex, b: "_Ints", /, *, out: "_Bools | None" = None, threads: int | None = None
) -> "_Bools": ...
@overload
def is_cold(a: SupportsIndex, b: SupportsIndex, /, *, threads: int | None = None) -> bool: ...
@overload
def is_cold(a: "pl.Series", b: "pl.Series | _Number", /, *, threads: int | None = None) -> "pl.Series": ...
@overload
def is_cold(a: "_Number", b: "pl.Series", /, *, threads: int | None = None) -> "pl.Series": ...
@overload
def is_cold(a: "pl.Expr", b: "pl.Expr | _Number", /, *, threads: int | None = None) -> "pl.Expr": ...
@overload
def is_cold(a: "_Number", b: "pl.Expr", /, *, threads: int | None = None) -> "pl.Expr": ...
@overload
def is_cold(
    a: "_pd.Series[Any]", b: "_pd.Series[Any] | _Number", /, *, threads: int | None = None
) -> "_pd.Series[bool]": ...
# Buffers, and libraries whose types are not known here.
@overload
def is_cold(a: Any, b: Any, /, *, out: Any = None, threads: int | None = None) -> Any: ...
def is_cold(a: Any, b: Any, /, *, out: Any = None, threads: int | None = None) -> Any:
    """Whether the player to move loses from piles of `a` and `b`, against perfect play.

    - Two integers of any size: a `bool`.
    - Arrays of integers, in any shape that numpy can broadcast: `out`, or a new numpy array of bools. With a masked array
      the result is masked where an input is. Other buffers, such as `array.array`, `memoryview` and arrays of ctypes,
      give a `memoryview` of bools; there both have the same shape.
    - A column of pyarrow, polars or pandas: a column of bools of the same library. An expression of polars: an expression.
      Any other object with `__arrow_c_array__` or `__arrow_c_stream__`, such as a DuckDB relation of one column: a
      `ColdArray`, which all of them take. A stream is read as it is needed. Columns may hold decimals without fraction, which
      may be 2**64 or more; those of pyarrow and pandas also dictionaries of integers. The result for a null is null.
    - An array or a column, and an int below 2**64: as if the int were in each row. None beside a column is a null in each.

    `out`: an array of bools, of the shape of the result, for arrays only. `threads`: the largest number of
    threads; by default it depends on the number of rows. Other Python threads run meanwhile; they must not write to the
    arrays.

    Raises `ValueError` for a negative number and names its row; `TypeError` for floats, because they round large piles.
    `out` is then partly written.

    >>> import wythoff
    >>> wythoff.is_cold(165580140, 267914295)
    True
    >>> wythoff.is_cold(10**30, 10**30)
    False
    >>> import numpy as np
    >>> piles = np.arange(6)
    >>> wythoff.is_cold(piles[:, None], piles).astype(int)
    array([[1, 0, 0, 0, 0, 0],
           [0, 0, 1, 0, 0, 0],
           [0, 1, 0, 0, 0, 0],
           [0, 0, 0, 0, 0, 1],
           [0, 0, 0, 0, 0, 0],
           [0, 0, 0, 1, 0, 0]])
    """
    # Other numbers and arrays cost microseconds more.
    if type(a) is int and type(b) is int and out is None and threads is None:
        return _native.cold_ints(a, b)
    if threads is not None:
        threads = checked_threads(threads)
    first, second = piles(a, "a"), piles(b, "b")
    (kind_a, x, mask_a), (kind_b, y, mask_b) = first, second
    kind = max(kind_a, kind_b)
    if kind == Kind.NUMPY or kind == Kind.BUFFER:
        if Kind.NULL in (kind_a, kind_b) and mask_a is mask_b is None:
            raise TypeError("None is for columns with nulls; use a masked array or an Arrow column")
        if kind == Kind.NUMPY or is_a(out, "numpy", "ndarray"):
            return _numpy_is_cold(first, second, out, threads)
        return _buffer_is_cold(x, y, out, threads)
    if out is not None:
        raise TypeError(f"out is for arrays, but {'a and b are ints' if kind <= Kind.INT else 'a or b is a column or an expression'}")
    if kind == Kind.EXPRESSION:
        return _expression(a, b, threads)
    if kind == Kind.INT or kind == Kind.NULL:
        if Kind.NULL in (kind_a, kind_b):
            name = "a" if kind_a == Kind.NULL else "b"
            raise TypeError(f"{name} is null, expected an int: only the rows of a column can be null")
        return _native.cold_ints(x, y)
    if kind_a != kind_b:
        for values, name in ((x, "a"), (y, "b")):
            if getattr(values, "ndim", 1) > 1:
                raise ValueError(f"{name} has {values.ndim} dimensions, expected one beside a column")
    if kind == Kind.PANDAS:
        return _pandas_is_cold(a, b, first, second, threads)
    return _like(a if kind_a == kind else b, _cold_array(first, second, threads))


def _cold_array(first: Piles, second: Piles, threads: int | None) -> Any:
    """The answers for a column of Arrow and anything else; at most one of them has a mask."""
    mask = first[2] if second[2] is None else second[2]
    return _native.cold_array(first[1], second[1], None if mask is None else mask.tobytes(), threads)


def _expression(a: Any, b: Any, threads: int | None) -> Any:
    """An expression of polars that decides whole columns, as soon as polars has them."""
    pl: Any = sys.modules["polars"]
    first, second = (x if isinstance(x, pl.Expr) else pl.lit(x) for x in (a, b))

    def decide(pair: Any) -> Any:
        columns = pair.struct.unnest().get_columns()
        return is_cold(*columns, threads=threads)

    # The result has the name of the first column, as that of an operator.
    pair = pl.struct(first, second.alias("second pile"))
    return pair.map_batches(decide, return_dtype=pl.Boolean, is_elementwise=True)


def _buffer_is_cold(a: Any, b: Any, out: Any, threads: int | None) -> Any:
    shapes: list[Any] = [x.shape for x in (a, b) if isinstance(x, memoryview)]
    if shapes[0] != shapes[-1] and len(shapes[0] + shapes[-1]) > 2:
        raise ValueError(f"a has the shape {shapes[0]}, b {shapes[-1]}; arrays of numpy are broadcast")
    cold = memoryview(bytearray(math.prod(shapes[0])))
    _native.cold_bytes(a, b, cold, threads)
    if out is None:
        return cold.cast("?", shapes[0]) if cold.nbytes else cold.cast("?")
    # Written to now, because it may share memory with `a` or `b`.
    view = memoryview(out)
    if view.readonly or view.itemsize != 1 or view.nbytes != cold.nbytes:
        raise ValueError(f"out is not a writable buffer of {cold.nbytes} bools")
    view.cast("B")[:] = cold
    return out


def _numpy_is_cold(first: Piles, second: Piles, out: Any, threads: int | None) -> Any:
    np: Any = sys.modules["numpy"]
    a, b = (np.asarray(x) if kind > Kind.INT else x for kind, x, _ in (first, second))
    if first[0] > Kind.INT and second[0] > Kind.INT and a.shape != b.shape:
        a, b = np.broadcast_arrays(a, b)
    shape = (a if first[0] > Kind.INT else b).shape
    masks = [kind == Kind.NULL or mask for kind, _, mask in (first, second) if kind == Kind.NULL or mask is not None]
    result = out
    if out is not None:
        if masks:
            raise TypeError("out is for arrays without masks")
        if not isinstance(out, np.ndarray) or out.dtype != np.bool_:
            raise TypeError("out is not a numpy array of bools")
        if not out.flags.writeable:
            raise ValueError("out is read-only")
        if out.shape != shape:
            raise ValueError(f"out has the shape {out.shape}, expected {shape}")
    if out is None or not out.flags.c_contiguous or any(np.may_share_memory(out, x) for x in (a, b)):
        result = np.empty(shape, np.bool_)
    _native.cold_bytes(a, b, result, threads)
    if out is not None and out is not result:
        out[...] = result
        return out
    if masks:
        mask = np.zeros(shape, np.bool_)
        for x in masks:
            mask |= x
        return np.ma.MaskedArray(result, mask)
    return result


def _pandas_is_cold(a: Any, b: Any, first: Piles, second: Piles, threads: int | None) -> Any:
    """Rows are paired by their place. numpy's types and pandas' own need no pyarrow."""
    pd: Any = sys.modules["pandas"]
    series = [x for x in (a, b) if isinstance(x, pd.Series)]
    if series and not series[0].index.equals(series[-1].index):
        raise ValueError("a and b have different indexes; align them, or reset both")
    if callable(first[1]) or callable(second[1]):
        cold = pd.arrays.ArrowExtensionArray(import_module("pyarrow").array(_cold_array(first, second, threads)))
        if not any(isinstance(getattr(x, "dtype", None), pd.ArrowDtype) for x in (a, b)):
            cold = cold.astype("boolean")
    else:
        cold = _numpy_is_cold(first, second, None, threads)
        if hasattr(cold, "mask"):
            cold = pd.arrays.BooleanArray(cold.data, cold.mask)
    if not series:
        return pd.array(cold)
    name = series[0].name if series[0].name == series[-1].name else None
    return pd.Series(cold, index=series[0].index, name=name)


def _like(column: Any, cold: _native.ColdArray) -> Any:
    """The answers as a column of the library that `column` is of."""
    root = type(column).__module__.partition(".")[0]
    if root == "pyarrow":
        return sys.modules["pyarrow"].array(cold)
    if root == "polars":
        return sys.modules["polars"].Series(cold).alias(getattr(column, "name", ""))
    return cold
