"""`is_cold`, `rank` and `cold_position` of columns: pyarrow, polars, pandas, DuckDB. test_fuzz.py tests all pairs of
containers."""

import copy
import enum
import gc
import pickle
import signal
import time
import tracemalloc
from collections.abc import Sequence
from decimal import Decimal
from types import SimpleNamespace

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import psutil
import pyarrow as pa
import pytest
import wythoff.duckdb
from containers import answers
from positions import cold_by_isqrt, hard_positions

LARGE = wythoff.cold_position(10**30)
MASKED = np.ma.array([2, -1], mask=[False, True])
PAIR = pa.array([1, 2])


def test_masked_arrays():
    found = wythoff.is_cold(MASKED[:, None], np.array([1, 3, 5]))
    assert isinstance(found, np.ma.MaskedArray) and found.tolist() == [[True, False, False], [None] * 3]
    with pytest.raises(TypeError, match="out is for arrays of numpy without masks"):
        wythoff.is_cold(MASKED, 1, out=np.zeros(2, bool))


def test_a_cold_array_is_a_sequence():
    found = wythoff.is_cold(duckdb.sql("select unnest([1, null, 2, 1]) as a"), 2)
    expected = [True, None, False, True]
    assert isinstance(found, wythoff.ColdArray) and isinstance(found, Sequence) and len(found) == 4
    assert found.tolist() == list(found) == list(reversed(found))[::-1] == expected
    assert (found[-1], found.count(True), found.index(True, 1), None in found, 3 in found) == (True, 2, 3, True, False)
    for call, error in ((lambda: found[4], IndexError), (lambda: found.index(True, 1, 3), ValueError)):
        with pytest.raises(error):
            call()
    for cut in (slice(1, None), slice(None, None, -1), slice(3, 0, -2), slice(9, 2)):
        part = found[cut]
        assert part.tolist() == np.asarray(part).tolist() == expected[cut]
        assert pickle.loads(pickle.dumps(part)) == copy.copy(part) == copy.deepcopy(part) == part != found
    assert (found == expected) is False
    plain = found[2:]
    assert np.asarray(plain).dtype == bool and np.array(plain, dtype=np.int8).tolist() == [0, 1]
    with pytest.raises(ValueError, match="copy"):
        plain.__array__(copy=False)
    exports = [pa.array(found), pl.Series(found), pd.Series(found), pa.table({"cold": found})["cold"]]
    found.__arrow_c_array__()  # dropped without a consumer
    del found
    gc.collect()
    assert [answers(export) for export in exports] == [expected] * len(exports)
    # Slices and arrays are made without a list.
    many = wythoff.is_cold(duckdb.sql("select range as a from range(1000000)"), 2)
    tracemalloc.start()
    assert np.asarray(many).sum() == 1 and len(many[5:]) == len(many[5::1]) == 999_995
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def stream_of(error: BaseException, wrapped: bool) -> object:
    """A pyarrow reader whose producer raises `error`, or an object that exports such a reader."""
    schema = pa.schema([("pile", pa.int64())])

    def batches():
        yield pa.RecordBatch.from_pydict({"pile": [1, 2]})
        raise error

    reader = pa.RecordBatchReader.from_batches(schema, batches())
    return SimpleNamespace(__arrow_c_stream__=reader.__arrow_c_stream__) if wrapped else reader


@pytest.mark.parametrize("error", [KeyboardInterrupt("mine"), SystemExit("mine"), ZeroDivisionError("mine")])
def test_exceptions_of_a_producer_stay_themselves(error):
    for call in (lambda x: wythoff.is_cold(x, 2), lambda x: wythoff.is_cold(2, x), wythoff.rank):
        with pytest.raises(type(error)) as raised:
            call(stream_of(error, False))
        assert raised.value is error


def test_errors_of_other_streams():
    """The C interface passes a number and a text of the exception."""
    for error, expected in ((OSError("mine"), OSError), (MemoryError("mine"), MemoryError), (ValueError("mine"), ValueError)):
        with pytest.raises(expected, match="mine"):
            wythoff.is_cold(stream_of(error, True), 2)
    # DuckDB 1.1 raises its own exception.
    with pytest.raises((OSError, duckdb.Error), match="mine"):
        wythoff.is_cold(duckdb.sql("select case when range < 100000 then range else error('mine') end as a from range(100001)"), 2)
    with pytest.raises(TypeError, match="a holds Utf8"):
        wythoff.is_cold(pa.RecordBatchReader.from_batches(pa.schema([("a", pa.string())]), []), 2)


