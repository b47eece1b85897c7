"""Every pair of containers, with random rows, gives the right answers or the right exception."""

import os
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import wythoff
from containers import CONTAINERS, Container, Rows, answers, only_nulls
from positions import cold_by_isqrt

ROUNDS = int(os.environ.get("ROUNDS", "30"))


def rows_for(container: Container, count: int, largest_bits: int) -> Rows:
    """Rows that the container can hold; the piles are below `2**largest_bits`."""
    if only_nulls(container):
        return [None] * count
    bits = min(container.bits, largest_bits)
    rows: Rows = [random.getrandbits(random.randint(1, bits)) for _ in range(count)]
    if container.nulls:
        rows = [None if random.random() < 0.2 else row for row in rows]
    if container.signed and random.random() < 0.1 and rows:
        rows[random.randrange(len(rows))] = -1
    return rows


def make_cold(a: Rows, b: Rows, fits: int) -> None:
    """Replaces some rows of `b` by the partners of the rows of `a`."""
    for row, pile in enumerate(a):
        if pile is not None and pile >= 0 and b[row] is not None and b[row] >= 0 and random.random() < 0.5:
            index, side = wythoff.rank(pile)
            partner = pile + index if side == "lower" else pile - index
            if partner < 2**fits:
                b[row] = partner


def is_negative(pile: int | None) -> bool:
    return pile is not None and pile < 0


def refusal(pair: tuple[Container, Container], rows: tuple[Rows, Rows]) -> type[Exception] | None:
    """The exception that the kinds and the rows must cause."""
    kinds = {container.kind for container in pair}
    if kinds <= {"scalar", "null"}:
        if "null" in kinds:
            return TypeError
    elif "null" in kinds and "column" not in kinds and not any(container.name == "numpy, masked" for container in pair):
        return TypeError
    elif any(container.kind == "scalar" and row[0] >= 2**64 for container, row in zip(pair, rows)):
        return ValueError
    return ValueError if any(map(is_negative, (*rows[0], *rows[1]))) else None


def check_message(error: Exception, columns: dict[str, Rows]) -> None:
    """A message names its argument, and the first row that is negative."""
    message = str(error)
    assert message.startswith(("row ", *(f"{name} " for name in columns), "None "))
    assert "shape" not in message and "null" not in message.replace("is null", "").replace("be null", "").replace("with nulls", "")
    if named := re.match(r"row (\d+): (\w) is (negative|-1),", message):
        assert [is_negative(pile) for pile in columns[named[2]]].index(True) == int(named[1])


def check_pair(first: Container, second: Container) -> None:
    pair = first, second
    scalars = [container.kind in ("scalar", "null") for container in pair]
    count = 70 if random.random() < 0.2 else random.randint(0, 9)
    bits = random.choice((3, 8, 62, 300))
    rows = tuple(rows_for(container, 1 if is_scalar else count, bits) for container, is_scalar in zip(pair, scalars))
    if len(rows[0]) == len(rows[1]):
        make_cold(*rows, second.bits)
    arguments = [container.make(column) for container, column in zip(pair, rows)]
    refused = refusal(pair, rows)
    # Columns with the number of rows of the result.
    both = [column * count if is_scalar and not all(scalars) else column for column, is_scalar in zip(rows, scalars)]
    expected = [None if None in row else cold_by_isqrt(*row) for row in zip(*both)]
    try:
        found = wythoff.is_cold(*arguments, threads=random.choice((None, 1, 3, 2**70)))
    except (TypeError, ValueError) as error:
        assert refused and isinstance(error, refused), (rows, error)
        check_message(error, dict(zip("ab", rows)))
        return
    assert refused is None, (rows, found)
    assert answers(found) == (expected[0] if all(scalars) else expected), rows
    if isinstance(found, np.ndarray):
        assert found.dtype == bool
    if isinstance(found, pa.Array):
        found.validate(full=True)


def check_numbers(container: Container, call: Callable[[Any], Any], name: str) -> None:
    """`rank`, `cold_position` and `winning_moves` take the same containers. Their results fit into 64 bits."""
    is_scalar = container.kind in ("scalar", "null")
    rows = rows_for(container, 1 if is_scalar else random.randint(0, 9), random.choice((3, 62, 63, 64, 300)))
    expected, refused = [], TypeError if container.kind == "null" else None
    for pile in rows:
        expected.append(None if pile is None or pile < 0 else call(pile))
        is_large = name == "n" and not is_scalar and expected[-1] is not None
        if is_large and pile >= 2**64:
            refused = refused or ValueError
        elif is_large and isinstance(expected[-1][1], int) and expected[-1][1] >= 2**64:
            refused = refused or OverflowError
    refused = ValueError if any(map(is_negative, rows)) else refused
    try:
        found = call(container.make(rows))
    except (TypeError, ValueError, OverflowError) as error:
        assert refused and isinstance(error, refused), (rows, error)
        check_message(error, {name: rows})
        return
    assert refused is None, (rows, found)
    if not is_scalar and name == "n":
        found = [None if None in row else row for row in zip(*(column.tolist() for column in found))]
    assert found == (expected[0] if is_scalar else expected), rows


@pytest.mark.fuzz
@pytest.mark.parametrize("first", CONTAINERS, ids=lambda container: container.name)
def test_every_pair_of_containers(first):
    random.seed(first.name)
    for _ in range(ROUNDS):
        for second in CONTAINERS:
            check_pair(first, second)
        check_numbers(first, wythoff.rank, "n")
        check_numbers(first, wythoff.cold_position, "n")
        check_numbers(first, lambda pile: wythoff.winning_moves(pile, 8), "a")
