"""`is_cold`, `rank` and `cold_position` of columns: pyarrow, polars, pandas, DuckDB. test_fuzz.py pairs all containers."""

import gc
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import psutil
import pyarrow as pa
import pytest
import wythoff
from containers import answers
from positions import cold_by_isqrt

LARGE = wythoff.cold_position(10**30)
MASKED = np.ma.array([2, -1], mask=[False, True])
PAIR = pa.array([1, 2])


def test_negative_piles_name_their_row():
    with pytest.raises(ValueError, match="row 0: a is negative"):
        wythoff.is_cold(pa.array([-1, 2]), 5)
    with pytest.raises(ValueError, match="row 2: b is negative"):
        wythoff.is_cold(5, pa.chunked_array([[1], [2, -1], [-1]]))
    with pytest.raises(ValueError, match="row 1: a is negative"):
        wythoff.is_cold(pa.array([Decimal(1), Decimal(-(10**30))], pa.decimal128(38, 0)), 2)


def test_masked_arrays():
    found = wythoff.is_cold(MASKED[:, None], np.array([1, 3, 5]))
    assert isinstance(found, np.ma.MaskedArray) and found.tolist() == [[True, False, False], [None] * 3]
    with pytest.raises(TypeError, match="out is for arrays of numpy without masks"):
        wythoff.is_cold(MASKED, 1, out=np.zeros(2, bool))


@pytest.mark.parametrize("column", [PAIR, pl.Series([1, 2]), pd.Series([1, 2])], ids=["pyarrow", "polars", "pandas"])
def test_dimensions_beside_a_column(column):
    for square in (np.ones((2, 1), int), memoryview(bytes(2)).cast("B", [2, 1])):
        with pytest.raises(ValueError, match="b has 2 dimensions, expected one beside a column"):
            wythoff.is_cold(column, square)
        with pytest.raises(ValueError, match="a has 2 dimensions"):
            wythoff.is_cold(square, column)


def test_a_cold_array_is_a_sequence():
    found = wythoff.is_cold(duckdb.sql("select unnest([1, null, 2]) as a"), 2)
    assert isinstance(found, wythoff.ColdArray) and len(found) == 3
    assert found.tolist() == list(found) == [True, None, False]
    assert (found[0], found[-1], found[1:]) == (True, False, [None, False])
    with pytest.raises(IndexError, match="row 3 of 3 rows"):
        found[3]
    assert np.asarray(found).tolist() == pd.Series(found).tolist() == [True, None, False]
    plain = wythoff.is_cold(duckdb.sql("select unnest([1, 2]) as a"), 2)
    assert np.asarray(plain).dtype == bool and pd.Series(plain).tolist() == [True, False]
    assert np.array(plain, dtype=np.int8).tolist() == [1, 0]
    with pytest.raises(ValueError, match="copy"):
        np.array(plain, copy=False)
    exports = [pa.chunked_array(found), pa.array(found), pl.Series(found), pa.array(found), pa.table({"cold": found})["cold"]]
    found.__arrow_c_array__(), found.__arrow_c_stream__()  # thrown away without a consumer
    del found
    gc.collect()
    assert [answers(export) for export in exports] == [[True, None, False]] * 5


def test_duckdb():
    relation = duckdb.sql("select unnest(range(10000)) as a")
    found = wythoff.is_cold(relation, duckdb.sql("select unnest(range(10000)) * 2 as b"))
    assert found.tolist() == [cold_by_isqrt(n, 2 * n) for n in range(10000)]
    column = type("Column", (), {"__arrow_c_stream__": lambda _, schema=None: relation.__arrow_c_stream__()})()
    assert wythoff.is_cold(column, column).tolist() == [n == 0 for n in range(10000)]
    huge = duckdb.sql(f"select unnest([{LARGE[0]}, 2, null]::hugeint[]) as a")
    assert wythoff.is_cold(huge, pa.array([Decimal(LARGE[1]), 1, None], pa.decimal128(38, 0))).tolist() == [True, True, None]


def test_a_capsule_is_used_once():
    class Used:
        """Exports the same capsules again and again, as it must not."""

        def __init__(self, array):
            self.capsules = array.__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    column, schema = Used(pa.array([1, 4])), Used(pa.array([1]))
    assert pa.array(wythoff.is_cold(column, 2)).to_pylist() == [True, False]
    pa.DataType._import_from_c_capsule(schema.capsules[0])
    for used in (column, schema):
        with pytest.raises(TypeError, match="a is an Arrow array that was used before"):
            wythoff.is_cold(used, 2)


