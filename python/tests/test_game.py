"""Questions about one position or number."""

import pickle
from itertools import islice
from math import isqrt

import pytest
import wythoff
from hypothesis import given
from hypothesis import strategies as st
from positions import cold_by_isqrt

any_pile = st.one_of(st.integers(0, 300), st.integers(0, 2**70), st.integers(0, 10**60))


@given(any_pile, any_pile)
def test_winning_moves_lead_to_cold_positions(a, b):
    moves = wythoff.winning_moves(a, b)
    assert bool(moves) is not cold_by_isqrt(a, b)
    small, large = sorted((a, b))
    for move in moves:
        assert move.taken > 0 and cold_by_isqrt(*move.to)
        taken = {"both": (1, 1), "smaller": (1, 0), "larger": (0, 1)}[move.pile]
        after = (small - taken[0] * move.taken, large - taken[1] * move.taken)
        assert tuple(sorted(after)) == move.to and min(after) >= 0


@given(any_pile)
def test_cold_position_and_rank(n):
    lower, upper = wythoff.cold_position(n)
    assert (lower, upper) == ((n + isqrt(5 * n * n)) // 2, (n + isqrt(5 * n * n)) // 2 + n)
    assert wythoff.rank(lower) == (n, "lower")
    assert wythoff.rank(upper) == (n, "upper" if n else "lower")


def test_cold_positions():
    assert list(islice(wythoff.cold_positions(2**80), 2))[1] == wythoff.cold_position(2**80 + 1)
    assert list(wythoff.cold_positions(3, 3)) == []
    with pytest.raises(ValueError, match="start is -1"):
        wythoff.cold_positions(-1)


def test_nim_refuses():
    for pile, error, message in ((2**64, ValueError, "18446744073709551616, expected 0 to"), (-1, ValueError, "-1, expected 0"), (1.0, TypeError, "of the type float")):
        with pytest.raises(error, match=f"pile 1 is {message}"):
            wythoff.nim([1, pile])


def test_grundy():
    small, large = pickle.loads(pickle.dumps(wythoff.grundy(3))).tolist(), wythoff.grundy(400)
    assert small == [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    assert [[large[a, b] for b in range(4)] for a in range(4)] == small and wythoff.grundy(0).tolist() == [[0]]
    for number in (-1, 21846, 2**64):
        with pytest.raises(ValueError, match=f"max is {number}, expected 0 to"):
            wythoff.grundy(number)


def test_explain():
    assert "is hot: the player to move wins." in wythoff.explain(5, 8)
    assert str(10**40) in wythoff.explain(10**40, 1)
    for a, error, message in ((-1, ValueError, "a is -1, expected 0 or more"), ("1", TypeError, "a is of the type str, expected an int")):
        with pytest.raises(error, match=message):
            wythoff.explain(a, 2)


def test_problems():
    problems = wythoff.problems()
    assert {"poj1067", "hdu2177", "luogu-p2197"} <= {problem.name for problem in problems}
    for name, _, _, sample_input, sample_answers in problems:
        report = wythoff.check(sample_input.encode(), sample_answers.encode(), problem=name)
        assert report.is_right and report.cases > 0, name
