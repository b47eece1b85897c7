"""Answers of many files on a Spark cluster, and `is_cold` as a column. Needs PySpark 4.1 or newer: `wythoff[spark]`.

`solve_text` splits plain text into ranges of bytes, whose joined answers are byte for byte the answers of a single
run. A Spark task solves each range and writes one file of the output folder. `python -m wythoff.spark` does the same.
"""

try:
    from ._columns import is_cold, register
    from ._solve import solve_text
except ModuleNotFoundError as _error:
    _message = f"wythoff.spark requires {_error.name}; install it with: pip install 'wythoff[spark]'"
    raise ModuleNotFoundError(_message, name=_error.name) from None

__all__ = ["is_cold", "register", "solve_text"]