def test_null_columns():
    empty = pd.DataFrame(columns=["a", "b"])
    assert wythoff.is_cold(empty.a, empty.b).tolist() == []
    assert wythoff.is_cold(np.array([]), np.array([])).tolist() == []
    assert wythoff.is_cold(pl.DataFrame({"a": []})["a"], pl.Series([])).to_list() == []
    table = pa.StructArray.from_arrays([pa.array([1, 1, 4])], ["pile"], mask=pa.array([False, True, False]))
    assert wythoff.is_cold(table, 2).to_pylist() == [True, None, False]
    for null in (None, pd.NA, np.ma.masked, pa.scalar(None, pa.int8())):
        with pytest.raises(TypeError, match="a is null, expected an int"):
            wythoff.is_cold(null, 3)
        with pytest.raises(TypeError, match="b is null, expected an int: only the rows of a column"):
            wythoff.is_cold(np.arange(3), null)


def test_dictionaries():
    with_null = pa.DictionaryArray.from_arrays(pa.array([0, 1, None], pa.uint8()), pa.array([1, None]))
    assert wythoff.is_cold(with_null, 2).to_pylist() == [True, None, None]
    assert wythoff.is_cold(pd.Series(with_null, dtype=pd.ArrowDtype(with_null.type)), 2).tolist() == [True, pd.NA, pd.NA]
    with pytest.raises(TypeError, match="holds Dictionary.*; cast it to the type of its values"):
        wythoff.is_cold(pa.table({"a": with_null}), 2)


def test_refusals_say_what_to_do():
    whole = pd.Series([2, 3, 7])
    for call, message in [
        (lambda: wythoff.is_cold(pd.Series([1, None, 4]), whole), r'a holds float64.*NaN in row 1.*dtype="Int64"'),
        (lambda: wythoff.is_cold(whole.astype(float), whole), "a holds float64.*rounded"),
        (lambda: wythoff.is_cold(np.array([[1, np.nan]]), 2), r"NaN in row \[0, 1\]"),
        (lambda: wythoff.is_cold(whole, whole.astype(object)), 'b holds object.*row 0 is of the type int.*dtype="Int64"'),
        (lambda: wythoff.is_cold(pd.Series(["a"]).astype("category"), 2), "a holds object.*row 0 is of the type str"),
        (lambda: wythoff.is_cold(pa.array([True]), 2), "a holds Boolean, expected integers"),
        (lambda: wythoff.is_cold(pa.array(["1"]), 2), "a holds Utf8, expected integers; cast it to uint64"),
        (lambda: wythoff.is_cold(2, pa.array(["1"]).dictionary_encode()), "b holds Utf8"),
        (lambda: wythoff.is_cold(pl.Series([1.0]), 2), "a holds Float64.*rounded"),
        (lambda: wythoff.is_cold(pa.array([Decimal("1.5")]), 2), r"a holds Decimal128\(2, 1\).*; cast it to decimal"),
        (lambda: wythoff.is_cold(pa.table({"a": [1], "b": [2]}), 2), "a holds 2 columns, expected one; pass each"),
        (lambda: wythoff.is_cold(float("nan"), PAIR), "a is a float.*rounded"),
        (lambda: wythoff.is_cold(pa.int64(), PAIR), "a is of the type DataType, expected"),
        (lambda: wythoff.is_cold(PAIR, PAIR, out=np.zeros(2, bool)), "out is for arrays"),
        (lambda: wythoff.is_cold(pl.col("a"), 1, out=np.zeros(4, bool)), "out is for arrays"),
    ]:
        with pytest.raises(TypeError, match=message):
            call()
    with pytest.raises(ValueError, match="a has 2 rows, b has 1"):
        wythoff.is_cold(PAIR, PAIR[1:])
    with pytest.raises(ValueError, match="different indexes"):
        wythoff.is_cold(whole, whole[1:])


def test_pandas():
    index = pd.Index([100, 101, 102])
    a, b = pd.Series([1, 8, 4], index, name="pile"), pd.Series([2, 4, 7], index, name="pile")
    for kind, result in (("Int64", "boolean"), ("int64[pyarrow]", "bool[pyarrow]"), ("int64", "bool")):
        found = wythoff.is_cold(a.astype(kind), b)
        assert found.dtype == result and found.index.equals(index) and found.name == "pile"
        assert found.tolist() == [True, False, True]
    assert wythoff.is_cold(a, b.rename("other")).name is None
    assert wythoff.is_cold(5, a.astype("Int64")).name == "pile"
    found = wythoff.is_cold(pd.array([1, None], dtype="Int64"), 2)
    assert isinstance(found, pd.arrays.BooleanArray) and found.tolist() == [True, pd.NA]
    assert wythoff.is_cold(pd.Index([1, 4]), 2).tolist() == [True, False]


