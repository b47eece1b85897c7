"""`is_cold` of columns: pyarrow, polars, pandas, DuckDB."""

import gc

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import wythoff
from positions import cold_by_isqrt, hard_positions

PAIRS = hard_positions(63)
A, B = ([pair[side] for pair in PAIRS] for side in (0, 1))
COLD = [cold_by_isqrt(*pair) for pair in PAIRS]


def with_nulls(column: list, every: int) -> list:
    return [None if i % every == 0 else n for i, n in enumerate(column)]


def cold_or_null(a: list, b: list) -> list:
    return [None if None in pair else cold_by_isqrt(*pair) for pair in zip(a, b)]


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_pyarrow_types(kind):
    bits = np.iinfo(kind).bits - (kind[0] == "i")
    pairs = hard_positions(bits)
    a, b = (pa.array([pair[side] for pair in pairs], kind) for side in (0, 1))
    found = wythoff.is_cold(a, b)
    assert isinstance(found, pa.BooleanArray)
    assert found.to_pylist() == [cold_by_isqrt(*pair) for pair in pairs]
    assert found.null_count == 0
    found.validate(full=True)


def test_nulls_stay_null():
    a, b = with_nulls(A, 3), with_nulls(B, 7)
    for first, second in ((a, b), (a, B), (A, b)):
        found = wythoff.is_cold(pa.array(first), pa.array(second))
        found.validate(full=True)
        assert found.to_pylist() == cold_or_null(first, second)
    nothing = pa.array([None] * 100, pa.int64())
    assert wythoff.is_cold(nothing, 5).to_pylist() == [None] * 100


def test_what_stands_under_a_null_does_not_matter():
    values = pa.py_buffer(np.array([-1, 2, -3, 7], np.int64))
    a = pa.Array.from_buffers(pa.int64(), 4, [pa.py_buffer(b"\x0a"), values])
    assert wythoff.is_cold(a, pa.array([1, 1, 1, 4])).to_pylist() == [None, True, None, True]
    valid = pa.Array.from_buffers(pa.int64(), 4, [None, values])
    with pytest.raises(ValueError, match="row 0: a is negative"):
        wythoff.is_cold(valid, 5)
    with pytest.raises(ValueError, match="row 2: b is negative"):
        wythoff.is_cold(5, pa.chunked_array([[1], [2, -1], [-1]]))


def test_slices_and_chunks():
    a, b = pa.array(with_nulls(A, 5)), pa.array(with_nulls(B, 11))
    expected = cold_or_null(a.to_pylist(), b.to_pylist())
    for start in (0, 1, 7, 8, 9, 1000):
        found = wythoff.is_cold(a[start:], b[start:])
        assert found.to_pylist() == expected[start:], start
    chunked = pa.chunked_array([a[:0], a[:5], a[5:13], a[13:14], a[14:]])
    other = pa.chunked_array([b[:700], b[700:701], b[701:]])
    assert wythoff.is_cold(chunked, other).to_pylist() == expected
    assert wythoff.is_cold(chunked, b).to_pylist() == expected
    no_chunks = pa.chunked_array([], pa.int64())
    assert wythoff.is_cold(no_chunks, no_chunks).to_pylist() == []


def test_the_memory_of_the_answers_lives_as_long_as_they_do():
    found = [wythoff.is_cold(pa.array(A), pa.array(B)) for _ in range(5)]
    gc.collect()
    assert all(column.to_pylist() == COLD for column in found)
    exported = wythoff.is_cold(duckdb.sql("select 1 as a"), 2)
    first, second = pa.array(exported), pa.array(exported)
    del exported
    gc.collect()
    assert first.to_pylist() == second.to_pylist() == [True]
    exported_twice = wythoff.is_cold(duckdb.sql("select 1 as a"), 2)
    exported_twice.__arrow_c_array__()  # thrown away without a consumer


def test_a_capsule_is_used_once():
    class Used:
        """Exports the same capsules again and again, as it must not."""

        def __init__(self, array):
            self.capsules = array.__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    column = Used(pa.array([1, 4]))
    assert pa.array(wythoff.is_cold(column, 2)).to_pylist() == [True, False]
    with pytest.raises(TypeError, match="a is not an Arrow array of integers that can be read"):
        wythoff.is_cold(column, 2)


