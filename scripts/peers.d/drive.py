"""Builds the peers, makes the pairs, checks every answer, then times. scripts/peers starts it.

Usage: drive.py WYTHOFF WORK_DIR MODE PAIRS ROUNDS FORMAT INSTALL SLOW [NAME...]
"""

import filecmp
import itertools
import os
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORES = len(os.sched_getaffinity(0))

# A peer whose checking run takes longer runs in SLOW_ROUNDS rounds only.
SLOW_SECONDS = 2.0
SLOW_ROUNDS = 3

# The first lines that make_pairs.c writes: 18 cold pairs, their mirrors, and 36 hot neighbours.
KNOWN = b"0\n0\n1\n1\n" * 18

CXX = os.environ.get("CXX", "g++")
CXXFLAGS = os.environ.get("CXXFLAGS", "-O2 -std=c++17").split()
CC = os.environ.get("CC", "cc")
AWKS = ["mawk", "gawk", "original-awk", "busybox"]
PACKAGES = ["numpy", "pandas", "polars", "duckdb"]


class Skip(Exception):
    """A peer that this machine does not have, with the reason."""


class Fault(Exception):
    """The comparison cannot be made at all."""


@dataclass
class Runner:
    name: str
    command: list[str]
    threads: int = 1
    reads_stdin: bool = False
    rounds: int = 0
    milliseconds: dict[int, float] = field(default_factory=dict)  # by round


