"""What `is_cold` takes besides plain arrays and columns: nulls, masks, decimals, dictionaries, scalars, expressions."""

import ctypes
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

LARGE = wythoff.cold_position(10**30)
MASKED = np.ma.array([2, -1], mask=[False, True])
PAIR = pa.array([1, 2])


def test_masks_are_nulls():
    """In numpy's results they are masks."""
    found = wythoff.is_cold(MASKED, np.array([1, 1]))
    assert isinstance(found, np.ma.MaskedArray) and found.tolist() == [True, None]
    assert wythoff.is_cold(MASKED[:, None], np.array([1, 3, 5])).tolist() == [[True, False, False], [None] * 3]
    assert wythoff.is_cold(MASKED, np.ma.masked).tolist() == [None, None]
    for column in (PAIR, pl.Series([1, 2]), pd.Series([1, 2]), pd.Series([1, 2], dtype="int64[pyarrow]")):
        assert answers(wythoff.is_cold(column, MASKED)) == answers(wythoff.is_cold(MASKED, column)) == [True, None]
    with pytest.raises(TypeError, match="out is for arrays without masks"):
        wythoff.is_cold(MASKED, 1, out=np.zeros(2, bool))


@pytest.mark.parametrize("column", [PAIR, pl.Series([1, 2]), pd.Series([1, 2])], ids=["pyarrow", "polars", "pandas"])
def test_dimensions_beside_a_column(column):
    for square in (np.ones((2, 1), int), memoryview(bytes(2)).cast("B", [2, 1])):
        with pytest.raises(ValueError, match="b has 2 dimensions, expected one beside a column"):
            wythoff.is_cold(column, square)
        with pytest.raises(ValueError, match="a has 2 dimensions"):
            wythoff.is_cold(square, column)
    for zero_dimensional in (np.array(2), np.array(2, ">i4"), ctypes.c_uint64(2), np.uint8(2), pa.scalar(2)):
        assert answers(wythoff.is_cold(column, zero_dimensional)) == [True, False]


def test_buffers_of_different_shapes():
    flat = memoryview(bytes(4))
    with pytest.raises(ValueError, match=r"a has the shape \(2, 2\), b \(4,\)"):
        wythoff.is_cold(flat.cast("B", [2, 2]), flat)


def test_a_cold_array_is_a_sequence():
    found = wythoff.is_cold(duckdb.sql("select unnest([1, null, 2]) as a"), 2)
    assert isinstance(found, wythoff.ColdArray) and len(found) == 3
    assert found.tolist() == list(found) == [True, None, False]
    assert (found[0], found[-1], found[1:]) == (True, False, [None, False])
    with pytest.raises(IndexError, match="row 3 of 3 rows"):
        found[3]
    assert np.asarray(found).tolist() == [True, None, False]
    assert pd.Series(found).tolist() == [True, None, False]
    plain = wythoff.is_cold(duckdb.sql("select unnest([1, 2]) as a"), 2)
    assert np.asarray(plain).dtype == bool and pd.Series(plain).tolist() == [True, False]
    assert np.array(plain, dtype=np.int8).tolist() == [1, 0]
    with pytest.raises(ValueError, match="copy"):
        np.array(plain, copy=False)
    for export in (pa.chunked_array(found), pa.array(found), pl.Series(found)):
        assert answers(export) == [True, None, False]
    assert pa.table({"cold": found}).column("cold").to_pylist() == [True, None, False]
    found.__arrow_c_stream__()  # thrown away without a consumer


