from typing import Any, Literal, SupportsIndex, final

__all__ = [
    "ColdArray",
    "cold_ints",
    "cold_bytes",
    "cold_array",
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
    def __arrow_c_array__(self, requested_schema: Any | None = None) -> tuple[Any, Any]: ...

def cold_ints(a: SupportsIndex, b: SupportsIndex) -> bool: ...
def cold_bytes(a: Any, b: Any, out: Any, threads: int | None) -> None: ...
def cold_array(a: Any, b: Any, threads: int | None) -> ColdArray: ...
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
    problem_name: str | None,
    range: tuple[int, int] | None,
    threads: int | None,
    mark: bool,
    on_progress: Any,
) -> tuple[int, int, int, list[str], list[str], int, int, list[str]]: ...
def check(
    input: Any, answers: Any, problem_name: str | None, threads: int | None, mark: bool, on_progress: Any
) -> tuple[
    tuple[int, int, int, int, int, int], list[tuple[int, int, str, str, str | None]]
]: ...
def generate(
    output: Any,
    answers: Any,
    problem_name: str | None,
    amount: tuple[int | None, int | None],
    seed: int,
    mix: str | None,
    threads: int | None,
    on_progress: Any,
) -> tuple[int, int, int]: ...
