"""`is_cold`: the kinds of its arguments decide what it returns."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypeVar, overload

from . import _native
from ._native import ColdArray, cold_ints
from ._columns import Kind, Piles, piles, refuse_negative
from ._errors import checked_threads, shown

if TYPE_CHECKING:
    import numpy as np
    import pandas as _pd  # type: ignore[import-untyped,unused-ignore]
    import polars as pl
    from numpy.typing import NDArray

    _Ints: TypeAlias = NDArray[np.integer[Any]]
    _Bools: TypeAlias = NDArray[np.bool_]
    _Invalid: TypeAlias = Literal["null", "raise"]
    _Number: TypeAlias = SupportsIndex | None
    _Column = TypeVar("_Column", pl.Series, pl.Expr)


# Arrays come before `SupportsIndex`, because they have its method, too.
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
def is_cold(a: "_Column", b: "_Column | _Number", /, *, threads: int | None = None) -> "_Column": ...
@overload
def is_cold(a: "_Number", b: "_Column", /, *, threads: int | None = None) -> "_Column": ...
@overload
def is_cold(a: "pl.Expr", b: "pl.Expr | _Number", /, *, threads: int | None = None, invalid: "_Invalid") -> "pl.Expr": ...
@overload
def is_cold(a: "_pd.Series[Any]", b: "_pd.Series[Any] | _Number", /, *, threads: int | None = None) -> "_pd.Series[bool]": ...
# Buffers, and libraries whose types are not known here.
@overload
def is_cold(a: Any, b: Any, /, *, out: Any = None, threads: int | None = None, invalid: "_Invalid | None" = None) -> Any: ...
def is_cold(
    a: Any, b: Any, /, *, out: Any = None, threads: int | None = None, invalid: "_Invalid | None" = None
) -> Any:
    """Whether the player to move loses from piles of `a` and `b`, against perfect play.

    - Two integers of any size: a `bool`.
    - numpy arrays of integers, and everything that numpy converts to one (lists, `array.array`, `memoryview`, ctypes
      arrays), in any shapes that numpy can broadcast: `out`, or a new numpy array of bools. If an input is masked in a
      row, so is the result.
    - A column of pyarrow, polars or pandas: a column of bools of the same library. A polars expression: an expression.
      Any other object with `__arrow_c_array__` or `__arrow_c_stream__`, such as a DuckDB relation of one column: a
      `ColdArray`, which all these libraries accept. A stream is read in parts. Columns may hold decimals without
      fraction, which may be 2**64 or more; columns of pyarrow and pandas may also hold dictionaries of integers. The
      result for a null is null.
    - An array or a column, and an int below 2**64: as if the int were in each row. None beside a column is a null in
      each row.

    - `out`: an array of bools, to whose shape the arguments can be broadcast; for arrays only.
    - `threads`: the largest number of threads; by default it depends on the number of rows. Other Python threads run
      meanwhile; they must not write to the arrays.
    - `invalid`: for polars expressions: `"null"` (by default) gives null for a negative number, because polars may
      evaluate an expression before a filter; `"raise"` raises `ValueError`.

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
    # The fastest way for two ints; other arguments take some microseconds more.
    if type(a) is int and type(b) is int and out is None and threads is None and invalid is None:
        return cold_ints(a, b)
    threads = checked_threads(threads)
    first, second, kind = pair(a, b)
    if invalid is not None and kind != Kind.EXPRESSION:
        raise TypeError("invalid is for expressions of polars")
    if out is not None and (kind != Kind.NUMPY or first.mask is not None or second.mask is not None):
        raise TypeError("out is for arrays of numpy without masks")
    if kind == Kind.INT:
        return cold_ints(first.values, second.values)
    if kind == Kind.NUMPY:
        return _masked(_numpy_is_cold(first.values, second.values, out, threads), first, second)
    if kind == Kind.ARROW:
        return _like(a, b, first, _cold_array(first, second, threads))
    if kind == Kind.PANDAS:
        return _pandas_is_cold(a, b, first, second, threads)
    return expression(in_batches(invalid or "null", threads), sys.modules["polars"].Boolean, a=a, b=b)


