"""`is_cold` of every pair of containers, with random rows, gives the right answers or the right exception."""

import os
import random

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
    has_negative = any(row is not None and row < 0 for column in rows for row in column)
    return ValueError if has_negative else None


@pytest.mark.fuzz
def test_every_pair_of_containers():
    random.seed(20)
    done = 0
    for _ in range(ROUNDS):
        for first in CONTAINERS:
            for second in CONTAINERS:
                check(first, second)
                done += 1
    assert done >= 3000 * ROUNDS


def check(first: Container, second: Container) -> None:
    pair = first, second
    scalars = [container.kind in ("scalar", "null") for container in pair]
    count = 70 if random.random() < 0.2 else random.randint(0, 9)
    bits = random.choice((3, 8, 62, 300))
    rows = tuple(rows_for(container, 1 if is_scalar else count, bits) for container, is_scalar in zip(pair, scalars))
    if len(rows[0]) == len(rows[1]):
        make_cold(*rows, second.bits)
    arguments = [container.make(column) for container, column in zip(pair, rows)]
    # Columns with the number of rows of the result.
    both = [column * count if is_scalar and not all(scalars) else column for column, is_scalar in zip(rows, scalars)]
    expected = [None if None in row else cold_by_isqrt(*row) for row in zip(*both)]
    refused = refusal(pair, rows)
    context = (first.name, second.name, rows)
    try:
        found = wythoff.is_cold(*arguments)
    except (TypeError, ValueError) as error:
        assert refused and isinstance(error, refused), (context, error)
        message = str(error)
        assert message.startswith(("row ", "a ", "b ", "None ")), (context, message)
        assert "shape" not in message and "null" not in message.replace("is null", "").replace("be null", "").replace("with nulls", "")
        return
    assert refused is None, (context, found)
    assert answers(found) == (expected[0] if all(scalars) else expected), context
    if isinstance(found, np.ndarray):
        assert found.dtype == bool
    if isinstance(found, pa.Array):
        found.validate(full=True)
