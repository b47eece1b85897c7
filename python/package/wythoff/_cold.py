"""`is_cold`: chooses by the kinds of its arguments what it returns."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

from . import _native
from ._columns import Kind, Piles, piles, refuse_negative
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
    - Arrays of integers of numpy, and all that numpy makes one of: lists, `array.array`, `memoryview`, arrays of ctypes; in
      any shape that numpy can broadcast: `out`, or a new numpy array of bools. With a masked array the result is masked
      where an input is.
    - A column of pyarrow, polars or pandas: a column of bools of the same library. An expression of polars: an expression.
      Any other object with `__arrow_c_array__` or `__arrow_c_stream__`, such as a DuckDB relation of one column: a
      `ColdArray`, which all of them take. A stream is read as it is needed. Columns may hold decimals without fraction, which
      may be 2**64 or more; those of pyarrow and pandas also dictionaries of integers. The result for a null is null.
    - An array or a column, and an int below 2**64: as if the int were in each row. None beside a column is a null in each.

    `out`: an array of bools, of the shape of the result, for arrays only. `threads`: the largest number of
    threads; by default it depends on the number of rows. Other Python threads run meanwhile; they must not write to the
    arrays.

    Raises `ValueError` for a negative number and names its row (`out` is then partly written); `TypeError` for floats, because
    they round large piles.

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
    threads = checked_threads(threads)
    first, second = piles(a, "a"), piles(b, "b")
    kind, is_masked = max(first.kind, second.kind), first.mask is not None or second.mask is not None
    if out is not None and (kind != Kind.NUMPY or is_masked):
        raise TypeError("out is for arrays of numpy without masks")
    for one, name in ((first, "a"), (second, "b")):
        if one.kind == Kind.NULL and kind <= Kind.NUMPY and not is_masked:
            raise TypeError(f"{name} is null, expected an int: only the rows of a column or of a masked array can be null")
        if one.kind == Kind.INT and kind != Kind.INT and not 0 <= one.values < 2**64:
            raise ValueError(f"{name} is {one.values}, expected 0 to 2**64 - 1 beside a column; use one call for each position")
        if kind > Kind.NUMPY and getattr(one.values, "ndim", 1) > 1:
            raise ValueError(f"{name} has {one.values.ndim} dimensions, expected one beside a column")
    if kind == Kind.INT:
        return _native.cold_ints(first.values, second.values)
    if kind == Kind.NUMPY:
        return _masked(_numpy_is_cold(first.values, second.values, out, threads), first, second)
    if kind == Kind.ARROW:
        return _like(a if first.kind == kind else b, _cold_array(first, second, threads))
    if kind == Kind.PANDAS:
        return _pandas_is_cold(a, b, first, second, threads)
    return _expression(a, b, threads)


def _numpy_is_cold(a: Any, b: Any, out: Any, threads: int | None) -> Any:
    """The answers for arrays of numpy and ints. The answers for a None have no meaning; the caller masks them."""
    np: Any = sys.modules["numpy"]
    operands = {"a": 0 if a is None else a, "b": 0 if b is None else b}
    arrays: dict[str, Any] = {name: x for name, x in operands.items() if hasattr(x, "dtype")}
    if out is not None:
        if not isinstance(out, np.ndarray) or out.dtype != np.bool_:
            raise TypeError("out is not a numpy array of bools")
        shape = np.broadcast_shapes(*(x.shape for x in arrays.values()))
        if out.shape != shape:
            raise ValueError(f"out has the shape {out.shape}, expected {shape}")
    # numpy broadcasts, and copies what is not native, aligned and contiguous, in parts that stay in the processor's cache.
    flags = ["buffered", "copy_if_overlap", "external_loop", "grow_inner", "zerosize_ok"]
    access = [["readonly", "aligned", "contig", "nbo"]] * len(arrays)
    access += [["writeonly", "aligned", "contig", "allocate"]]
    dtypes = [*(x.dtype.newbyteorder("=") for x in arrays.values()), np.bool_]
    with np.nditer([*arrays.values(), out], flags, access, dtypes, buffersize=1 << 17) as parts:
        for *columns, cold in parts:
            operands |= zip(arrays, columns)
            if _native.cold_bytes(*operands.values(), cold, threads):
                for name, x in arrays.items():
                    refuse_negative(x, name)
        return parts.operands[-1] if out is None else out


def _masked(cold: Any, first: Piles, second: Piles) -> Any:
    """The answers, masked where one of the arrays is, or is null."""
    masks = [x.kind == Kind.NULL or x.mask for x in (first, second) if x.kind == Kind.NULL or x.mask is not None]
    if not masks:
        return cold
    np: Any = sys.modules["numpy"]
    return np.ma.MaskedArray(cold, np.logical_or.reduce([np.broadcast_to(mask, cold.shape) for mask in masks]))


def _cold_array(first: Piles, second: Piles, threads: int | None) -> Any:
    """The answers for a column of Arrow and anything else of one dimension."""
    columns: list[Any] = [first.values, second.values]
    for i, x in enumerate(columns):
        if hasattr(x, "dtype"):
            columns[i] = sys.modules["numpy"].require(x, x.dtype.newbyteorder("="), ["C", "A"])
    # A column of Arrow has no mask, and one of the two is such a column.
    masks = [x.mask.tobytes() for x in (first, second) if x.mask is not None]
    return _native.cold_array(*columns, masks[0] if masks else None, threads)


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


def _pandas_is_cold(a: Any, b: Any, first: Piles, second: Piles, threads: int | None) -> Any:
    """Rows are paired by their place. numpy's types and pandas' own need no pyarrow."""
    pd: Any = sys.modules["pandas"]
    series = [x for x in (a, b) if isinstance(x, pd.Series)]
    if series and not series[0].index.equals(series[-1].index):
        raise ValueError("a and b have different indexes; align them, or reset both")
    if callable(first.values) or callable(second.values):
        cold = pd.arrays.ArrowExtensionArray(import_module("pyarrow").array(_cold_array(first, second, threads)))
        if not any(isinstance(getattr(x, "dtype", None), pd.ArrowDtype) for x in (a, b)):
            cold = cold.astype("boolean")
    else:
        cold = _masked(_numpy_is_cold(first.values, second.values, None, threads), first, second)
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