def test_null_columns():
    for nulls in (pa.nulls(4), pl.Series([None] * 4), pd.Series([None] * 4), pa.chunked_array([pa.nulls(3), pa.nulls(1)])):
        for other in (5, np.arange(4), pa.array([1, 2, 3, 4])):
            assert answers(wythoff.is_cold(nulls, other)) == [None] * 4
    empty = pd.DataFrame(columns=["a", "b"])
    assert wythoff.is_cold(empty.a, empty.b).tolist() == []
    assert wythoff.is_cold(np.array([]), np.array([])).tolist() == []
    assert wythoff.is_cold(pl.DataFrame({"a": []})["a"], pl.Series([])).to_list() == []
    for null in (None, pd.NA, np.ma.masked, pa.scalar(None, pa.int8())):
        for column in (PAIR, pl.Series([1, 2]), pd.Series([1, 2]), pd.Series([1, 2], dtype="Int64")):
            assert answers(wythoff.is_cold(column, null)) == answers(wythoff.is_cold(null, column)) == [None, None]
        with pytest.raises(TypeError, match="a is null, expected an int"):
            wythoff.is_cold(null, 3)
        with pytest.raises(TypeError, match="None is for columns with nulls"):
            wythoff.is_cold(np.arange(3), null)


def test_numbers_beyond_64_bits_in_columns():
    """Decimals, 128-bit integers, HUGEINT."""
    lower, upper = LARGE
    a, b = [lower, lower + 1, 1, None, 2, 2**64], [upper, upper, 2, 5, None, 2**64]
    expected = [True, False, True, None, None, False]
    for kind in (pa.decimal128(38, 0), pa.decimal256(70, 0)):
        columns = [pa.array([None if n is None else Decimal(n) for n in column], kind) for column in (a, b)]
        assert wythoff.is_cold(*columns).to_pylist() == expected
        assert wythoff.is_cold(*(column[1:] for column in columns)).to_pylist() == expected[1:]
        assert wythoff.is_cold(pa.chunked_array([columns[0][:3], columns[0][3:]]), columns[1]).to_pylist() == expected
    for kind in (pl.Int128, pl.UInt128):
        assert wythoff.is_cold(pl.Series(a, dtype=kind), pl.Series(b, dtype=kind)).to_list() == expected
    decimals = [pl.Series(column, dtype=pl.Int128).cast(pl.Decimal(38, 0)) for column in (a, b)]
    assert wythoff.is_cold(*decimals).to_list() == expected
    huge = duckdb.sql(f"select unnest([{lower}, 2, null]::hugeint[]) as a")
    assert wythoff.is_cold(huge, pa.array([Decimal(upper), Decimal(1), None], pa.decimal128(38, 0))).tolist() == [True, True, None]
    for kind in (pa.decimal32(9, 0), pa.decimal64(18, 0)):
        assert wythoff.is_cold(pa.array([Decimal(1), None], kind), 2).to_pylist() == [True, None]
    with pytest.raises(ValueError, match="row 1: a is negative"):
        wythoff.is_cold(pa.array([Decimal(1), Decimal(-(10**30))], pa.decimal128(38, 0)), 2)
    with pytest.raises(TypeError, match=r"a holds decimals \(d:2,1\), expected integers; cast it to decimal"):
        wythoff.is_cold(pa.array([Decimal("1.5")]), 2)


def test_dictionaries():
    column = pa.array([1, None, 4, 1]).dictionary_encode()
    assert wythoff.is_cold(column, 2).to_pylist() == [True, None, False, True]
    assert wythoff.is_cold(column[1:], 2).to_pylist() == [None, False, True]
    with_null = pa.DictionaryArray.from_arrays(pa.array([0, 1, None], pa.uint8()), pa.array([1, None]))
    assert wythoff.is_cold(with_null, 2).to_pylist() == [True, None, None]
    assert wythoff.is_cold(pd.Series([1, None, 4], dtype="Int64").astype("category"), 7).tolist() == [False, pd.NA, True]
    with pytest.raises(TypeError, match="holds strings"):
        wythoff.is_cold(pa.array(["1"]).dictionary_encode(), 2)
    with pytest.raises(ValueError, match="row 0: a is negative"):
        wythoff.is_cold(pa.array([-1]).dictionary_encode(), 2)


