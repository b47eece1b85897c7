"""Runs over files: `solve`, `check`, `generate`."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, Union

from . import _native
from ._errors import Error, checked_threads, shown, whole

if TYPE_CHECKING:
    from _typeshed import SupportsRead, SupportsWrite

Path: TypeAlias = str | PathLike[str]
Source: TypeAlias = Union[Path, bytes, bytearray, memoryview, "SupportsRead[bytes]"]
Target: TypeAlias = Union[Path, "SupportsWrite[bytes]"]
Progress: TypeAlias = Callable[[int, int], object]


class Summary(NamedTuple):
    """The result of `solve`.

    - `hot`, `cold`: the numbers of positions that the player to move wins, and loses.
    - `invalid`, `first_invalid`: the number of invalid lines that were marked, and the messages about the first ten.
    - `warnings`: each names a limit of the problem that the input breaks.
    - `bytes`: the bytes of text, after decompression.
    - `threads`: the number of threads that took part.
    - `read_methods`: how the input was read: `mmap`, `read`, `stream`, `gzip` or `zstd`.
    """

    hot: int
    cold: int
    invalid: int
    first_invalid: list[str]
    warnings: list[str]
    bytes: int
    threads: int
    read_methods: list[str]

    @property
    def records(self) -> int:
        """Positions, without invalid lines."""
        return self.hot + self.cold


class WrongCase(NamedTuple):
    """A case with a wrong answer.

    - `case`, `line`: the number of the case, and of the line with its first number, both from 1.
    - `input`: the numbers of the case.
    - `expected`, `found`: the right answer and the answer that was found, in backquotes and cut short; `found` is `None`
      after the end of the answers.
    """

    case: int
    line: int
    input: str
    expected: str
    found: str | None


class Report(NamedTuple):
    """The result of `check`.

    - `cases`, `invalid`: the numbers of cases, and of invalid lines among them.
    - `wrong`, `malformed`: the numbers of wrong answers, and of texts that have not the form of an answer.
    - `missing`, `extra`: the numbers of cases after the end of the answers, and of answers after the last case.
    - `first`: the first ten wrong or malformed cases, and the first missing case.
    """

    cases: int
    invalid: int
    wrong: int
    malformed: int
    missing: int
    extra: int
    first: list[WrongCase]

    @property
    def is_right(self) -> bool:
        """Whether each case has the right answer, and no answer follows."""
        return self.wrong == self.malformed == self.missing == self.extra == 0


class Generated(NamedTuple):
    """The result of `generate`: the numbers of positions, of cold ones among them, and of bytes, answers included."""

    records: int
    cold: int
    bytes: int


def _run(run: Callable[..., Any], modes: dict[str, Literal["rb", "wb"]], /, **arguments: Any) -> Any:
    """The result of `run`, a function of the extension module. `modes` has the mode of each argument that is a
    file."""
    settings = dict.fromkeys(("range", "records", "size", "seed", "mix")) | arguments
    on_invalid = arguments.get("on_invalid", "stop")
    if on_invalid not in ("stop", "mark"):
        raise ValueError(f'on_invalid is {shown(on_invalid)}, expected "stop" or "mark"')
    settings["marks_invalid"] = on_invalid == "mark"
    for name in ("problem", "framing", "rule", "mix"):
        if not isinstance(settings[name], (str, type(None))):
            raise TypeError(f"{name} is of the type {type(settings[name]).__name__}, expected a text")
    labels = settings["labels"]
    if labels is not None:
        are_texts = isinstance(labels, Sequence) and [isinstance(label, str) for label in labels] == [True, True]
        if isinstance(labels, str) or not are_texts:
            raise TypeError(f"labels is {shown(labels)}, expected two texts: for hot and for cold")
        settings["labels"] = tuple(labels)
    settings["progress"] = arguments["progress"] or (lambda size, records: None)
    settings["threads"] = checked_threads(arguments["threads"])
    if settings["range"] is not None:
        start, end = settings["range"]
        settings["range"] = whole(start, "the start of range"), whole(end, "the end of range")
    for name in ("records", "size"):
        if settings[name] is not None:
            settings[name] = whole(settings[name], name)
    with ExitStack() as files:
        places = [_opened(files, arguments[name], name, mode) for name, mode in modes.items()]
        settings["paths"] = [place for place in places if isinstance(place, (str, PathLike))]
        # The calling thread calls both files. Answers must be written before a `read` that may wait.
        if run == _native.solve and all(isinstance(place, dict) and not place["is_plain"] for place in places):
            settings["threads"] = settings["threads"] or 1
        try:
            return run(*places, settings)
        except Error as error:
            if not str(error).startswith("unknown profile"):
                raise
            import difflib

            names = [problem[0] for problem in _native.problems()]
            nearest = difflib.get_close_matches(arguments["problem"].lower(), names, 1)
            raise Error(f"{error}; did you mean {nearest[0]}?" if nearest else str(error)) from None


def _opened(files: ExitStack, place: Any, name: str, mode: Literal["rb", "wb"]) -> Any:
    """The argument for the extension module. A pipe is opened here, because Ctrl-C can end the wait for its other end
    only in Python."""
    if mode == "rb" and isinstance(place, (bytes, bytearray, memoryview)):
        view = memoryview(place)
        return view.cast("B") if view.c_contiguous else bytes(view)
    if mode == "wb" and place is None:
        return None
    # Imported here, so that `import wythoff` is fast. Most programs have imported both already.
    import pathlib
    import signal

    is_path = isinstance(place, (str, PathLike))
    if is_path and not pathlib.Path(place).is_fifo():
        return place
    if hasattr(signal, "siginterrupt"):
        # polars' signal handler restarts waiting system calls.
        signal.siginterrupt(signal.SIGINT, True)
    if is_path:
        place = files.enter_context(open(place, mode, buffering=0))
    kinds, method = ("a path, bytes", "read") if mode == "rb" else ("a path", "write")
    if not hasattr(place, method):
        expected = f"{kinds} or a binary file with the method {method}"
        raise TypeError(f"{name} is of the type {type(place).__name__}, expected {expected}")
    modules = {type(place).__module__, type(getattr(place, "raw", place)).__module__}
    own_name = getattr(place, "name", None)
    return {
        "object": place,
        "name": own_name if isinstance(own_name, str) and own_name.isprintable() else "<file>",
        # The calls of a regular file or of memory never wait.
        "is_plain": modules == {"_io"} and place.seekable(),
        "start": place.tell() if mode == "rb" and hasattr(place, "seekable") and place.seekable() else None,
    }


def solve(
    input: Source,
    output: Target | None = None,
    *,
    problem: str | None = None,
    framing: str | None = None,
    rule: str | None = None,
    labels: Sequence[str] | None = None,
    range: Sequence[int] | None = None,
    threads: int | None = None,
    on_invalid: Literal["stop", "mark"] = "stop",
    progress: Progress | None = None,
) -> Summary:
    """Answers each position of `input` in `output`, one answer a line, in the same order.

    - `input`: a path, the bytes themselves, or a file that is open in the mode `"rb"`. gzip and zstd are recognised.
      The methods of a file object are called in the calling thread.
    - `output`: a path or a binary file. The file at a path gets all answers or is unchanged; if the path ends in `.gz`
      or `.zst`, it is compressed. Without `output` the positions are only counted.
    - `problem`: the name of a problem of `problems()`. Without it a line is a position, and the answers are `1` (hot)
      and `0` (cold).
    - `framing`, `rule`, `labels`: change the problem, as `--in`, `--rule` and `--words` of the program do. `framing`,
      how positions follow one another, is `"lines"`, `"eof"`, `"count"`, `"zero"` or `"one"`; `rule` is `"normal"`,
      `"misere"` or `"r=N"`; `labels` are the texts for hot and for cold.
    - `range`: the offsets `(start, end)` in bytes; only the lines of a path that start there are answered. The joined
      answers to ranges that tile a file are the answers to the file. Not for compressed files, and not with `problem`.
    - `threads`: the largest number of threads; by default it depends on the size of the input.
    - `on_invalid`: `"stop"` raises `Error` at the first invalid line; `"mark"` answers invalid lines with `?`.
    - `progress`: called about 20 times a second, in the calling thread, with the number of bytes and of positions so
      far. Ctrl-C, and an exception in `progress`, end the run between two chunks.

    Raises `Error` for an invalid input or argument, `OSError` for an error of the operating system, and any exception
    of a file object.

    >>> import io, wythoff
    >>> answers = io.BytesIO()
    >>> summary = wythoff.solve(b"1 2\\n8 4\\n4 7\\n", answers)
    >>> answers.getvalue()
    b'0\\n1\\n0\\n'
    >>> summary.hot, summary.cold
    (1, 2)
    """
    counts, texts, reading = _run(_native.solve, {"input": "rb", "output": "wb"}, **locals())
    return Summary(*counts, *texts, *reading)


def check(
    input: Source,
    answers: Source,
    *,
    problem: str | None = None,
    framing: str | None = None,
    rule: str | None = None,
    labels: Sequence[str] | None = None,
    threads: int | None = None,
    on_invalid: Literal["stop", "mark"] = "stop",
    progress: Progress | None = None,
) -> Report:
    """Compares `answers` with the right answers to `input`, case by case.

    The arguments and exceptions are the same as for `solve`. An `input` that cannot seek is copied to $TMPDIR.

    >>> import wythoff
    >>> report = wythoff.check(b"1 2\\n8 4\\n4 7\\n", b"0\\n0\\n0\\n")
    >>> report.is_right, report.wrong
    (False, 1)
    >>> report.first
    [WrongCase(case=2, line=2, input='8 4', expected='`1`', found='`0`')]
    """
    counts, others, first = _run(_native.check, {"input": "rb", "answers": "rb"}, **locals())
    return Report._make([*counts, *others, [WrongCase(*wrong) for wrong in first]])


def generate(
    output: Target,
    answers: Target | None = None,
    *,
    problem: str | None = None,
    framing: str | None = None,
    rule: str | None = None,
    labels: Sequence[str] | None = None,
    records: int | None = None,
    size: int | None = None,
    seed: int = 1,
    mix: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Generated:
    """Writes an input to `output`, and the right answers to it to `answers`.

    The same arguments write the same bytes on every machine and in every version.

    - `records`, `size`: the number of positions, or the number of bytes in which they must fit. By default 1000
      positions.
    - `mix`: kinds of positions and their weights, such as `"cold=1,uniform=9"`; by default all kinds.
    - The other arguments are the same as for `solve`.

    Raises `Error` for an unknown problem or mix, `OSError` for an error of the operating system.

    >>> import io, wythoff
    >>> pairs, answers = io.BytesIO(), io.BytesIO()
    >>> wythoff.generate(pairs, answers, records=100).records
    100
    >>> wythoff.check(pairs.getvalue(), answers.getvalue()).is_right
    True
    """
    if records is None and size is None:
        records = 1000
    seed = whole(seed, "seed")
    return Generated(*_run(_native.generate, {"output": "wb", "answers": "wb"}, **locals()))
