"""`python -m wythoff`: the program that was installed with the package."""

import os
import sys

from wythoff import _program


def main() -> None:
    """Replaces this process by the program, with the same arguments."""
    try:
        command = [_program.path(), *sys.argv[1:]]
    except FileNotFoundError as error:
        raise SystemExit(f"wythoff: {error}") from None
    if os.name == "nt":
        # On Windows execv would not wait for the program, and its exit code would be lost.
        import subprocess

        raise SystemExit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
