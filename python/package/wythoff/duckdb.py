"""`is_cold` as a SQL function in DuckDB."""

from typing import TYPE_CHECKING, Any, Literal

from ._cold import in_batches

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def register(
    connection: "DuckDBPyConnection", name: str = "is_cold", *, invalid: Literal["null", "raise"] = "null"
) -> "DuckDBPyConnection":
    """Makes `is_cold(a, b)` a SQL function of two HUGEINT; DuckDB casts smaller integers. Returns the connection.

    `invalid`: `"null"` gives null for a negative number, which DuckDB may pass before a `where` drops it; `"raise"` ends
    the query. A UHUGEINT must be cast to HUGEINT.

    >>> import duckdb, wythoff.duckdb
    >>> connection = wythoff.duckdb.register(duckdb.connect())
    >>> connection.sql("select is_cold(a, b) from (values (1, 2), (8, 4), (-1, 2)) as positions(a, b)").fetchall()
    [(True,), (False,), (None,)]
    """
    # duckdb's type hints require enumerations instead of these texts.
    options: Any = {"type": "arrow", "null_handling": "special"}
    connection.create_function(name, in_batches(invalid), ["HUGEINT", "HUGEINT"], "BOOLEAN", **options)
    return connection
