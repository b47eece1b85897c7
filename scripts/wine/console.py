"""Tests the program in a console: Ctrl-C removes the temporary file; progress and
Chinese texts are shown.

Usage: console.py COMMAND...     the command that starts the program with wine, which makes a console of a terminal of Unix
"""

import os
import pty
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 60


def run(arguments, is_ready=lambda shown: False):
    """Runs the program in a terminal. Types Ctrl-C when it is ready. Returns the exit
    code and the shown text."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(sys.argv[1], [*sys.argv[1:], *arguments])
    os.set_blocking(terminal, False)
    start, shown, typed, code = time.monotonic(), b"", False, None
    while True:
        if code is None and (ended := os.waitpid(process, os.WNOHANG))[0]:
            code = os.waitstatus_to_exitcode(ended[1])
        try:
            shown += os.read(terminal, 1 << 16)
            continue
        except OSError:  # no more output
            if code is not None:
                os.close(terminal)
                return code, shown.decode()
        if not typed and is_ready(shown):
            os.write(terminal, b"\x03")
            typed = True
        if time.monotonic() - start > SECONDS:
            raise SystemExit(f"{arguments} did not end: {shown!r}")
        time.sleep(0.02)


def main():
    code, shown = run(["explain", "4", "7", "--lang", "zh"])
    if code != 0 or "必败" not in shown:
        raise SystemExit(f"explain: exit code {code}, {shown!r}")
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "pairs"
        code, shown = run(
            ["gen", "--bytes", "100G", "-o", str(output)],
            lambda shown: b" left " in shown and any(file.stat().st_size for file in Path(folder).iterdir()),
        )
        left = os.listdir(folder)
    # The lowest byte of STATUS_CONTROL_C_EXIT.
    if code != 0x3A or left:
        raise SystemExit(f"gen: exit code {code}, {left} is left, {shown!r}")
    print("console: passed")


main()
