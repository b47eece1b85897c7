"""Runs a Python program once for every input, as fork-server.c does for other programs,
with the same messages:

    ANSWERS_EACH=LINES python3 -IS fork-server.py PROGRAM < INPUTS 1<>ANSWERS

The interpreter starts once and the program is compiled once; each process runs it from its first line.
"""

import gc
import mmap
import os
import signal
import sys

# The modules that the submissions import, so that not every process has to load them.
import functools, itertools, operator  # noqa: E401, F401


def main():
    expected = int(os.environ["ANSWERS_EACH"])
    with open(sys.argv[1], encoding="utf-8") as source:
        program = compile(source.read(), sys.argv[1], "exec")
    inputs = mmap.mmap(0, 0, access=mmap.ACCESS_READ)
    os.dup2(os.memfd_create("input"), 0)
    # So that no child's garbage collector examines the objects of the parent.
    gc.freeze()

    processes = at = start = 0
    while at < len(inputs):
        end = inputs.find(b"\0", at)
        assert end >= 0, "the last input has no end"
        text = inputs[at:end]
        os.pwrite(0, text, 0)
        os.ftruncate(0, len(text))
        os.lseek(0, 0, os.SEEK_SET)
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_PROF, 2)
            exec(program, {"__name__": "__main__"})
            # An ordinary exit would take time to finalise the interpreter.
            sys.stdout.flush()
            os._exit(0)
        processes += 1
        _, status = os.waitpid(child, 0)
        stop = os.lseek(1, 0, os.SEEK_CUR)
        answer = os.pread(1, min(stop - start, 4096), start)
        lines = answer.count(b"\n") if len(answer) == stop - start and answer[-1:] in (b"\n", b"") else -1
        if status != 0 or lines != expected:
            verdict = "WA" if status == 0 else "TLE" if status == signal.SIGPROF else "RE"
            sys.exit(
                f"{verdict}: process {processes}: wait status {status}, {lines} lines, not {expected}; its input:\n"
                + text.decode()
            )
        at, start = end + 1, stop
    print(processes, "processes", file=sys.stderr)


main()
