"""Wythoff's game, exactly and fast: for numbers, arrays, columns and files.

There are two piles. A move takes any positive number from one pile, or the same number from both. Whoever takes the
last object wins. A position is cold if the player to move loses against perfect play, else hot.

>>> import wythoff
>>> wythoff.is_cold(1, 2)
True
"""

from collections.abc import Sequence as _Sequence

from ._cold import is_cold as is_cold
from ._errors import Error as Error
from ._files import (
    Generated as Generated,
    Report as Report,
    Summary as Summary,
    WrongCase as WrongCase,
    check as check,
    generate as generate,
    solve as solve,
)
from ._game import (
    Move as Move,
    Nim as Nim,
    NimMove as NimMove,
    Problem as Problem,
    Rank as Rank,
    cold_position as cold_position,
    cold_positions as cold_positions,
    explain as explain,
    grundy as grundy,
    nim as nim,
    problems as problems,
    rank as rank,
    winning_moves as winning_moves,
)
from ._native import ColdArray as ColdArray, __version__ as __version__

# The class of the extension module can't be derived from `Sequence`, so it gets the methods.
_Sequence.register(ColdArray)
for _name in ("__contains__", "__reversed__", "count", "index"):
    setattr(ColdArray, _name, getattr(_Sequence, _name))
for _item in list(globals().values()):
    # Users see the module in which they find an item, not the file that defines it.
    if getattr(_item, "__module__", "").startswith("wythoff._"):
        _item.__module__ = __name__
del _item, _name