def test_negative_piles_in_expressions():
    """Negative numbers give null, because polars evaluates filters late."""
    frame = pl.DataFrame({"a": [1, -8, 4, None], "b": [2, 4, 7, -1], "second pile": [-5, 4, 7, 1]})
    cold, expected = wythoff.is_cold(pl.col("a"), pl.col("b")), [True, None, True, None]
    assert frame.select(cold)["a"].to_list() == expected
    assert frame.lazy().filter(pl.col("a") > 0).filter(cold).collect()["a"].to_list() == [1, 4]
    assert frame.select(wythoff.is_cold(-1, pl.col("b")))["literal"].null_count() == 4
    # polars below 1.20 raises its own exception instead.
    with pytest.raises((ValueError, pl.exceptions.ComputeError), match="row 1 of the batch: a is negative"):
        frame.select(wythoff.is_cold(pl.col("a"), pl.col("b"), invalid="raise"))
    # The names of results do not collide with the table's.
    collided = frame.select(wythoff.is_cold(pl.col("second pile"), pl.col("b")), pl.col("b"))
    assert collided.columns == ["second pile", "b"] and collided["second pile"].to_list() == [None, False, False, None]
    for several in (pl.col("a", "b"), pl.all()):
        for call in (lambda: wythoff.is_cold(several, 2), lambda: wythoff.is_cold(2, several), lambda: wythoff.rank(several)):
            with pytest.raises(TypeError, match="is an expression of several columns, expected one; write one call"):
                call()


def test_integers_of_128_bits():
    """Integers of 128 bits, from pyarrow, polars and DuckDB, which exports them as decimals or binary data."""
    # The lowest 64 bits of one pair would be cold.
    pairs = [*hard_positions(127), *hard_positions(70, 300), (2**64 + 1, 2)]
    expected = [cold_by_isqrt(*pair) for pair in pairs]
    a, b = (pl.Series(column, dtype=pl.UInt128) for column in zip(*pairs))
    assert wythoff.is_cold(a, b).to_list() == wythoff.is_cold(a.cast(pl.Int128).to_frame(), b).to_list() == expected
    assert wythoff.is_cold(pl.Series([2**128 - 1], dtype=pl.UInt128), 1).to_list() == [False]
    connection = duckdb.connect()
    large = wythoff.cold_position(10**38)
    for lossless in (False, True):
        connection.execute(f"set arrow_lossless_conversion = {lossless}")
        relation = connection.sql(f"select unnest([{large[1]}::uhugeint, 2::uhugeint, null]) as a")
        assert large[1] >= 2**127 and wythoff.is_cold(relation, pl.Series([large[0], 1, 1], dtype=pl.UInt128)).tolist() == [True, True, None]
        with pytest.raises(ValueError, match="row 1: a is negative"):
            wythoff.is_cold(connection.sql("select unnest([1, -1]::hugeint[]) as a"), 2)
    with pytest.raises(TypeError, match="a holds FixedSizeBinary"):
        wythoff.is_cold(pa.table({"hugeint": pa.array([bytes(16)], pa.binary(16))}), 2)


def test_ctrl_c_within_wide_columns():
    """Decimals that take a few seconds."""
    rows = pa.array([Decimal(10**30)], pa.decimal128(38, 0)).take(pa.array(np.zeros(40_000_000, np.int64)))
    signal.signal(signal.SIGPROF, lambda *_: signal.default_int_handler(signal.SIGINT, None))
    signal.setitimer(signal.ITIMER_PROF, 0.2)
    start = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        wythoff.is_cold(rows, rows)
    assert time.process_time() - start < 1.5


def test_an_engine_evaluates_one_stream_at_a_time():
    column = SimpleNamespace(__arrow_c_stream__=lambda: duckdb.sql("from range(10000)").__arrow_c_stream__())
    assert wythoff.is_cold(column, column).tolist() == [n == 0 for n in range(10000)]


@pytest.mark.parametrize("invalid", ["null", "raise"])
def test_sql_of_duckdb(invalid):
    connection = wythoff.duckdb.register(duckdb.connect(), invalid=invalid)
    query = f"select is_cold(a, b) from (values (1, 2), (8, 4), (-1, 2), (null, 1), ({LARGE[0]}, {LARGE[1]})) as positions(a, b)"
    # In DuckDB 1.1 a function can't tell which binary data are HUGEINT.
    for lossless in (False, True)[: 1 + (duckdb.__version__ >= "1.2")]:
        connection.execute(f"set arrow_lossless_conversion = {lossless}")
        if invalid == "null":
            assert connection.sql(query).fetchall() == [(True,), (False,), (None,), (None,), (True,)]
        else:
            with pytest.raises(duckdb.Error, match="row 2 of the batch: a is negative"):
                connection.sql(query).fetchall()


def test_a_capsule_is_used_once():
    for used in ("array", "schema"):
        capsules = pa.array([1, 4]).__arrow_c_array__()
        column = SimpleNamespace(__arrow_c_array__=lambda capsules=capsules: capsules)
        if used == "array":
            assert wythoff.is_cold(column, 2).tolist() == [True, False]
        else:
            pa.DataType._import_from_c_capsule(capsules[0])
        with pytest.raises(TypeError, match="a is an Arrow array that was used before"):
            wythoff.is_cold(column, 2)