def say(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


def run(runner, pairs, out, errors):
    """Seconds of one whole process."""
    environment = {**os.environ, "LC_ALL": "C"}
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    files = [
        (os.POSIX_SPAWN_OPEN, 0, str(pairs) if runner.reads_stdin else os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(out), writing, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, str(errors), writing, 0o644),
    ]
    start = time.perf_counter()
    child = os.posix_spawnp(runner.command[0], runner.command, environment, file_actions=files)
    _, status = os.waitpid(child, 0)
    seconds = time.perf_counter() - start
    if status:
        last = errors.read_text(errors="replace").strip().splitlines()[-1:]
        raise RuntimeError(f"ended with {os.waitstatus_to_exitcode(status)}: {''.join(last)}")
    return seconds


def build(compiler, *arguments):
    if not shutil.which(compiler):
        raise Skip(f"{compiler} is not installed")
    done = subprocess.run([compiler, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise Fault(f"{compiler} {' '.join(arguments)}\n{done.stderr}")
    return arguments[arguments.index("-o") + 1]


def cxx(work, name, source, *defines):
    def make():
        program = build(CXX, *CXXFLAGS, *defines, str(HERE / source), "-o", str(work / name))
        return Runner(name, [program], reads_stdin=True)

    return make


def rust(work):
    program = build("rustc", "-O", "--edition", "2021", str(HERE / "lines.rs"), "-o", str(work / "rust-lines"))
    return Runner("rust-lines", [program], reads_stdin=True)


def awk(name):
    def make():
        if not shutil.which(name):
            raise Skip("not installed")
        command = [name, "awk"] if name == "busybox" else [name]
        empty = subprocess.run([*command, "1"], stdin=subprocess.DEVNULL, capture_output=True)
        if empty.returncode:
            raise Skip(f"does not run: {last_line(empty.stderr.decode(errors='replace'))}")
        return Runner(name, [*command, "-f", str(HERE / "pairs.awk")], reads_stdin=True)

    return make


class Packages:
    """One virtual environment for the table tools, made when the first of them asks."""

    def __init__(self, work, install):
        self.where, self.install = work / "venv", install
        self.python, self.why_not, self.versions = None, None, {}

    def ready(self):
        if self.python or self.why_not:
            return
        if not self.install:
            self.python = sys.executable
            return
        # What the system has already is taken from there.
        command = [sys.executable, "-m", "venv", "--system-site-packages", str(self.where)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            self.why_not = f"no virtual environment: {last_line(done.stdout + done.stderr)}"
        else:
            self.python = str(self.where / "bin" / "python")

    def make(self, name):
        self.ready()
        if self.why_not:
            raise Skip(self.why_not)
        if self.install:
            # polars' and duckdb's peers need nothing else; pandas brings numpy.
            pip = [self.python, "-m", "pip", "--disable-pip-version-check", "--retries", "1", "--timeout", "15"]
            done = subprocess.run(
                [*pip, "install", "--quiet", "--only-binary", ":all:", name], capture_output=True, text=True
            )
            if done.returncode:
                raise Skip(f"pip could not install it: {last_line(done.stderr)}")
        ask = f"import {name}; print({name}.__version__)"
        done = subprocess.run([self.python, "-c", ask], capture_output=True, text=True)
        if done.returncode:
            raise Skip(f"cannot be imported: {last_line(done.stderr)}")
        self.versions[name] = done.stdout.strip()
        threads = CORES if name in ("polars", "duckdb") else 1
        return Runner(name, [self.python, str(HERE / "tables.py"), name, str(self.where.parent / "pairs")], threads)


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


def first_difference(pairs, expected, got):
    with open(pairs, "rb") as p, open(expected, "rb") as e, open(got, "rb") as g:
        for number, (pair, right, answer) in enumerate(itertools.zip_longest(p, e, g), 1):
            if right != answer:
                return f"line {number}, {(pair or b'').strip().decode()}: {answer!r}, and ours is {right!r}"
    return "no line differs"


def check_all(runners, pairs, work, count):
    """Compares each runner's answers with those of the first, and drops the ones that fail."""
    expected, out, errors = work / "expected", work / "out", work / "errors"
    failures, first = [], runners[0]
    try:
        run(first, pairs, expected, errors)
    except (OSError, RuntimeError) as error:
        raise Fault(f"{first.name} {error}")
    with open(expected, "rb") as answers:
        if answers.read(len(KNOWN)) != KNOWN:
            raise Fault(f"{first.name} is wrong within the first {len(KNOWN) // 2} lines, which are known")
    if expected.stat().st_size != 2 * count:
        raise Fault(f"{first.name} wrote {expected.stat().st_size} bytes for {count} pairs")
    for runner in runners:
        try:
            seconds = run(runner, pairs, out, errors)
        except (OSError, RuntimeError) as error:
            failures.append(f"{runner.name} {error}")
        else:
            runner.rounds = SLOW_ROUNDS if seconds > SLOW_SECONDS else sys.maxsize
            if filecmp.cmp(expected, out, shallow=False):
                say(f"{runner.name}, {runner.threads} thread(s): same answers ({seconds:.2f} s)")
                continue
            failures.append(f"{runner.name} differs at {first_difference(pairs, expected, out)}")
        say(f"FAILED: {failures[-1]}")
    out.unlink(missing_ok=True)
    return failures


def measure(runners, pairs, work, rounds):
    """Alternated: each round runs everything once, every second round in reverse order."""
    for runner in runners:
        runner.rounds = min(runner.rounds or rounds, rounds)
    for now in range(rounds):
        say(f"round {now + 1} of {rounds}")
        for runner in runners if now % 2 == 0 else reversed(runners):
            # The rounds of a slow one lie evenly among all.
            if now * runner.rounds // rounds != (now + 1) * runner.rounds // rounds:
                runner.milliseconds[now] = 1e3 * run(runner, pairs, os.devnull, work / "errors")


def ratio(runner, ours):
    """Times of the same round only are compared: the machine's speed moves with the hour."""
    return statistics.median(runner.milliseconds[r] / ours.milliseconds[r] for r in runner.milliseconds)


def table(groups, ours, size):
    """Rows of text; within a group the fastest comes first."""
    one, every = ours[0], ours[-1]
    heads = ["program", "threads", "rounds", "median ms", "range ms", "MB/s"]
    yield [*heads, *(f"time / ours, {r.threads} thread{'s' * (r.threads > 1)}" for r in (one, every))]
    for group in groups:
        for r in sorted(group, key=lambda r: statistics.median(r.milliseconds.values())):
            ms = list(r.milliseconds.values())
            median, digits = statistics.median(ms), 1 if max(ms) < 100 else 0
            yield [
                r.name,
                str(r.threads),
                str(len(ms)),
                f"{median:.{digits}f}",
                f"{min(ms):.{digits}f}-{max(ms):.{digits}f}",
                f"{size / median / 1e3:.0f}",
                f"{ratio(r, one):.2f}",
                f"{ratio(r, every):.2f}",
            ]


def show(rows, markdown):
    rows = list(rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    if markdown:
        rule = [":--"] + ["--:"] * (len(widths) - 1)
        for row in [rows[0], rule, *rows[1:]]:
            print(f"| {' | '.join(row)} |")
        return
    for row in rows:
        print("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))


def first_line_of(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    lines = (done.stdout or done.stderr).splitlines()
    return lines[0].strip() if lines else command[0]


def versions(runners, packages, wythoff):
    names = {r.name for r in runners}
    yield first_line_of(wythoff, "--version")
    if os.environ.get("WYTHOFF_BACKEND"):
        yield f"WYTHOFF_BACKEND={os.environ['WYTHOFF_BACKEND']}"
    if any(r.reads_stdin and r.command[0].startswith(str(packages.where.parent)) for r in runners):
        yield f"{first_line_of(CXX, '--version')} {' '.join(CXXFLAGS)}"
    if "rust-lines" in names:
        yield f"{first_line_of('rustc', '--version')} -O"
    if "mawk" in names:
        yield first_line_of("mawk", "-W", "version").split(",")[0]
    if "gawk" in names:
        yield first_line_of("gawk", "--version").split(",")[0]
    yield f"Python {sys.version.split()[0]}"
    for name, version in packages.versions.items():
        yield f"{name} {version}"


def machine():
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as info:
        models = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    return f"{models[0] if models else 'unknown processor'}, {CORES} core(s)"


def catalogue(work, packages, slow):
    """Every peer by name, with what makes it."""
    makers = {
        "mmap-swar": cxx(work, "mmap-swar", "mmap_swar.cpp"),
        "mmap-digits": cxx(work, "mmap-digits", "mmap_digits.cpp"),
        "fastio": cxx(work, "fastio", "fastio.cpp"),
        "fread": cxx(work, "fread", "fread.cpp"),
        "getchar-unlocked": cxx(work, "getchar-unlocked", "getchar.cpp", "-DUNLOCKED"),
        "getchar": cxx(work, "getchar", "getchar.cpp"),
        "cin-unsynced": cxx(work, "cin-unsynced", "cin.cpp", "-DUNSYNCED"),
        "scanf": cxx(work, "scanf", "scanf.cpp"),
        "cin": cxx(work, "cin", "cin.cpp"),
        "rust-lines": lambda: rust(work),
        "python": lambda: Runner("python", [sys.executable, str(HERE / "pairs.py")], reads_stdin=True),
    }
    makers.update((name, awk(name)) for name in AWKS)
    makers.update((name, lambda name=name: packages.make(name)) for name in PACKAGES)
    return makers, set() if slow else {"cin", "python"}


def main():
    wythoff, work, mode, count, rounds, form, install, slow, *only = sys.argv[1:]
    work, count, rounds = Path(work), int(count), int(rounds)
    pairs = work / "pairs"
    packages = Packages(work, install == "install")
    makers, left_out = catalogue(work, packages, slow == "slow" or mode == "check")
    for name in only:
        if name not in makers:
            raise Fault(f"no peer is called {name}; there are {' '.join(makers)}")
    wanted = only or [name for name in makers if name not in left_out]

    threads = [1] if CORES == 1 else [1, CORES]
    ours = [Runner("wythoff", [wythoff, "solve", "--threads", str(n), str(pairs)], n) for n in threads]
    peers, skipped = [], {name: "slow; --slow runs it" for name in left_out} if not only else {}
    for name in wanted:
        try:
            peers.append(makers[name]())
        except Skip as reason:
            skipped[name] = str(reason)
            say(f"SKIPPED: {name}: {reason}")

    generator = build(CC, "-O2", str(HERE / "make_pairs.c"), "-o", str(work / "make_pairs"))
    with open(pairs, "wb") as file:
        subprocess.run([generator, str(count)], stdout=file, check=True)
    size = pairs.stat().st_size
    say(f"{count} pairs, {size} bytes")

    failures = check_all(ours + peers, pairs, work, count)
    if failures or mode == "check":
        agree = len(ours) + len(peers) - len(failures)
        print(f"{agree} of {len(ours) + len(peers)} programs agree on {count} pairs")
        for failure in failures:
            print(f"failed: {failure}")
        for name, reason in skipped.items():
            print(f"skipped: {name}: {reason}")
        return 1 if failures else 0

    touch = build(CC, "-O3", "-march=native", "-pthread", str(HERE / "touch.c"), "-o", str(work / "touch"))
    floors = [Runner("touch every byte", [touch, str(pairs), str(n)], n) for n in threads]
    floors.append(Runner("wc -l", ["wc", "-l", str(pairs)]))
    measure(floors + ours + peers, pairs, work, rounds)

    markdown = form == "markdown"
    about = [
        f"{count} pairs up to 10^9 ({size / 1e6:.0f} MB in the page cache), one in eight cold or one off; "
        f"whole processes, answers to /dev/null; {rounds} alternated rounds, {min(SLOW_ROUNDS, rounds)} for what takes "
        f"over {SLOW_SECONDS:.0f} s. A ratio is the median of the ratios within each round.",
        f"{machine()}. {'; '.join(versions(peers, packages, wythoff))}.",
    ]
    notes = [f"Not run: {', '.join(f'{name} ({reason})' for name, reason in skipped.items())}."] if skipped else []
    print("\n".join(about), end="\n\n")
    show(table([floors, ours, peers], ours, size), markdown)
    if notes:
        print("\n" + "\n".join(notes))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Fault, Skip, OSError, RuntimeError, subprocess.CalledProcessError) as error:
        say(error)
        sys.exit(2)
