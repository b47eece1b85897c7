"""The one normaliser of arguments: what a number, an array or a column is."""

import operator
import sys
from typing import Any, NamedTuple, NoReturn

ROUNDED = "a float64 has 53 bits, and large piles would be rounded"


class Piles(NamedTuple):
    """An argument, as the extension module takes it."""

    values: Any
    """An int, None for a null, a buffer of integers, or an object that exports Arrow data."""
    kind: str
    """`int`, `null`, `buffer`, `numpy`, `pandas` or `arrow`: who made it."""
    mask: Any = None
    """For numpy and pandas: an array of bools, True where a row is null."""

    @property
    def is_scalar(self) -> bool:
        """Whether it is one number for all rows."""
        return self.kind in ("int", "null")


def is_a(x: Any, module: str, *names: str) -> bool:
    """Whether `x` is of one of these classes. A module that nobody imported has no objects, and isn't imported here."""
    loaded = sys.modules.get(module)
    return loaded is not None and any(isinstance(x, getattr(loaded, name, ())) for name in names)


def piles(x: Any, name: str) -> Piles:
    """What `x` is; messages call it `name`. Raises `TypeError` for what holds no whole numbers."""
    if isinstance(x, int):
        return Piles(x, "int")
    # The most frequent arrays: nothing else needs to be asked.
    if hasattr(x, "dtype") and type(x) is getattr(sys.modules.get("numpy"), "ndarray", None) and x.ndim and x.dtype.kind in "iu":
        return Piles(x, "numpy")
    if is_a(x, "pyarrow", "Scalar"):
        x = x.as_py()
    if x is None or type(x).__name__ == "NAType" or x is getattr(sys.modules.get("numpy.ma"), "masked", x is None):
        return Piles(None, "null")
    if is_a(x, "pandas", "Series") or is_a(x, "pandas.api.extensions", "ExtensionArray"):
        return _of_pandas(sys.modules["pandas"], x, name)
    if hasattr(x, "__arrow_c_array__") or hasattr(x, "__arrow_c_stream__"):
        return Piles(x, "arrow")
    if isinstance(x, (list, tuple)):
        refuse(x, name, f"write numpy.asarray({name}, dtype=numpy.uint64)")
    if hasattr(x, "__array__") and "numpy" in sys.modules:
        return _of_numpy(sys.modules["numpy"], x, name)
    if hasattr(x, "__index__") and not hasattr(x, "__len__"):
        return Piles(operator.index(x), "int")
    if isinstance(x, float):
        raise TypeError(f"{name} is a float, expected an int: {ROUNDED}")
    try:
        view = memoryview(x)
    except TypeError:
        hint = {"pyspark": "wythoff.spark.is_cold takes columns of Spark"}.get(type(x).__module__.partition(".")[0], "")
        refuse(x, name, hint)
    if view.ndim:
        return Piles(view, "buffer")
    if view.format.lstrip("@=<>!") not in tuple("bBhHiIlLqQnN"):
        raise TypeError(f"{name} holds an element of the format {view.format!r}, expected an integer")
    order = "big" if view.format[0] in ">!" else "little" if view.format[0] == "<" else sys.byteorder
    return Piles(int.from_bytes(view.tobytes(), order, signed=view.format[-1].islower()), "int")


def refuse(x: Any, name: str, hint: str = "") -> NoReturn:
    """Raises the exception for an argument of a wrong type."""
    expected = "expected an int, an array or a column of integers"
    raise TypeError(f"{name} is of the type {type(x).__name__}, {expected}{hint and '; '}{hint}")


def _of_numpy(np: Any, x: Any, name: str) -> Piles:
    """Also of the objects of other libraries that become arrays, such as tensors."""
    mask = np.ma.getmaskarray(x) if isinstance(x, np.ma.MaskedArray) else None
    # What stands under a mask does not matter.
    x = np.asarray(x) if mask is None else np.ma.filled(x, 0)
    if x.dtype.kind not in "iu":
        x = _only_nulls(np, x, name)
    if x.ndim == 0:
        return Piles(None, "null") if mask is not None and mask else Piles(int(x[()]), "int")
    return Piles(x, "numpy", mask)


def _only_nulls(np: Any, x: Any, name: str, missing: Any = None) -> Any:
    """Zeros in place of an array that is empty or holds only nulls. Raises `TypeError` for any other one."""
    if x.dtype.kind in "fO" and x.ndim and (x.size == 0 or (missing is not None and missing.all())):
        return np.zeros(x.shape, np.uint64)
    holds = f"{name} holds {x.dtype}, expected integers"
    if x.dtype.kind == "f":
        nan = np.argwhere(np.isnan(np.atleast_1d(x)))
        if len(nan):
            row = nan[0].tolist() if x.ndim > 1 else nan[0, 0]
            raise TypeError(
                f'{holds}: NaN in row {row} made it floats, and {ROUNDED}; make the column with dtype="Int64" of pandas, '
                "or as a masked array or an Arrow column of integers"
            )
        raise TypeError(f"{holds}: {ROUNDED}; convert it to uint64 where you know that it holds whole numbers")
    if x.dtype.kind == "O":
        example = type(x.flat[0]).__name__ if x.size else "nothing"
        raise TypeError(
            f'{holds} of up to 64 bits (row 0 is of the type {example}); write {name}.astype("uint64"), '
            'or astype("Int64") for a column of pandas with nulls'
        )
    raise TypeError(f"{holds} of up to 64 bits")


def _of_pandas(pd: Any, x: Any, name: str) -> Piles:
    """A column whose type is numpy's or pandas' own, or an Arrow column; nothing else is imported for the first two."""
    np = sys.modules["numpy"]
    if isinstance(x.dtype, pd.ArrowDtype):
        return Piles(getattr(x, "array", x).__arrow_array__(), "pandas")
    missing = x.isna()
    mask = np.asarray(missing) if missing.any() or hasattr(x.dtype, "numpy_dtype") else None
    if isinstance(x.dtype, pd.CategoricalDtype):
        x = getattr(x, "cat", x)
        # The code of a null is -1: the last of the values.
        values = np.append(x.categories.to_numpy(), 0)[x.codes]
    elif x.dtype.kind in "iu":
        values = x.to_numpy(dtype=getattr(x.dtype, "numpy_dtype", x.dtype), **({} if mask is None else {"na_value": 0}))
    else:
        values = np.asarray(x)
    if values.dtype.kind not in "iu":
        values = _only_nulls(np, values, name, missing)
    return Piles(values, "pandas", mask)
