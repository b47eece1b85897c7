"""The exception of the package, and what checks an argument."""

import operator


class Error(ValueError):
    """What is wrong with an input, and where.

    What the system refuses, such as a missing file or a full disk, is an `OSError` instead.

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
    """The input or output, as the message names it."""
    line: int | None
    """The line, from 1. `None` in a range with more than 4 GiB before it."""
    column: int | None
    """The byte within the line, from 1."""
    byte: int | None
    """The byte within the input, from 0."""

    def __init__(
        self,
        message: str,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        byte: int | None = None,
    ) -> None:
        super().__init__(message)
        self.path = path
        self.line = line
        self.column = column
        self.byte = byte

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (*self.args, self.path, self.line, self.column, self.byte))


def checked_threads(threads: int | None) -> int | None:
    """The largest number of threads that the caller allows; `None` if the size of the input decides."""
    if threads is not None and operator.index(threads) < 1:
        raise ValueError(f"threads must be a whole number, at least 1, or None; found {threads}")
    return threads