def test_polars():
    a, b = pl.Series("a", with_nulls(A, 4)), pl.Series("b", B)
    found = wythoff.is_cold(a, b)
    assert isinstance(found, pl.Series) and found.dtype == pl.Boolean and found.name == "a"
    assert found.to_list() == cold_or_null(with_nulls(A, 4), B)
    appended = pl.concat([a[:10], a[10:]], rechunk=False)
    assert wythoff.is_cold(appended, b).to_list() == found.to_list()


def test_polars_expressions():
    frame = pl.DataFrame({"a": A, "b": B})
    columns = pl.struct("a", "b")

    def cold(column: pl.Series) -> pl.Series:
        return wythoff.is_cold(column.struct.field("a"), column.struct.field("b"))

    expression = columns.map_batches(cold, return_dtype=pl.Boolean).alias("cold")
    assert frame.lazy().with_columns(expression).collect()["cold"].to_list() == COLD
    assert frame.filter(expression).height == sum(COLD)


def test_pandas():
    index = pd.Index(range(100, 100 + len(A)))
    a, b = pd.Series(A, index), pd.Series(B, index)
    found = wythoff.is_cold(a, b)
    assert found.dtype == bool and found.tolist() == COLD and found.index.equals(index)
    assert wythoff.is_cold(a, 5).tolist() == [cold_by_isqrt(n, 5) for n in A]
    expected = cold_or_null(with_nulls(A, 3), B)
    for kind, result in (("Int64", "boolean"), ("int64[pyarrow]", "bool[pyarrow]")):
        nulls = pd.Series(with_nulls(A, 3), index, dtype=kind)
        found = wythoff.is_cold(nulls, b)
        assert found.dtype == result and found.index.equals(index)
        assert [None if value is pd.NA else value for value in found] == expected
    with pytest.raises(ValueError, match="different indexes"):
        wythoff.is_cold(a, b.reset_index(drop=True))
    with pytest.raises(TypeError, match="floats|float64"):
        wythoff.is_cold(a.astype(float), b)


def test_duckdb():
    relation = duckdb.sql("select unnest(range(10000)) as a")
    other = duckdb.sql("select unnest(range(10000)) * 2 as b")
    found = wythoff.is_cold(relation, other)
    assert isinstance(found, wythoff.ColdArray) and len(found) == 10000
    assert pa.array(found).to_pylist() == [cold_by_isqrt(n, 2 * n) for n in range(10000)]
    assert pl.Series(found).sum() == pa.array(found).true_count
    with pytest.raises(TypeError, match="2 columns, expected one"):
        wythoff.is_cold(duckdb.sql("select 1 as a, 2 as b"), 5)


def test_mixed_columns():
    a, b = pa.array(A), np.array(B)
    assert wythoff.is_cold(a, b).to_pylist() == COLD
    assert wythoff.is_cold(b, pl.Series(A)).to_list() == COLD
    assert wythoff.is_cold(a, 7).to_pylist() == [cold_by_isqrt(n, 7) for n in A]
    record = pa.record_batch({"a": a})
    assert wythoff.is_cold(record, b).to_pylist() == COLD


def test_what_is_refused():
    ints = pa.array([1, 2, 3])
    for floats in (pa.array([1.0, 2.0, 3.0]), pl.Series([1.0, 2.0, 3.0])):
        with pytest.raises(TypeError, match="holds floats.*rounded"):
            wythoff.is_cold(ints, floats)
    for other in (pa.array(["1", "2", "3"]), pa.array([True] * 3), pa.array(["a"] * 3).dictionary_encode()):
        with pytest.raises(TypeError, match="b holds .*expected integers"):
            wythoff.is_cold(ints, other)
    with pytest.raises(ValueError, match="a has 3 rows, b has 2"):
        wythoff.is_cold(ints, ints[1:])
    with pytest.raises(TypeError, match="out is for arrays"):
        wythoff.is_cold(ints, ints, out=np.zeros(3, bool))


@pytest.mark.parametrize("threads", [1, 4])
def test_many_rows(threads):
    n = np.arange(400_001)
    a, b = n, n + n * 34 // 55
    expected = wythoff.is_cold(a, b)
    chunks = pa.chunked_array([a[:7], a[7:200_000], a[200_000:]])
    assert wythoff.is_cold(chunks, pa.array(b), threads=threads).to_numpy(zero_copy_only=False).tolist() == expected.tolist()
