"""The exception of the package, and functions that check arguments."""

import operator
import reprlib
from typing import Any


class Error(ValueError):
    """A fault of an input, with its location, or of an argument.

    - `path`: the path of the input or output, or its name. In the message some characters are escaped.
    - `line`, `column`, `byte`: the line and the byte within it, from 1, and the byte within the input, from 0. `line` is
      `None` in a range with more than 4 GiB before it.

    An error of the operating system, such as a missing file or a full disk, is an `OSError` instead.

    >>> import wythoff
    >>> try:
    ...     wythoff.solve(b"1 2\\n3 x\\n")
    ... except wythoff.Error as error:
    ...     print(error)
    ...     print(error.path, error.line, error.column, error.byte)
    <bytes>:2:3: expected a second pile (decimal digits), found `x`
    <bytes> 2 3 6
    """

    path: str | None
    line: int | None
    column: int | None
    byte: int | None

    def __init__(self, message: str, path: Any = None, line: Any = None, column: Any = None, byte: Any = None) -> None:
        super().__init__(message)
        self.path, self.line, self.column, self.byte = path, line, column, byte


def shown(x: Any) -> str:
    """`x` in a message, cut short. Python refuses to write ints of more than 4300 digits."""
    if isinstance(x, int) and x.bit_length() > 256:
        return f"an int of {x.bit_length()} bits"
    return str(int(x)) if isinstance(x, int) else reprlib.repr(x)


def whole(number: Any, name: str, least: int = 0, most: int | None = 2**64 - 1) -> int:
    """`number` as an int, which messages call `name`. `most` is None if it may have any size."""
    if not hasattr(type(number), "__index__"):
        raise TypeError(f"{name} is of the type {type(number).__name__}, expected an int")
    number = operator.index(number)
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name} is {shown(number)}, expected {least} {'or more' if most is None else f'to {most}'}")
    return int(number)


def checked_threads(threads: int | None) -> int | None:
    """The largest number of threads that the caller allows; `None` if the size of the input decides."""
    return None if threads is None else min(whole(threads, "threads", 1, None), 2**16)