def test_byte_orders_of_buffers():
    for array in ((ctypes.c_uint32.__ctype_be__ * 3)(1, 2, 258), memoryview(np.array([1, 2, 258], ">i2"))):
        assert wythoff.is_cold(array, 2).tolist() == [True, False, False]
        assert wythoff.is_cold(2, array).tolist() == [True, False, False]
    assert wythoff.is_cold(ctypes.c_uint32.__ctype_be__(1), 2) is True
    assert wythoff.is_cold(memoryview(np.array(259, ">i2")), 160) is True


def test_numpy_scalars_and_large_ints():
    assert wythoff.is_cold(np.int64(3), 10**30) is False
    assert wythoff.is_cold(LARGE[0], np.array(5)) is False
    assert wythoff.is_cold(pa.scalar(1), np.uint8(2)) is True
    with pytest.raises(ValueError, match="b is an int beyond 64 bits"):
        wythoff.is_cold(np.arange(3), 2**64)


def test_refusals_say_what_to_do():
    whole = pd.Series([2, 3, 7])
    with pytest.raises(TypeError, match=r'a holds float64.*NaN in row 1.*dtype="Int64"'):
        wythoff.is_cold(pd.Series([1, None, 4]), whole)
    with pytest.raises(TypeError, match=r"NaN in row \[0, 1\]"):
        wythoff.is_cold(np.array([[1, np.nan]]), 2)
    with pytest.raises(TypeError, match=r'a holds object.*row 0 is of the type int.*astype\("Int64"\)'):
        wythoff.is_cold(pd.Series([1, None, 4], dtype=object), whole)
    with pytest.raises(TypeError, match=r"b is of the type list, .*write numpy.asarray\(b, dtype=numpy.uint64\)"):
        wythoff.is_cold(np.arange(2), [1, 2])
    with pytest.raises(TypeError, match="a holds bools, expected integers"):
        wythoff.is_cold(pa.array([True]), 2)
    with pytest.raises(TypeError, match="a holds strings, expected integers; cast it"):
        wythoff.is_cold(pa.array(["1"]), 2)
    with pytest.raises(TypeError, match="a holds 2 columns, expected one; pass each"):
        wythoff.is_cold(pa.table({"a": [1], "b": [2]}), 2)
    with pytest.raises(TypeError, match="a is a float.*rounded"):
        wythoff.is_cold(float("nan"), PAIR)


def test_threads_are_checked_everywhere():
    for arguments in ((1, 2), (np.arange(2), 1), (PAIR, 1), (pd.Series([1]), 1), (np.int8(1), 2), (bytes(2), 1)):
        for threads in (0, -1, 1.5):
            with pytest.raises(ValueError, match="^threads must be a whole number, at least 1, or None; found"):
                wythoff.is_cold(*arguments, threads=threads)
        wythoff.is_cold(*arguments, threads=2**70)


def test_pandas_names_and_arrays():
    a, b = pd.Series([1, 4], name="pile"), pd.Series([2, 7], name="pile")
    assert wythoff.is_cold(a, b).name == wythoff.is_cold(5, a.astype("Int64")).name == "pile"
    assert wythoff.is_cold(a.astype("int64[pyarrow]"), b).name == "pile"
    assert wythoff.is_cold(a, b.rename("other")).name is None
    found = wythoff.is_cold(pd.array([1, None], dtype="Int64"), 2)
    assert isinstance(found, pd.arrays.BooleanArray) and found.tolist() == [True, pd.NA]
    assert wythoff.is_cold(pd.Index([1, 4]), 2).tolist() == [True, False]


def test_expressions_of_polars():
    frame = pl.DataFrame({"a": [1, 8, 4, None], "b": [2, 4, 7, 1]})
    expected = [True, False, True, None]
    assert frame.with_columns(cold=wythoff.is_cold(pl.col("a"), pl.col("b")))["cold"].to_list() == expected
    for engine in ("in-memory", "streaming"):
        found = frame.lazy().select(wythoff.is_cold(pl.col("a"), pl.col("b"))).collect(engine=engine)
        assert found.to_dict(as_series=False) == {"a": expected}
    assert frame.filter(wythoff.is_cold(2, pl.col("a"))).rows() == [(1, 2)]
    groups = frame.group_by("b").agg(cold=wythoff.is_cold(pl.col("a"), 7)).sort("b")
    assert groups["cold"].to_list() == [[None], [False], [False], [True]]
    with pytest.raises(TypeError, match="out is for arrays"):
        wythoff.is_cold(pl.col("a"), 1, out=np.zeros(4, bool))


