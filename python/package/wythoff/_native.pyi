from collections.abc import Iterator
from typing import Any, Literal, SupportsIndex, final, overload

from ._files import Format

__version__: str

__all__ = [
    "__version__",
    "ColdArray",
    "cold_ints",
    "cold_bytes",
    "cold_array",
    "sequence",
    "winning_moves",
    "cold_position",
    "rank",
    "nim",
    "grundy",
    "problems",
    "solve",
    "check",
    "generate",
]

@final
class ColdArray:
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> bool | None: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[bool | None]: ...
    def __iter__(self) -> Iterator[bool | None]: ...
    def tolist(self) -> list[bool | None]: ...
    def __array__(self, dtype: Any | None = None, *, copy: bool | None = None) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any | None = None) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any | None = None) -> tuple[Any, Any]: ...

def cold_ints(a: SupportsIndex, b: SupportsIndex) -> bool: ...
def cold_bytes(a: Any, b: Any, out: Any, threads: int | None) -> None: ...
def cold_array(a: Any, b: Any, mask: bytes | None, threads: int | None) -> ColdArray: ...
def sequence(n: Any, is_rank: bool) -> bytearray: ...
def winning_moves(
    a: SupportsIndex, b: SupportsIndex
) -> list[tuple[Literal["both", "larger", "smaller"], int, tuple[int, int]]]: ...
def cold_position(n: SupportsIndex) -> tuple[int, int]: ...
def rank(n: SupportsIndex) -> tuple[int, Literal["lower", "upper"]]: ...
def nim(piles: Any, misere: bool) -> tuple[bool, int, list[tuple[int, int, int]]]: ...
def grundy(max: int) -> bytes: ...
def problems() -> list[tuple[str, str, str, str, str]]: ...
def solve(
    input: Any,
    output: Any,
    format: Format,
    range: tuple[int, int] | None,
    threads: int | None,
    mark: bool,
    on_progress: Any,
) -> tuple[int, int, int, list[str], list[str], int, int, list[str]]: ...
def check(
    input: Any, answers: Any, format: Format, threads: int | None, mark: bool, on_progress: Any
) -> tuple[
    tuple[int, int, int, int, int, int], list[tuple[int, int, str, str, str | None]]
]: ...
def generate(
    output: Any,
    answers: Any,
    format: Format,
    amount: tuple[int | None, int | None],
    seed: int,
    mix: str | None,
    threads: int | None,
    on_progress: Any,
) -> tuple[int, int, int]: ...