def test_polars():
    found = wythoff.is_cold(pl.Series("a", [1, 8]), pl.Series("b", [2, 4]))
    assert isinstance(found, pl.Series) and found.dtype == pl.Boolean and found.name == "a"
    frame = pl.DataFrame({"a": [1, 8, 4, None], "b": [2, 4, 7, 1]})
    expected = [True, False, True, None]
    assert frame.with_columns(cold=wythoff.is_cold(pl.col("a"), pl.col("b")))["cold"].to_list() == expected
    for engine in ("in-memory", "streaming"):
        found = frame.lazy().select(wythoff.is_cold(pl.col("a"), pl.col("b"))).collect(engine=engine)
        assert found.to_dict(as_series=False) == {"a": expected}
    assert frame.filter(wythoff.is_cold(2, pl.col("a"))).rows() == [(1, 2)]
    groups = frame.group_by("b").agg(cold=wythoff.is_cold(pl.col("a"), 7)).sort("b")
    assert groups["cold"].to_list() == [[None], [False], [False], [True]]


def test_a_reader_is_not_held_whole():
    """Its batches are released as they are decided."""
    schema = pa.schema([("pile", pa.int64())])
    batch = pa.record_batch([pa.array(np.arange(1 << 20) % 5)], schema=schema)
    process, count, most = psutil.Process(), 150, 0
    before = process.memory_info().rss

    def batches(count):
        nonlocal most
        for _ in range(count):
            most = max(most, process.memory_info().rss)
            # A copy, which only the consumer holds.
            yield pa.record_batch([pa.array(batch.column(0).to_numpy().copy())], schema=schema)

    def reader(count):
        return pa.RecordBatchReader.from_batches(schema, batches(count))

    found = wythoff.is_cold(reader(count), 1)
    assert len(found) == count << 20 and found[:5].to_pylist() == [False, False, True, False, False]
    cold_per_batch = np.sum(np.arange(1 << 20) % 5 == 2)
    assert pa.compute.sum(found).as_py() == cold_per_batch * count
    # 1.2 GB whole.
    assert most - before < 400 << 20

    nulls = np.arange(20 << 20) % 7 == 0
    other = pa.array(np.ones(len(nulls), np.int64), mask=nulls)
    other = pa.chunked_array([other[:7_000_001], other[7_000_001:]])
    expected = pa.array(np.tile(np.arange(1 << 20) % 5 == 2, 20), mask=nulls)
    assert wythoff.is_cold(reader(20), other, threads=4).equals(expected)
    for rows, message in ((1, "a has at least .* rows, b has 1$"), ((20 << 20) + 1, "a has 20971520 rows, b has 20971521")):
        with pytest.raises(ValueError, match=message):
            wythoff.is_cold(reader(20), np.ones(rows, np.int64))


def test_arrays_of_ranks_and_cold_positions():
    n = np.arange(12, dtype=np.int16).reshape(3, 4)
    lower, upper = wythoff.cold_position(n)
    assert list(zip(lower.flat, upper.flat)) == [wythoff.cold_position(int(i)) for i in n.flat] and lower.shape == n.shape
    found = wythoff.rank(n[::-1])
    assert list(zip(found.n.flat, found.side.flat)) == [tuple(wythoff.rank(int(i))) for i in n[::-1].flat]
    nulls = [pa.array([3, None]), pa.chunked_array([[3], [None]]), pl.Series([3, None]), np.ma.array([3, -1], mask=[0, 1])]
    for column in (*nulls, pd.Series([3, None], dtype="Int64"), pd.Series([3, None], dtype="int8[pyarrow]")):
        assert wythoff.rank(column).n.tolist() == [2, None]
        assert [x.tolist() for x in wythoff.cold_position(column)] == [[4, None], [7, None]]
        assert wythoff.rank(column).side.tolist() == ["lower", None]
    assert wythoff.rank(np.uint64(2**64 - 1)) == wythoff.rank(2**64 - 1)
    assert [x.tolist() for x in wythoff.cold_position(memoryview(b"\x04"))] == [[6], [10]]
    with pytest.raises(OverflowError, match="row 1: n is 9223372036854775808, and its cold position is beyond 64 bits"):
        wythoff.cold_position(np.array([1, 2**63], np.uint64))
    for negative, row in ((np.array([[1], [-5]]), r"\(1, 0\)"), (pl.Series([1, -5]), "1")):
        with pytest.raises(ValueError, match=f"row {row}: n is negative"):
            wythoff.cold_position(negative)
    for refused in ("1", np.ma.array(5, mask=True), np.array([1.0]), pa.table({"a": [1]}), pl.Series(["1"])):
        with pytest.raises(TypeError, match="expected"):
            wythoff.rank(refused)