def in_batches(invalid: str, threads: int | None = None) -> Callable[[Any, Any], Any]:
    """`is_cold` of two columns in a batch of an engine. An error says that its row is in the batch, not in the table."""
    if invalid not in ("null", "raise"):
        raise ValueError(f'invalid is {shown(invalid)}, expected "null" or "raise"')

    def cold(a: Any, b: Any) -> Any:
        first, second = piles(a, "a"), piles(b, "b")
        try:
            return _like(a, b, first, _cold_array(first, second, threads, invalid == "null"))
        except ValueError as error:
            place, colon, what = str(error).partition(":")
            raise ValueError(f"{place}{' of the batch' if place.startswith('row ') else ''}{colon}{what}") from None

    return cold


def pair(a: Any, b: Any) -> tuple[Piles, Piles, int]:
    """Both arguments and the larger of their kinds. Raises the exceptions for arguments that do not fit together."""
    first, second = piles(a, "a"), piles(b, "b")
    kind = max(first.kind, second.kind)
    # Two arrays of numpy, or two columns of one kind, pass all checks below.
    if first.kind == second.kind and Kind.INT < kind < Kind.EXPRESSION:
        return first, second, kind
    is_masked = first.mask is not None or second.mask is not None
    for one, name in ((first, "a"), (second, "b")):
        if one.kind == Kind.NULL and kind <= Kind.NUMPY and not is_masked:
            raise TypeError(f"{name} is null, expected an int: only the rows of a column or of a masked array can be null")
        if one.kind == Kind.INT and Kind.INT < kind < Kind.EXPRESSION and not 0 <= one.values < 2**64:
            hint = " beside a column; use one call for each position" if one.values > 0 else ""
            raise ValueError(f"{name} is {shown(one.values)}, expected 0 to 2**64 - 1{hint}")
        if kind > Kind.NUMPY and getattr(one.values, "ndim", 1) > 1:
            raise ValueError(f"{name} has {one.values.ndim} dimensions, expected one beside a column")
    return first, second, kind


def _numpy_is_cold(a: Any, b: Any, out: Any, threads: int | None) -> Any:
    """The answers for numpy arrays and ints. The answers for a None are meaningless; the caller masks them."""
    np: Any = sys.modules["numpy"]
    operands = {"a": 0 if a is None else a, "b": 0 if b is None else b}
    arrays: dict[str, Any] = {name: x for name, x in operands.items() if hasattr(x, "dtype")}
    if out is not None and (not isinstance(out, np.ndarray) or out.dtype != np.bool_):
        raise TypeError("out is not a numpy array of bools")
    # numpy copies arrays that are not native, aligned and in one rising step, in parts that stay in the processor's cache.
    access = [_CONTIGUOUS if min(x.strides) < 0 else _IN_STEPS for x in arrays.values()]
    dtypes = [*[None] * len(arrays), np.bool_]
    with np.nditer([*arrays.values(), out], _PARTS, [*access, _OUT], dtypes, buffersize=1 << 15) as parts:
        for *columns, cold in parts:
            operands |= zip(arrays, columns)
            if _native.cold_bytes(*operands.values(), cold, threads):
                for name, x in arrays.items():
                    refuse_negative(x, name)
        return parts.operands[-1] if out is None else out


_PARTS = ["copy_if_overlap", "external_loop", "zerosize_ok", "buffered", "grow_inner"]
_IN_STEPS = ["readonly", "aligned", "nbo"]
_CONTIGUOUS = [*_IN_STEPS, "contig"]
_OUT = ["writeonly", "aligned", "contig", "allocate"]


def _masked(cold: Any, first: Piles, second: Piles) -> Any:
    """The answers, masked in the rows in which an argument is masked or null."""
    masks = [x.kind == Kind.NULL or x.mask for x in (first, second) if x.kind == Kind.NULL or x.mask is not None]
    if not masks:
        return cold
    np: Any = sys.modules["numpy"]
    return np.ma.MaskedArray(cold, np.logical_or.reduce([np.broadcast_to(mask, cold.shape) for mask in masks]))


def _cold_array(first: Piles, second: Piles, threads: int | None, nulls_negatives: bool = False) -> Any:
    """The answers for an Arrow column and another argument of one dimension."""
    masks = [x.mask.tobytes() for x in (first, second) if x.mask is not None]
    return _native.cold_array(contiguous(first.values), contiguous(second.values), masks, threads, nulls_negatives)


def contiguous(x: Any) -> Any:
    """`x`; if it is a numpy array, in the layout that the extension requires beside a column."""
    return sys.modules["numpy"].require(x, x.dtype.newbyteorder("="), ["C", "A"]) if hasattr(x, "dtype") else x