def test_functions_of_duckdb():
    connection = duckdb.connect()
    for kind in ("BIGINT", "HUGEINT"):
        connection.create_function(
            f"is_cold_{kind}", lambda a, b: wythoff.is_cold(a, b), [kind, kind], "BOOLEAN", type="arrow", null_handling="special"
        )
        values = "(values (1, 2), (8, 4), (null, 7)) as positions(a, b)"
        assert connection.sql(f"select is_cold_{kind}(a, b) from {values}").fetchall() == [(True,), (False,), (None,)]


def test_a_reader_is_not_held_whole():
    """Its batches are released as they are decided."""
    schema = pa.schema([("pile", pa.int64())])
    batch = pa.record_batch([pa.array(np.arange(1 << 20) % 5)], schema=schema)
    process, count, most = psutil.Process(), 150, 0
    before = process.memory_info().rss

    def batches():
        nonlocal most
        for number in range(count):
            most = max(most, process.memory_info().rss)
            # A copy, which only the consumer holds.
            yield pa.record_batch([pa.array(batch.column(0).to_numpy().copy())], schema=schema)

    found = wythoff.is_cold(pa.RecordBatchReader.from_batches(schema, batches()), 1)
    assert len(found) == count << 20 and found[:5].to_pylist() == [False, False, True, False, False]
    assert pa.compute.sum(found).as_py() == np.sum(np.arange(1 << 20) % 5 == 2) * count
    # 1.2 GB whole.
    assert most - before < 400 << 20

    whole = [pa.array(np.arange(1 << 20) % 5)] * 20
    reader = pa.RecordBatchReader.from_batches(schema, (pa.record_batch([column], schema=schema) for column in whole))
    other = pa.chunked_array([np.ones(7_000_001, np.int64), np.ones((20 << 20) - 7_000_001, np.int64)])
    assert pa.compute.sum(wythoff.is_cold(reader, other)).as_py() == np.sum(np.arange(1 << 20) % 5 == 2) * 20
    for rows, message in ((1, "a has at least .* rows, b has 1$"), ((20 << 20) + 1, "a has 20971520 rows, b has 20971521")):
        reader = pa.RecordBatchReader.from_batches(schema, (pa.record_batch([column], schema=schema) for column in whole))
        with pytest.raises(ValueError, match=message):
            wythoff.is_cold(reader, np.ones(rows, np.int64))


def test_arrays_of_ranks_and_cold_positions():
    n = np.arange(12, dtype=np.int16).reshape(3, 4)
    lower, upper = wythoff.cold_position(n)
    assert list(zip(lower.flat, upper.flat)) == [wythoff.cold_position(int(i)) for i in n.flat] and lower.shape == n.shape
    found = wythoff.rank(n[::-1])
    assert list(zip(found.n.flat, found.side.flat)) == [tuple(wythoff.rank(int(i))) for i in n[::-1].flat]
    assert wythoff.rank(np.ma.array([3, -1], mask=[0, 1])).n.tolist() == [2, None]
    assert wythoff.rank(np.uint64(2**64 - 1)) == wythoff.rank(2**64 - 1)
    assert [x.tolist() for x in wythoff.cold_position(memoryview(b"\x04"))] == [[6], [10]]
    with pytest.raises(OverflowError, match="row 1: n is 9223372036854775808, and its cold position is beyond 64 bits"):
        wythoff.cold_position(np.array([1, 2**63], np.uint64))
    with pytest.raises(ValueError, match=r"row \(1, 0\): n is negative"):
        wythoff.cold_position(np.array([[1], [-5]]))
    for refused in (PAIR, [1, 2], np.array([1.0])):
        with pytest.raises(TypeError, match="expected"):
            wythoff.rank(refused)
