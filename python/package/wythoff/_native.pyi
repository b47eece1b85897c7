from collections.abc import Iterator
from typing import Any, final, overload

__all__ = [
    "ColdArray", "__version__", "check", "cold_array", "cold_bytes", "cold_ints", "cold_position", "generate", "grundy", "nim",
    "problems", "rank", "sequence", "solve", "winning_moves",
]
__version__: str

# The files in Python that call these have their types.
check: Any
cold_array: Any
cold_bytes: Any
cold_ints: Any
cold_position: Any
generate: Any
grundy: Any
nim: Any
problems: Any
rank: Any
sequence: Any
solve: Any
winning_moves: Any

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