def test_null_columns():
    for empty in (np.array([]), pd.DataFrame(columns=["a"]).a, pl.Series([])):
        assert answers(wythoff.is_cold(empty, empty)) == []
    # The first column has chunks behind the first window of the second one.
    ones, count = np.ones(5_000_000, np.int64), 20_000_000
    holed = pa.chunked_array([ones, pa.array(ones, mask=np.arange(len(ones)) == 2_000_000), ones, ones])
    for a, b in ((holed, pa.chunked_array([ones] * 4)), (pa.chunked_array([ones] * 4), holed)):
        found = wythoff.is_cold(a, b)
        assert (len(found), found.null_count, found[7_000_000].as_py()) == (count, 1, None)
    table = pa.StructArray.from_arrays([pa.array([1, 1, 4])], ["pile"], mask=pa.array([False, True, False]))
    assert wythoff.is_cold(table, 2).to_pylist() == [True, None, False]


def test_dictionaries():
    with_null = pa.DictionaryArray.from_arrays(pa.array([0, 1, None], pa.uint8()), pa.array([1, None]))
    assert wythoff.is_cold(with_null, 2).to_pylist() == [True, None, None]
    with pytest.raises(TypeError, match="holds Dictionary.*; cast it to the type of its values"):
        wythoff.is_cold(pa.table({"a": with_null}), 2)


def test_refusals_say_what_to_do():
    whole, square = pd.Series([2, 3, 7]), np.ones((2, 1), int)
    for error, a, b, message in [
        (TypeError, pd.Series([1, None, 4]), whole, r'a holds float64.*NaN made it floats.*dtype="Int64"'),
        (TypeError, whole.astype(float), whole, "a holds float64.*rounded"),
        (TypeError, np.array([[1, np.nan]]), 2, "NaN made it floats"),
        (TypeError, whole, whole.astype(object), 'b holds object.*; make it with dtype="uint64"'),
        (TypeError, pd.Series(["a"]).astype("category"), 2, "a holds LargeUtf8|a holds Utf8"),
        (TypeError, pa.array([True]), 2, "a holds Boolean, expected integers"),
        (TypeError, 2, pa.array(["1"]).dictionary_encode(), "b holds Utf8, expected integers; cast it to uint64"),
        (TypeError, pl.Series([1.0]), 2, "a holds Float64.*rounded"),
        (TypeError, pa.array([Decimal("1.5")]), 2, r"a holds Decimal128\(2, 1\).*; cast it to decimal\(p, 0\) with p up to 38"),
        (TypeError, pa.array([1], pa.decimal256(50)), 2, r"a holds Decimal256\(50, 0\)"),
        (TypeError, pa.table({"a": [1], "b": [2]}), 2, "a holds 2 columns, expected one; pass each"),
        (TypeError, pd.DataFrame({"a": [1], "b": [2]}), 2, "a holds 2 columns, expected one; pass each"),
        (TypeError, float("nan"), PAIR, "a is a float.*rounded"),
        (TypeError, pa.int64(), PAIR, "a is of the type DataType, expected"),
        (TypeError, pd.NA, 3, "a is null, expected an int: only the rows of a column"),
        (ValueError, PAIR, PAIR[1:], "a has 2 rows, b has 1"),
        (ValueError, whole, whole[1:], "different indexes"),
        (ValueError, pl.Series([1, 2]), square, "b has 2 dimensions, expected one beside a column"),
        (ValueError, memoryview(bytes(2)).cast("B", [2, 1]), PAIR, "a has 2 dimensions"),
        (ValueError, np.arange(3), 2**64, r"b is 18446744073709551616, expected 0 to 2\*\*64 - 1 beside a column; use one call"),
    ]:
        with pytest.raises(error, match=message):
            wythoff.is_cold(a, b)
    for a, options, error, message in [
        (PAIR, {"out": np.zeros(2, bool)}, TypeError, "out is for arrays"),
        (pl.col("a"), {"out": np.zeros(2, bool)}, TypeError, "out is for arrays"),
        (PAIR, {"threads": 0}, ValueError, "threads is 0, expected 1 or more"),
        (PAIR, {"invalid": "null"}, TypeError, "invalid is for expressions"),
        (pl.col("a"), {"invalid": "skip"}, ValueError, "invalid is 'skip', expected"),
    ]:
        with pytest.raises(error, match=message):
            wythoff.is_cold(a, 2, **options)


