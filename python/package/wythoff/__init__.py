"""Wythoff's game, exactly and fast: for numbers, arrays, columns and files.

There are two piles. A move takes any positive number from one pile, or the same number from both. Whoever takes the
last object wins. A position is cold if the player to move loses against perfect play, else hot.

>>> import wythoff
>>> wythoff.is_cold(1, 2)
True
"""

from ._cold import is_cold
from ._errors import Error
from ._files import Generated, Report, Summary, WrongCase, check, generate, solve
from ._game import Move, Nim, NimMove, Problem, Rank
from ._game import cold_position, cold_positions, explain, grundy, nim, problems, rank, winning_moves
from ._native import ColdArray, __version__

__all__ = [
    "is_cold", "ColdArray", "cold_position", "cold_positions", "rank", "Rank", "winning_moves", "Move", "grundy", "explain",
    "nim", "Nim", "NimMove", "solve", "Summary", "check", "Report", "WrongCase", "generate", "Generated", "problems", "Problem",
    "Error", "__version__",
]

for _item in list(globals().values()):
    # Users see the module in which they find an item, not the file that defines it.
    if getattr(_item, "__module__", "").startswith("wythoff._"):
        _item.__module__ = __name__
del _item
