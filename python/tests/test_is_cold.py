"""`is_cold` of ints, and of arrays of numpy."""

import array
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import wythoff
from hypothesis import given
from hypothesis import strategies as st
from positions import cold_by_isqrt, hard_positions


def arrays(dtype: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two columns of piles that fit `dtype`, and the right answers."""
    bits = np.iinfo(dtype).bits - (np.dtype(dtype).kind == "i")
    pairs = hard_positions(bits)
    a, b = (np.array(column, dtype) for column in zip(*pairs))
    expected = np.array([cold_by_isqrt(*pair) for pair in pairs])
    assert 10 < expected.sum() < len(pairs) - 10
    return a, b, expected


@given(st.integers(0, 10**60), st.integers(-1, 1), st.integers(0, 10**60))
def test_ints_of_any_size(n, step, other):
    lower, upper = wythoff.cold_position(n)
    a = max(lower + step, 0)
    assert wythoff.is_cold(a, upper) is wythoff.is_cold(upper, a) is cold_by_isqrt(a, upper)
    assert wythoff.is_cold(a, other) is cold_by_isqrt(a, other)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint64"])
def test_shapes_and_strides(dtype):
    a, b, expected = (column[:1320] for column in arrays(dtype))
    views = {
        "step": lambda x: x[::3],
        "backwards": lambda x: x[::-1],
        "transposed": lambda x: x.reshape(33, 40).T,
        "fortran": lambda x: np.asfortranarray(x.reshape(33, 40)),
        "inner": lambda x: x.reshape(33, 40)[3:-2, 5:-1:2],
        "four": lambda x: x.reshape(3, 11, 4, 10)[:, ::-2, 1:3, ::3],
        "swapped": lambda x: x.reshape(3, 11, 4, 10).transpose(2, 0, 3, 1),
        "empty matrix": lambda x: x.reshape(33, 40)[:, :0],
        "none": lambda x: x[7],
        "unaligned": lambda x: np.frombuffer(b"." + x.tobytes(), x.dtype, offset=1),
    }
    for name, view in views.items():
        found = wythoff.is_cold(view(a), view(b))
        np.testing.assert_array_equal(found, view(expected), name)
        assert np.shape(found) == view(expected).shape, name
    # One array is contiguous, the other is not.
    np.testing.assert_array_equal(wythoff.is_cold(a[::-1].copy()[::-1], b), expected)


def test_broadcast():
    a, b = np.arange(50), np.arange(70)
    expected = [[cold_by_isqrt(x, y) for y in range(70)] for x in range(50)]
    assert wythoff.is_cold(a[:, None], b).tolist() == expected and wythoff.is_cold(3, b).tolist() == expected[3]
    assert wythoff.is_cold(np.int64(3), 10**30) is False
    with pytest.raises(ValueError, match="broadcast"):
        wythoff.is_cold(a, b)


def test_out():
    a, b, expected = arrays("int64")
    # The old content of `out` and its strides do not matter.
    used = np.frombuffer(bytearray(b"\x09" * len(a)), bool)
    for out in (np.ones(len(a), bool), np.ones(2 * len(a), bool)[::2], used):
        assert wythoff.is_cold(a, b, out=out) is out
        np.testing.assert_array_equal(out.view(np.uint8), expected)
    # `out` may share the memory of an input.
    piles = np.arange(200, dtype=np.uint8)
    out = piles.view(bool)
    assert wythoff.is_cold(piles, 5, out=out) is out
    assert out.tolist() == [cold_by_isqrt(n, 5) for n in range(200)]
    used.setflags(write=False)
    for refused, message in ((used, "read-only"), (np.ones(3, bool), "broadcast"), (np.ones(1, bool), "reduction")):
        with pytest.raises(ValueError, match=message):
            wythoff.is_cold(a, b, out=refused)
    for first, refused in ((a, a), (a, bytearray(len(a))), (1, np.ones(1, bool))):
        with pytest.raises(TypeError, match="out is"):
            wythoff.is_cold(first, 3, out=refused)


def test_many_rows_that_are_not_contiguous():
    """numpy passes the arrays in several parts."""
    n = np.arange(900_000)
    lower, upper = wythoff.cold_position(n)
    a, b = np.stack([lower, upper + (n % 3 == 0)], axis=1).astype(">i8").T
    assert (wythoff.is_cold(a, b) == (n % 3 != 0)).all()
    b[800_000] = -1
    with pytest.raises(ValueError, match="row 800000: b is negative"):
        wythoff.is_cold(a, b)


def test_negative_piles_name_their_row():
    """The first of them, whichever thread reads it."""
    many = np.ones(10**6, np.int64)
    many[-300_000:] = -1
    tracemalloc.start()
    for call in (lambda: wythoff.is_cold(many, 1, threads=4), lambda: wythoff.rank(many.reshape(2, -1))):
        with pytest.raises(ValueError, match=r"^row (700000|\(1, 200000\)): . is negative, expected 0 or more$"):
            call()
    # The memory: one byte for each row, and the answers.
    assert tracemalloc.get_traced_memory()[1] < many.nbytes + (3 << 20)
    tracemalloc.stop()
    many[0] = -2
    with pytest.raises(ValueError, match="row 299999: b is negative"):
        wythoff.is_cold(7, many[299_999::-1])


def test_what_is_no_integer():
    ints = np.arange(3)
    for floats in (1.0, np.float32(1), ints.astype(np.float16), array.array("d", [1, 2, 3])):
        with pytest.raises(TypeError, match="b (is a float|holds float).*53 bits.*rounded"):
            wythoff.is_cold(ints, floats)
    for other in (ints == 1, ints.astype("datetime64[s]"), ints + 1j, "12", {}, ints.astype(object)):
        with pytest.raises(TypeError, match="expected an int|expected integers"):
            wythoff.is_cold(other, 1)
    with pytest.raises(TypeError, match="it holds the type NoneType.*has nulls"):
        wythoff.is_cold([1, None], 2)
    # numpy would convert these lists to floats.
    assert wythoff.is_cold([1, 2**63], 2).tolist() == wythoff.is_cold([[1], [2**64 - 1]], 2)[:, 0].tolist() == [True, False]
    for pile, message in ((2**64, "18446744073709551616, expected 0"), (-1, "-1, expected 0"), (10**5000, "an int of 16610 bits, expected 0")):
        with pytest.raises(ValueError, match=f"^row 1: a is {message}"):
            wythoff.is_cold([2**63, pile], 2)
    for call in (lambda n: wythoff.is_cold(n, 1), lambda n: wythoff.is_cold(ints, n), wythoff.rank, lambda n: wythoff.nim([n])):
        with pytest.raises(ValueError, match="is an int of 16610 bits, expected"):
            call(-(10**5000))


class Raises:
    """An object whose methods raise exceptions, as a caller's code may."""

    def __init__(self, error: BaseException):
        self.error = error

    def __index__(self):
        raise self.error


@pytest.mark.parametrize("error", [KeyboardInterrupt("mine"), TypeError("mine"), AttributeError("mine")])
def test_exceptions_of_index_pass_through(error):
    other = Raises(error)
    for call in (
        lambda: wythoff.is_cold(other, 2),
        lambda: wythoff.is_cold(np.arange(3), other),
        lambda: wythoff.is_cold(1, 2, threads=other),
        lambda: wythoff.winning_moves(2, other),
        lambda: wythoff.explain(2, other),
        lambda: wythoff.nim([other]),
        lambda: wythoff.cold_positions(other),
        *(lambda call=call: call(other) for call in (wythoff.rank, wythoff.cold_position, wythoff.grundy)),
    ):
        with pytest.raises(type(error), match="^mine$") as raised:
            call()
        assert raised.value is error


def test_the_interpreter_is_free_meanwhile():
    """A Python thread continues during the call of another thread."""
    out, moments = np.zeros(30_000_000, bool), 0
    piles = np.full(len(out), 5, np.uint32)
    with ThreadPoolExecutor() as others:
        calls = others.submit(lambda: [wythoff.is_cold(piles, 3, out=out, threads=1) for _ in range(4)])
        while not calls.done():
            time.sleep(0.001)
            moments += 1
    # If calls held the interpreter, this thread would run only between the calls.
    assert moments > 12 and out.all()