def expression(decide: Callable[..., Any], kind: Any, **arguments: Any) -> Any:
    """A polars expression of the type `kind`: `decide` of whole columns when polars evaluates it.

    Its name is the name of the first argument, as the result of an operator has.
    """
    pl: Any = sys.modules["polars"]
    for name, x in arguments.items():
        if not isinstance(x, pl.Expr):
            x = pl.lit(piles(x, name).values if piles(x, name).kind <= Kind.INT else x)
        elif x.meta.has_multiple_outputs():
            what = f"{name} is an expression of several columns, expected one"
            raise TypeError(f'{what}; write one call for each pair, such as is_cold(pl.col("a"), pl.col("b"))')
        arguments[name] = x
    first, *others = arguments.values()
    name = first.meta.output_name(raise_if_undetermined=False)

    def decide_rows(rows: Any) -> Any:
        return pl.Series(rows.name, decide(*rows.struct.unnest().get_columns()), kind)

    rows = pl.struct(first, *(other.alias(f"{name} and its partner") for other in others))
    return rows.map_batches(decide_rows, return_dtype=kind, is_elementwise=True)


def _as_numpy(self: ColdArray, dtype: Any = None, *, copy: bool | None = None) -> Any:
    """A numpy array of bools; if an answer is null, of objects, with None."""
    if copy is False:
        raise ValueError("a ColdArray holds bits, so an array is a copy")
    np: Any = import_module("numpy")
    rows, cold, valid = self.__reduce__()[1]

    def bools(bits: bytes) -> Any:
        return np.unpackbits(np.frombuffer(bits, np.uint8), count=rows, bitorder="little").view(bool)

    array = bools(cold) if valid is None else np.where(bools(valid), bools(cold), None)
    return array if dtype is None else array.astype(dtype)


# The class of the extension module can't be derived from `Sequence`, so it gets the methods.
Sequence.register(ColdArray)
for _name in ("__contains__", "__reversed__", "count", "index"):
    setattr(ColdArray, _name, getattr(Sequence, _name))
setattr(ColdArray, "__array__", _as_numpy)


def _pandas_is_cold(a: Any, b: Any, first: Piles, second: Piles, threads: int | None) -> Any:
    """Rows are paired by their place. Columns with numpy's types need no pyarrow."""
    pd: Any = sys.modules["pandas"]
    series = [x.iloc[:, 0] if isinstance(x, pd.DataFrame) else x for x in (a, b) if isinstance(x, (pd.DataFrame, pd.Series))]
    if series and not (index := series[0].index).equals(series[-1].index):
        raise ValueError("a and b have different indexes; align them, or reset both")
    plain = int, type(None), sys.modules["numpy"].ndarray
    if isinstance(first.values, plain) and isinstance(second.values, plain):
        cold = _masked(_numpy_is_cold(first.values, second.values, None, threads), first, second)
        if hasattr(cold, "mask"):
            cold = pd.arrays.BooleanArray(cold.data, cold.mask)
    else:
        cold = _cold_array(first, second, threads)
        if any(isinstance(getattr(x, "dtype", None), pd.ArrowDtype) for x in (a, b, *series)):
            cold = pd.arrays.ArrowExtensionArray(import_module("pyarrow").array(cold))
        else:
            cold = pd.array(sys.modules["numpy"].asarray(cold), dtype="boolean")
    if not series:
        return pd.array(cold)
    name = series[0].name if series[0].name == series[-1].name else None
    return pd.Series(cold, index=index, name=name)


def _like(a: Any, b: Any, first: Piles, cold: ColdArray) -> Any:
    """The answers as a column of the library of `a`, or of `b` if `a` is no column."""
    column = a if first.kind == Kind.ARROW else b
    root = type(column).__module__.partition(".")[0]
    if root == "polars":
        # polars would read a sequence row by row.
        arrow = SimpleNamespace(__arrow_c_array__=cold.__arrow_c_array__)
        return sys.modules["polars"].Series(arrow).alias(getattr(column, "name", ""))
    if root != "pyarrow":
        return cold
    pa: Any = sys.modules["pyarrow"]
    array = pa.array(cold)
    return pa.chunked_array([array]) if "ChunkedArray" in (type(a).__name__, type(b).__name__) else array
