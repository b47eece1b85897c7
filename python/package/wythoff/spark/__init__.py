"""Answers of many files on a Spark cluster, and `is_cold` as a column. Needs PySpark 4.1 or newer: `wythoff[spark]`.

`solve_text` splits plain text into ranges of bytes that join byte for byte to the answers of a single run. A task of
Spark solves each range and writes one file of the output folder. `python -m wythoff.spark` does the same.
"""

from importlib.util import find_spec as _find_spec

for _module in ("pyarrow", "pyspark"):
    if _find_spec(_module) is None:
        raise ModuleNotFoundError(
            f"wythoff.spark requires {_module}; install it with: pip install 'wythoff[spark]'", name=_module
        )

from ._columns import is_cold
from ._solve import solve_text

__all__ = ["is_cold", "solve_text"]
