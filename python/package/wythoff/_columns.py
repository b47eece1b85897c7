"""The one normaliser of arguments: what a number, an array or a column is."""

import operator
import sys
from typing import Any, NoReturn, TypeAlias

ROUNDED = "a float64 has 53 bits, and large piles would be rounded"


class Kind:
    """The kinds of arguments. The larger of two decides what the result is."""

    NULL, INT, BUFFER, NUMPY, ARROW, PANDAS, EXPRESSION = range(7)


Piles: TypeAlias = tuple[int, Any, Any]
"""An argument, as the extension module takes it: its kind; an int, None for a null, a buffer of integers, or the method that
exports Arrow data; for numpy and pandas a mask, an array of bools that is True where a row is null, or None."""


def is_a(x: Any, module: str, name: str) -> bool:
    """Whether `x` is of that class. A module that nobody imported has no objects, and isn't imported here."""
    return isinstance(x, getattr(sys.modules.get(module), name, ()))


def export(x: Any) -> Any:
    """The method of `x` that exports Arrow data; None if it has none."""
    return getattr(x, "__arrow_c_stream__", None) or getattr(x, "__arrow_c_array__", None)


def piles(x: Any, name: str) -> Piles:
    """What `x` is; messages call it `name`. Raises `TypeError` for what holds no whole numbers."""
    if isinstance(x, int):
        return Kind.INT, x, None
    if type(x).__module__ == "pyarrow.lib":
        if not hasattr(x, "as_py"):
            return Kind.ARROW, export(_decoded(x)), None
        x = x.as_py()
    if is_a(x, "numpy", "ndarray"):
        return _of_numpy(x, name)
    if x is None or type(x).__name__ == "NAType":
        return Kind.NULL, None, None
    if is_a(x, "polars", "Expr"):
        return Kind.EXPRESSION, x, None
    if is_a(x, "pandas", "Series") or is_a(x, "pandas.api.extensions", "ExtensionArray"):
        return _of_pandas(x, name)
    if method := export(x):
        return Kind.ARROW, method, None
    if isinstance(x, (list, tuple)):
        refuse(x, name, f"write numpy.asarray({name}, dtype=numpy.uint64)")
    if hasattr(x, "__array__") and "numpy" in sys.modules:
        # A scalar of numpy, or an object of another library that becomes an array, such as a tensor.
        return _of_numpy(sys.modules["numpy"].asarray(x), name)
    if hasattr(x, "__index__") and not hasattr(x, "__len__"):
        return Kind.INT, operator.index(x), None
    if isinstance(x, float):
        raise TypeError(f"{name} is a float, expected an int: {ROUNDED}")
    try:
        view = memoryview(x)
    except TypeError:
        is_spark = type(x).__module__.startswith("pyspark.")
        refuse(x, name, "wythoff.spark.is_cold takes columns of Spark" if is_spark else "")
    if view.ndim:
        return Kind.BUFFER, view, None
    if view.format.lstrip("@=<>!") not in tuple("bBhHiIlLqQnN"):
        raise TypeError(f"{name} holds an element of the format {view.format!r}, expected an integer")
    order = "big" if view.format[0] in ">!" else "little" if view.format[0] == "<" else sys.byteorder
    return Kind.INT, int.from_bytes(view.tobytes(), order, signed=view.format[-1].islower()), None


def refuse(x: Any, name: str, hint: str = "") -> NoReturn:
    """Raises the exception for an argument of a wrong type."""
    expected = "expected an int, an array or a column of integers"
    raise TypeError(f"{name} is of the type {type(x).__name__}, {expected}{hint and '; '}{hint}")


def _decoded(x: Any) -> Any:
    """A column of pyarrow with the values of its dictionary, if it has one."""
    return x.cast(x.type.value_type) if hasattr(getattr(x, "type", None), "index_type") else x


def _of_numpy(x: Any, name: str) -> Piles:
    np: Any = sys.modules["numpy"]
    mask = None
    if isinstance(x, np.ma.MaskedArray):
        # What stands under a mask does not matter.
        mask, x = np.ma.getmaskarray(x), np.ma.filled(x, 0)
        if not x.ndim and mask:
            return Kind.NULL, None, None
    if x.dtype.kind not in "iu":
        x = _only_nulls(x, name)
    return (Kind.NUMPY, x, mask) if x.ndim else (Kind.INT, int(x[()]), None)


def _only_nulls(x: Any, name: str, missing: Any = None) -> Any:
    """Zeros in place of an array that is empty or holds only nulls. Raises `TypeError` for any other one."""
    np: Any = sys.modules["numpy"]
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


def _of_pandas(x: Any, name: str) -> Piles:
    """A column whose type is numpy's or pandas' own, or an Arrow column; nothing else is imported for the first two."""
    np, pd = sys.modules["numpy"], sys.modules["pandas"]
    if isinstance(x.dtype, pd.ArrowDtype):
        return Kind.PANDAS, export(_decoded(getattr(x, "array", x).__arrow_array__())), None
    values, mask = x.to_numpy() if isinstance(x.dtype, np.dtype) else None, None
    if values is None or values.dtype.kind not in "iu":
        mask = np.asarray(x.isna())
    if isinstance(x.dtype, pd.CategoricalDtype):
        x = getattr(x, "cat", x)
        # The code of a null is -1: the last of the values.
        values = np.append(x.categories.to_numpy(), 0)[x.codes]
    elif values is None and x.dtype.kind in "iu" and hasattr(x.dtype, "numpy_dtype"):
        values = x.to_numpy(x.dtype.numpy_dtype, na_value=0)
    elif values is None:
        values = np.asarray(x)
    if values.dtype.kind not in "iu":
        values = _only_nulls(values, name, mask)
    return Kind.PANDAS, values, mask
