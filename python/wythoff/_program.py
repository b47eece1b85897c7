"""The program `wythoff`, which is installed with the package."""

import importlib.metadata
import os


def path() -> str:
    """Its path, from the list of installed files. Raises `FileNotFoundError` where it is not installed."""
    for file in importlib.metadata.files("wythoff") or []:
        path = os.path.abspath(file.locate())
        if file.name == "wythoff" and os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    raise FileNotFoundError("the program wythoff is not installed; install the package from a wheel or with pip")
