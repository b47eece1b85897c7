"""`is_cold`: chooses by the types of its arguments who reads them and what it returns."""

import sys
from importlib import import_module
from typing import Any, SupportsIndex, overload

from . import _native
from ._errors import checked_threads


@overload
def is_cold(a: SupportsIndex, b: SupportsIndex, *, out: None = None, threads: int | None = None) -> bool: ...
@overload
def is_cold(a: Any, b: Any, *, out: Any = None, threads: int | None = None) -> Any: ...
def is_cold(a: Any, b: Any, *, out: Any = None, threads: int | None = None) -> Any:
    """Whether the player to move loses from piles of `a` and `b`, against perfect play.

    - Two ints of any size: a `bool`.
    - Arrays of integers, in any shape that numpy can broadcast: `out`, or a new numpy array of bools. Other buffers,
      such as `array.array`, give a `memoryview` of bools; there both have the same number of elements.
    - A column of pyarrow, polars or pandas: a column of bools of the same library. Any other object with
      `__arrow_c_array__` or `__arrow_c_stream__`, such as a DuckDB relation of one column: a `ColdArray`, which all of
      them take. A null stays null.
    - An array or a column, and an int below 2**64: as if the int were in each row.

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
    if isinstance(a, int) and isinstance(b, int):
        if out is not None:
            raise TypeError("out is for arrays, but a and b are ints")
        return _native.cold_ints(a, b)
    if _is_a(a, "pandas", "Series") or _is_a(b, "pandas", "Series"):
        if out is not None:
            raise TypeError("out is for arrays, but a or b is a pandas Series")
        return _pandas_is_cold(a, b, threads)
    if _is_arrow(a) or _is_arrow(b):
        if out is not None:
            raise TypeError("out is for arrays, but a or b is an Arrow column")
        return _like(a if _is_arrow(a) else b, _native.cold_array(a, b, checked_threads(threads)))
    if any(_is_a(x, "numpy", kind) for x in (a, b, out) for kind in ("ndarray", "generic")):
        return _numpy_is_cold(a, b, out, threads)
    if hasattr(a, "__index__") and hasattr(b, "__index__"):
        return _native.cold_ints(a, b)
    if isinstance(a, float) or isinstance(b, float):
        # Raises, with the reason.
        numbers: list[Any] = [x if isinstance(x, float) else 0 for x in (a, b)]
        return _native.cold_ints(*numbers)
    if out is None:
        view = _view(b, "b") if isinstance(a, int) else _view(a, "a")
        out = memoryview(bytearray(view.nbytes // view.itemsize)).cast("?")
        if view.ndim > 1:
            out = out.cast("B").cast("?", view.shape)
    _native.cold_bytes(a, b, out, checked_threads(threads))
    return out


def _view(x: Any, name: str) -> memoryview:
    try:
        return memoryview(x)
    except TypeError:
        hint = "; numpy.asarray makes an array of it" if isinstance(x, (list, tuple)) else ""
        raise TypeError(
            f"{name} is of the type {type(x).__name__}, expected an int, an array or an Arrow column{hint}"
        ) from None


def _is_a(x: Any, module: str, name: str) -> bool:
    """Whether `x` is of that class. A module that nobody imported has no objects, and isn't imported here."""
    return isinstance(x, getattr(sys.modules.get(module), name, ()))


def _is_arrow(x: Any) -> bool:
    return hasattr(x, "__arrow_c_array__") or hasattr(x, "__arrow_c_stream__")


def _numpy_is_cold(a: Any, b: Any, out: Any, threads: int | None) -> Any:
    np = sys.modules["numpy"]
    a, b = _integers(np, a, "a"), _integers(np, b, "b")
    if a.shape != b.shape:
        a, b = np.broadcast_arrays(a, b)
    if out is None:
        if a.ndim == 0:
            return bool(_numpy_is_cold(a.reshape(1), b.reshape(1), None, threads)[0])
        result = np.empty(a.shape, np.bool_)
        _native.cold_bytes(a, b, result, checked_threads(threads))
        return result
    if not isinstance(out, np.ndarray) or out.dtype != np.bool_:
        raise TypeError("out is not a numpy array of bools")
    if out.shape != a.shape:
        raise ValueError(f"out has the shape {out.shape}, expected {a.shape}")
    if out.ndim and out.flags.c_contiguous and not (np.may_share_memory(out, a) or np.may_share_memory(out, b)):
        _native.cold_bytes(a, b, out, checked_threads(threads))
    else:
        out[...] = _numpy_is_cold(a, b, None, threads)
    return out


def _integers(np: Any, x: Any, name: str) -> Any:
    """`x` as an array in the byte order of this machine."""
    if isinstance(x, int) and x >= 2**63:
        if x >= 2**64:
            raise ValueError(f"{name} is an int beyond 64 bits, which an array can't be compared with")
        x = np.uint64(x)
    if isinstance(x, (list, tuple)):
        _view(x, name)
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array, expected one without a mask, or an Arrow column with nulls")
    x = np.asarray(x)
    if x.dtype.kind == "f":
        raise TypeError(
            f"{name} holds {x.dtype}, expected integers: a float64 has 53 bits, and large piles would be rounded; "
            "convert it to uint64 where you know that it holds whole numbers"
        )
    if x.dtype.kind not in "iu":
        raise TypeError(f"{name} holds {x.dtype}, expected integers of up to 64 bits")
    return x if x.dtype.isnative else x.astype(x.dtype.newbyteorder("="))


def _pandas_is_cold(a: Any, b: Any, threads: int | None) -> Any:
    """Rows are paired by their place. numpy's types need no pyarrow."""
    pandas = sys.modules["pandas"]
    series = [x for x in (a, b) if isinstance(x, pandas.Series)]
    if not series[0].index.equals(series[-1].index):
        raise ValueError("a and b have different indexes; align them, or reset both")

    def values(x: Any) -> Any:
        has_numpy_type = isinstance(x, pandas.Series) and not pandas.api.types.is_extension_array_dtype(x.dtype)
        if has_numpy_type:
            return x.to_numpy()
        if isinstance(x, pandas.Series) and not _is_arrow(x):
            # Before version 3 a Series has no Arrow interface.
            return import_module("pyarrow").array(x)
        return x

    a, b = values(a), values(b)
    if _is_arrow(a) or _is_arrow(b):
        pyarrow = import_module("pyarrow")
        cold = pandas.arrays.ArrowExtensionArray(pyarrow.array(_native.cold_array(a, b, checked_threads(threads))))
        is_masked = not any(isinstance(x.dtype, pandas.ArrowDtype) for x in series)
        result = pandas.Series(cold, index=series[0].index)
        return result.astype("boolean") if is_masked else result
    return pandas.Series(is_cold(a, b, threads=threads), index=series[0].index)


def _like(column: Any, cold: _native.ColdArray) -> Any:
    """The answers as a column of the library that `column` is of."""
    root = type(column).__module__.partition(".")[0]
    if root == "pyarrow":
        return sys.modules["pyarrow"].array(cold)
    if root == "polars":
        polars = sys.modules["polars"]
        name = column.name if isinstance(column, polars.Series) else ""
        return polars.Series(cold).alias(name)
    return cold
