"""`python -m wythoff`: the program that was installed with the package."""

import importlib.metadata
import os
import sys


def program() -> str:
    """The path of the program, from the list of installed files."""
    for file in importlib.metadata.files("wythoff") or []:
        path = os.path.abspath(file.locate())
        if file.name == "wythoff" and os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    raise SystemExit("wythoff: the program is not installed; install the package from a wheel or with pip")


def main() -> None:
    """Becomes the program, with the same arguments."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