def test_pandas():
    index = pd.Index([100, 101, 102])
    a, b = pd.Series([1, 8, 4], index, name="pile"), pd.Series([2, 4, 7], index, name="pile")
    for kind, result in (("Int64", "boolean"), ("int64[pyarrow]", "bool[pyarrow]"), ("int64", "bool")):
        found = wythoff.is_cold(a.astype(kind).to_frame(), b)
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
    for options in ({}, {"engine": "streaming"} if hasattr(pl, "UInt128") else {"streaming": True}):
        found = frame.lazy().select(wythoff.is_cold(pl.col("a"), pl.col("b"))).collect(**options)
        assert found.to_dict(as_series=False) == {"a": [True, False, True, None]}
    groups = frame.group_by("b").agg(cold=wythoff.is_cold(pl.col("a"), 7)).sort("b")
    assert groups["cold"].to_list() == [[None], [False], [False], [True]]


def test_a_reader_is_not_held_whole():
    """Batches, whose answers do not fill whole bytes, are released as soon as they are decided."""
    schema = pa.schema([("pile", pa.int64())])
    piles = np.arange(1_000_001) % 5
    process, most = psutil.Process(), 0
    before = process.memory_info().rss

    def batches(count):
        nonlocal most
        for _ in range(count):
            most = max(most, process.memory_info().rss)
            # A copy, which belongs only to the consumer.
            yield pa.record_batch([pa.array(piles.copy())], schema=schema)

    def reader(count):
        return pa.RecordBatchReader.from_batches(schema, batches(count))

    found = wythoff.is_cold(reader(150), 1)
    assert isinstance(found, pa.Array) and pa.compute.sum(found).as_py() == np.sum(piles == 2) * 150
    # The whole stream has 1.2 GB.
    assert len(found) == 150 * len(piles) and most - before < 400 << 20
    nulls = np.arange(20 * len(piles)) % 7 == 0
    other = pa.array(np.ones(len(nulls), np.int64), mask=nulls)
    other = pa.chunked_array([other[:7_000_001], other[7_000_001:]])
    found = wythoff.is_cold(reader(20), other, threads=4)
    assert isinstance(found, pa.ChunkedArray) and found.combine_chunks().equals(pa.array(np.tile(piles == 2, 20), mask=nulls))
    for rows, message in ((1, "a has at least .* rows, b has 1$"), (len(nulls) + 1, f"a has {len(nulls)} rows, b has {len(nulls) + 1}")):
        with pytest.raises(ValueError, match=message):
            wythoff.is_cold(reader(20), np.ones(rows, np.int64))


def test_ranks_and_cold_positions():
    n = np.arange(12, dtype=np.int16).reshape(3, 4)
    assert [x.shape for x in (*wythoff.cold_position(n), *wythoff.rank(n[::-1]))] == [n.shape] * 4
    assert wythoff.rank(n[::-1]).n[0, 0] == wythoff.rank(8).n
    for column in ([1, 2**63], pa.array([Decimal(1), 2**64], pa.decimal128(38, 0)), np.array([[1], [-5]])):
        with pytest.raises((OverflowError, ValueError)) as raised:
            wythoff.cold_position(column)
        expected = "row 1: n is 9223372036854775808, and its cold", "row 1: n is 18446744073709551616, expected less", "row (1, 0): n is negative"
        assert str(raised.value).startswith(expected)
    with pytest.raises(ValueError, match="b has 2 dimensions"):
        wythoff.winning_moves(8, n)
    frame = pl.DataFrame({"n": [3, -1, None]})
    for found, expected in ((wythoff.cold_position, (4, 7)), (wythoff.rank, (2, "lower"))):
        assert frame.select(first.alias(name) for first, name in zip(found(pl.col("n")), "ab")).rows() == [expected, (None, None), (None, None)]
    moves = [[move._asdict() | {"to": [3, 5]} for move in wythoff.winning_moves(3, 9)], None, None]
    assert frame.select(wythoff.winning_moves(pl.col("n"), 9))["n"].to_list() == moves


Numbers = enum.IntEnum("Numbers", {"FIVE": 5})
Int = type("Int", (int,), {})


@pytest.mark.parametrize("call", [wythoff.rank, wythoff.cold_position, lambda n: wythoff.winning_moves(n, 8), lambda n: wythoff.is_cold(n, 8)])
def test_the_same_arguments_everywhere(call):
    """The fuzz has all containers."""
    for number in (True, Numbers.FIVE, Int(5)):
        assert call(number) == call(int(number))
    cold = wythoff.is_cold(duckdb.sql("select unnest([1, 2]) as a"), 2)
    for refused in (None, "1", 1.0, np.ma.array(5, mask=True), np.array([1.0]), pl.Series(["1"]), cold, pa.table({"a": [1], "b": [2]})):
        with pytest.raises(TypeError, match="expected"):
            call(refused)
    for negative in (-1, [1, -1]):
        with pytest.raises(ValueError, match="negative|is -1"):
            call(negative)
