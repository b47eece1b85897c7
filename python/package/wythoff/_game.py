"""Questions about one position or number, of any size."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, overload

from . import _native
from ._cold import contiguous, expression, pair
from ._columns import Kind, piles, refuse_negative
from ._errors import whole

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray


class Move(NamedTuple):
    """A winning move: the pile from which it takes, the number that it takes (from both piles the same), and the cold
    position after it, the smaller pile first."""

    pile: Literal["both", "larger", "smaller"]
    taken: int
    to: tuple[int, int]


class Rank(NamedTuple):
    """The place of a number in the cold positions: the index of the position that has the number, and whether it is the
    smaller or the larger pile there. For an array of numbers, both are arrays."""

    n: int
    side: Literal["lower", "upper"]


class NimMove(NamedTuple):
    """A winning move of Nim: the index of the pile, from 0, and its size before and after the move."""

    pile: int
    before: int
    after: int


class Nim(NamedTuple):
    """A position of Nim: whether the player to move loses, the xor of the piles, and the winning moves in their order."""

    cold: bool
    nim_sum: int
    moves: list[NimMove]


class Problem(NamedTuple):
    """A problem of an online judge.

    - `name`: the argument `problem` of `solve`, `check` and `generate`.
    - `title`, `asks`: the title at the judge, and the question in a sentence.
    - `sample_input`, `sample_answers`: a sample, and the answers to it.
    """

    name: str
    title: str
    asks: str
    sample_input: str
    sample_answers: str


@overload
def winning_moves(a: SupportsIndex, b: SupportsIndex, /) -> list[Move]: ...
@overload
def winning_moves(a: "pl.Expr", b: "pl.Expr | SupportsIndex", /) -> "pl.Expr": ...
@overload
def winning_moves(a: SupportsIndex, b: "pl.Expr", /) -> "pl.Expr": ...
@overload
def winning_moves(a: Any, b: Any, /) -> Any: ...
def winning_moves(a: Any, b: Any, /) -> Any:
    """All winning moves of the position `(a, b)`; none if it is cold.

    Moves that take from both piles are first, then from the larger pile, then from the smaller one. There are at most
    three. For arrays or columns of one dimension: a list of such lists, with None for a null. For polars expressions:
    an expression of lists of structs.

    Raises `TypeError` for what is not an int, `ValueError` for a negative one.

    >>> import wythoff
    >>> for move in wythoff.winning_moves(2, 2):
    ...     print(move)
    Move(pile='both', taken=2, to=(0, 0))
    Move(pile='larger', taken=1, to=(1, 2))
    >>> wythoff.winning_moves(4, 7)
    []
    """
    if type(a) is int and type(b) is int:
        return [Move(*move) for move in _native.winning_moves(a, b)]
    first, second, kind = pair(a, b)
    if kind == Kind.EXPRESSION:
        pl: Any = sys.modules["polars"]
        dtype = pl.List(pl.Struct({"pile": pl.String, "taken": pl.UInt64, "to": pl.List(pl.UInt64)}))
        return expression(_moves_of_columns, dtype, a=_no_negatives(a), b=_no_negatives(b))
    if kind == Kind.INT:
        return winning_moves(int(first.values), int(second.values))
    for x, name in ((first, "a"), (second, "b")):
        if getattr(x.values, "ndim", 1) > 1:
            raise ValueError(f"{name} has {x.values.ndim} dimensions, expected one")
    rows = _native.int_rows(contiguous(first.values), contiguous(second.values))
    masks = [x.mask for x in (first, second) if x.mask is not None]
    return [None if None in position or any(nulls) else winning_moves(*position) for position, *nulls in zip(rows, *masks)]


def _moves_of_columns(a: Any, b: Any) -> Any:
    return [moves and [move._asdict() for move in moves] for moves in winning_moves(a, b)]


def _no_negatives(x: Any) -> Any:
    """Nulls in place of negative numbers, if `x` is a polars expression."""
    pl: Any = sys.modules["polars"]
    return pl.when(x >= 0).then(x) if isinstance(x, pl.Expr) else x


@overload
def cold_position(n: int, /) -> tuple[int, int]: ...
@overload
def cold_position(n: "NDArray[np.integer[Any]]", /) -> "tuple[NDArray[np.uint64], NDArray[np.uint64]]": ...  # type: ignore[overload-overlap]
@overload
def cold_position(n: SupportsIndex, /) -> tuple[int, int]: ...
@overload
def cold_position(n: "pl.Expr", /) -> "tuple[pl.Expr, pl.Expr]": ...
@overload
def cold_position(n: Any, /) -> Any: ...
def cold_position(n: Any, /) -> Any:
    """Cold position number `n`, the smaller pile first. Its piles differ by `n`.

    For an array or a column of numbers: two numpy arrays, of the smaller and of the larger piles, masked in rows that
    are null. For a polars expression: two expressions, null for a negative number.

    Raises `TypeError` for what is not an int, `ValueError` for a negative one, `OverflowError` for a pile of an array that
    is beyond 64 bits.

    >>> import wythoff
    >>> [wythoff.cold_position(n) for n in range(4)]
    [(0, 0), (1, 2), (3, 5), (4, 7)]
    >>> wythoff.cold_position(10**20)
    (161803398874989484820, 261803398874989484820)
    >>> import numpy as np
    >>> wythoff.cold_position(np.arange(4))[1]
    array([0, 2, 5, 7], dtype=uint64)
    """
    return _native.cold_position(n) if type(n) is int else _of_any(n, _native.cold_position)


def _of_any(n: Any, of_number: Callable[[int], tuple[Any, Any]]) -> tuple[Any, Any]:
    """The cold position or the rank of a number, or two numpy arrays for an array or a column, or two expressions."""
    numbers, is_rank = piles(n, "n"), of_number == _native.rank
    if numbers.kind == Kind.INT:
        return of_number(numbers.values)
    if numbers.kind == Kind.NULL:
        raise TypeError("n is null, expected an int: only the rows of a column can be null")
    if numbers.kind == Kind.EXPRESSION:
        pl: Any = sys.modules["polars"]
        kinds = pl.UInt64, pl.String if is_rank else pl.UInt64
        fields = [lambda column, which=which: _of_any(column, of_number)[which].tolist() for which in (0, 1)]
        return tuple(expression(field, kind, n=_no_negatives(n)) for field, kind in zip(fields, kinds))
    np: Any = import_module("numpy")
    values, mask, shape = numbers.values, numbers.mask, -1
    if hasattr(values, "dtype"):
        if values.ndim > 1:
            # Negative numbers are refused here, because the extension does not know the shape for the message.
            refuse_negative(values, "n")
        values, shape = contiguous(values).reshape(-1), values.shape
    *pair, nulls = _native.ranks_or_positions(values, is_rank)
    first, second = (np.frombuffer(column, np.uint64).reshape(shape) for column in pair)
    if is_rank:
        second = np.where(second, "upper", "lower")
    if nulls is not None:
        mask = np.frombuffer(nulls, bool)
    return (first, second) if mask is None else (np.ma.MaskedArray(first, mask), np.ma.MaskedArray(second, mask))


def cold_positions(start: int = 0, stop: int | None = None, /) -> Iterator[tuple[int, int]]:
    """The cold positions number `start` to `stop - 1`; without `stop` all from `start` on.

    Raises `TypeError` for what is not an int, `ValueError` for a negative `start`.

    >>> import wythoff
    >>> list(wythoff.cold_positions(1, 4))
    [(1, 2), (3, 5), (4, 7)]
    """
    start = whole(start, "start", 0, None)
    return map(_native.cold_position, count(start) if stop is None else range(start, stop))


@overload
def rank(n: int, /) -> Rank: ...
@overload
def rank(n: "NDArray[np.integer[Any]]", /) -> Any: ...
@overload
def rank(n: SupportsIndex, /) -> Rank: ...
@overload
def rank(n: Any, /) -> Any: ...
def rank(n: Any, /) -> Any:
    """The index of the cold position that has a pile of `n`, and whether `n` is its smaller or its larger pile.

    Each number is in exactly one cold position. (0 is both piles of position 0, and counts as the lower one.) For an
    array or a column of numbers, both fields are numpy arrays; for a polars expression, expressions.

    Raises `TypeError` for what is not an int, `ValueError` for a negative one.

    >>> import wythoff
    >>> wythoff.rank(10)
    Rank(n=4, side='upper')
    >>> wythoff.cold_position(4)
    (6, 10)
    >>> import numpy as np
    >>> wythoff.rank(np.array([9, 10, 11])).n
    array([6, 4, 7], dtype=uint64)
    """
    return Rank(*(_native.rank(n) if type(n) is int else _of_any(n, _native.rank)))


def nim(piles: Iterable[SupportsIndex], /, *, misere: bool = False) -> Nim:
    """The outcome of Nim with any number of piles below 2**64, and the winning moves.

    `misere`: whoever takes the last object loses.

    Raises `TypeError` for a pile that is not an int, `ValueError` for a pile that is negative or too large.

    >>> import wythoff
    >>> wythoff.nim([3, 6, 9])
    Nim(cold=False, nim_sum=12, moves=[NimMove(pile=2, before=9, after=5)])
    >>> wythoff.nim([1, 1]).cold, wythoff.nim([1, 1], misere=True).cold
    (True, False)
    """
    sizes = [pile if type(pile) is int and 0 <= pile < 2**64 else whole(pile, f"pile {i}") for i, pile in enumerate(piles)]
    cold, nim_sum, moves = _native.nim(sizes, misere)
    return Nim(cold, nim_sum, [NimMove(*move) for move in moves])


def grundy(max: int, /) -> "NDArray[np.uint16]":
    """The Grundy values of all positions with piles up to `max`: a square numpy array, indexed by both piles.

    It has `2 * (max + 1)**2` bytes; `max` is at most 21845. The largest table takes a minute and 2 GB. Ctrl-C ends the
    computation, and other threads run meanwhile.

    Raises `ValueError` for a larger or a negative `max`.

    >>> import wythoff
    >>> table = wythoff.grundy(3)
    >>> int(table[2, 3])
    5
    >>> table.tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    """
    np: Any = import_module("numpy")
    max = whole(max, "max", 0, 21845)
    return np.frombuffer(_native.grundy(max), np.uint16).reshape(max + 1, max + 1)  # type: ignore[no-any-return]


def explain(a: SupportsIndex, b: SupportsIndex, /) -> str:
    """Why the position `(a, b)` is cold or hot, as lines of text for people.

    The text is the English output of `wythoff explain`.

    Raises `TypeError` if a pile is not an int, `ValueError` if it is negative or has more than 4300 digits.

    >>> import wythoff
    >>> print(wythoff.explain(165580140, 267914295).splitlines()[0])
    (165580140, 267914295) is cold: the player to move loses.
    """
    # Only this function starts a process, and the module takes long to import.
    import subprocess

    from .__main__ import program

    command = [program(), "explain", str(whole(a, "a", 0, None)), str(whole(b, "b", 0, None))]
    return subprocess.check_output(command, text=True, env=os.environ | {"LC_ALL": "C"})


def problems() -> list[Problem]:
    """The problems of online judges that `solve`, `check` and `generate` know.

    >>> import wythoff
    >>> wythoff.problems()[0].name
    'poj1067'
    """
    return [Problem(*problem) for problem in _native.problems()]
