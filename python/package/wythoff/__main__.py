"""`python -m wythoff`: the program that was installed with the package."""

import os
import sys

from wythoff import _program


def main() -> None:
    """Becomes the program, with the same arguments."""
    try:
        path = _program.path()
    except FileNotFoundError as error:
        raise SystemExit(f"wythoff: {error}") from None
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
