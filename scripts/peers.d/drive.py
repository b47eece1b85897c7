"""Compares wythoff with the programs that people usually write for this: contest readers in C++ (scanf
to mapped words of eight digits), Rust's lines, awk, Python, numpy, pandas, polars and duckdb.
Checks all answers by `wythoff check`, then times each program in alternated rounds with `wc -l` and `wythoff solve`.

The peers are in scripts/peers.d; all decide exactly, by integers. Needs Rust, a C and a C++ compiler,
and Python 3. pip installs the Python packages into a temporary directory. A peer that can't be installed is skipped,
and the output says why. Needs 24 bytes a pair in $TMPDIR (default /tmp). CXX, CXXFLAGS and CC are
respected; WYTHOFF_BACKEND chooses another of our parsers.

Exits 0 if all agree, 1 if a peer differs or fails, 2 if it could not be done.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORES = len(os.sched_getaffinity(0))

# A peer whose checking run takes longer is timed in SLOW_ROUNDS rounds only.
SLOW_SECONDS = 2.0
SLOW_ROUNDS = 3

CXX = os.environ.get("CXX", "g++")
CXXFLAGS = os.environ.get("CXXFLAGS", "-O2 -std=c++17").split()
CC = os.environ.get("CC", "cc")
AWKS = ["mawk", "gawk", "original-awk", "busybox"]
PACKAGES = ["numpy", "pandas", "polars", "duckdb"]


class Skip(Exception):
    """A peer that this machine does not have, with the reason."""


class Fault(Exception):
    """The comparison cannot be made."""


@dataclass
class Runner:
    name: str
    command: list[str]
    threads: int = 1
    reads_stdin: bool = False
    slow: bool = False
    milliseconds: list[float] = field(default_factory=list)
    ratios: dict[int, list[float]] = field(default_factory=dict)  # time / ours, by the threads of ours, a run each


def say(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


def check(runner, wythoff, pairs, work):
    """None if all answers are right, else a description of the fault."""
    out, errors = work / "out", work / "errors"
    with open(pairs if runner.reads_stdin else os.devnull) as stdin, open(out, "wb") as stdout, open(errors, "wb") as stderr:
        start = time.perf_counter()
        done = subprocess.run(runner.command, stdin=stdin, stdout=stdout, stderr=stderr)
        runner.slow = time.perf_counter() - start > SLOW_SECONDS
    if done.returncode:
        return f"ended with {done.returncode}: {last_line(errors.read_text(errors='replace'))}"
    compared = subprocess.run([wythoff, "check", "-q", pairs, out], capture_output=True, text=True)
    out.unlink()
    return None if compared.returncode == 0 else (compared.stdout + compared.stderr).strip()


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
        # Packages that the system already has are used.
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
            # The peers of polars and duckdb need no other package; pandas installs numpy.
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


def timed(runner, pairs):
    """The milliseconds of a run whose output is thrown away."""
    with open(pairs if runner.reads_stdin else os.devnull) as stdin:
        start = time.perf_counter()
        done = subprocess.run(runner.command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        taken = time.perf_counter() - start
    if done.returncode:
        raise Fault(f"{runner.name}: {last_line(done.stderr.decode(errors='replace'))}")
    return 1e3 * taken


def measure(peer, others, pairs, rounds):
    """Times rounds of a peer and `others` (ours and `wc -l`), each round in its own
    order. The first round is not counted."""
    runners, times = [*others, peer], []
    for _ in range(1 + (min(rounds, SLOW_ROUNDS) if peer.slow else rounds)):
        order = random.sample(runners, len(runners))
        times.append({id(runner): timed(runner, pairs) for runner in order})
    for runner in runners:
        own = [taken[id(runner)] for taken in times[1:]]
        runner.milliseconds += own
        for ours in others:
            if ours.name == "wythoff":
                # Only times of the same round are compared, because the speed of the machine
                # changes.
                ratio = statistics.median(t / taken[id(ours)] for t, taken in zip(own, times[1:]))
                runner.ratios.setdefault(ours.threads, []).append(ratio)


def table(groups, threads, size):
    """Rows of text; within a group the fastest comes first."""
    one, every = threads[0], threads[-1]
    heads = ["program", "threads", "rounds", "median ms", "range ms", "MB/s"]
    yield [*heads, *(f"time / ours, {n} thread{'s' * (n > 1)}" for n in (one, every))]
    for group in groups:
        for r in sorted(group, key=lambda r: statistics.median(r.milliseconds)):
            ms = r.milliseconds
            median, digits = statistics.median(ms), 1 if max(ms) < 100 else 0
            yield [
                r.name,
                str(r.threads),
                str(len(ms)),
                f"{median:.{digits}f}",
                f"{min(ms):.{digits}f}-{max(ms):.{digits}f}",
                f"{size / median / 1e3:.0f}",
                f"{statistics.median(r.ratios[one]):.2f}",
                f"{statistics.median(r.ratios[every]):.2f}",
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
    """Every peer by name, with the function that makes it."""
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


def arguments():
    parser = argparse.ArgumentParser(
        prog="peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only compare the answers of all peers, the slow ones too")
    parser.add_argument("--pairs", type=int, help="pairs of piles up to 10^9, at least 72 [25000000; with --check 10000]")
    parser.add_argument("--rounds", type=int, default=5, help="rounds for each program [5]; at most 3 if it takes over 2 s")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this peer; may be repeated")
    parser.add_argument("--slow", action="store_true", help="also cin with its default synchronisation, and plain Python")
    parser.add_argument("--no-install", action="store_true", help="use the installed Python packages, and install none")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    given = parser.parse_args()
    given.pairs = given.pairs or (10_000 if given.check else 25_000_000)
    if given.pairs < 72 or given.rounds < 1:
        parser.error("--pairs takes a number from 72, --rounds one from 1")
    return given


def built():
    """The path of our program."""
    for tool in ("cargo", CC):
        if not shutil.which(tool):
            raise Fault(f"{tool} is not installed")
    root = HERE.parent.parent
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=root, check=True)
    return str(Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release" / "wythoff")


def main(given, work):
    wythoff, count, rounds, only = built(), given.pairs, given.rounds, given.only
    pairs = work / "pairs"
    packages = Packages(work, not given.no_install)
    makers, left_out = catalogue(work, packages, given.slow or given.check)
    for name in only:
        if name not in makers:
            raise Fault(f"no peer is called {name}; there are {' '.join(makers)}")
    wanted = only or [name for name in makers if name not in left_out]

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

    failures = []
    for peer in peers:
        wrong = check(peer, wythoff, pairs, work)
        say(f"{peer.name}: {f'FAILED: {wrong}' if wrong else 'all answers are right'}")
        if wrong:
            failures.append(f"{peer.name}: {wrong}")
    if failures or given.check:
        print(f"{len(peers) - len(failures)} of {len(peers)} programs agree with wythoff on {count} pairs")
        for failure in failures:
            print(f"failed: {failure}")
        for name, reason in skipped.items():
            print(f"skipped: {name}: {reason}")
        return 1 if failures else 0

    if not peers:
        raise Fault("none of the peers runs on this machine")
    threads = sorted({1, CORES})
    ours = [Runner("wythoff", [wythoff, "solve", "--threads", str(n), str(pairs)], n) for n in threads]
    wc = Runner("wc -l", ["wc", "-l", str(pairs)])
    for peer in peers:
        say(f"measuring {peer.name}")
        measure(peer, [wc, *ours], pairs, rounds)

    about = [
        f"{count} pairs up to 10^9 ({size / 1e6:.0f} MB in the page cache), one in eight cold or one off; "
        f"whole processes, answers to /dev/null; each program in {rounds} rounds with wythoff and `wc -l`, "
        f"{min(SLOW_ROUNDS, rounds)} for what takes over {SLOW_SECONDS:.0f} s. A ratio is the median of the ratios within each round.",
        f"{machine()}. {'; '.join(versions(peers, packages, wythoff))}.",
    ]
    notes = [f"Not run: {', '.join(f'{name} ({reason})' for name, reason in skipped.items())}."] if skipped else []
    print("\n".join(about), end="\n\n")
    show(table([[wc], ours, peers], threads, size), given.markdown)
    if notes:
        print("\n" + "\n".join(notes))
    return 0


if __name__ == "__main__":
    try:
        asked = arguments()
        with tempfile.TemporaryDirectory(prefix="peers-") as folder:
            sys.exit(main(asked, Path(folder)))
    except (Fault, Skip, OSError, RuntimeError, subprocess.CalledProcessError) as error:
        say(error)
        sys.exit(2)
