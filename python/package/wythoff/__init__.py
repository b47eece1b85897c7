"""Wythoff's game, exactly and fast: for numbers, arrays, columns and files.

Two piles; a move takes any positive number from one pile, or the same number from both; whoever takes the last one
wins. A position is cold if the player to move loses against perfect play, else hot.

>>> import wythoff
>>> wythoff.is_cold(1, 2)
True
"""

from ._cold import is_cold
from ._errors import Error
from ._files import Generated, Report, Summary, WrongCase, check, generate, solve
from ._game import (
    Move,
    Nim,
    NimMove,
    Problem,
    Rank,
    cold_position,
    cold_positions,
    explain,
    grundy,
    nim,
    problems,
    rank,
    winning_moves,
)
from ._native import ColdArray, __version__

__all__ = [
    "ColdArray",
    "Error",
    "Generated",
    "Move",
    "Nim",
    "NimMove",
    "Problem",
    "Rank",
    "Report",
    "Summary",
    "WrongCase",
    "__version__",
    "check",
    "cold_position",
    "cold_positions",
    "explain",
    "generate",
    "grundy",
    "is_cold",
    "nim",
    "problems",
    "rank",
    "solve",
    "winning_moves",
]

for _name in __all__:
    # Where users find it, and not in the file that defines it.
    if hasattr(globals()[_name], "__qualname__") and _name != "ColdArray":
        globals()[_name].__module__ = __name__
del _name
