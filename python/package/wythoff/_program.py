"""The program `wythoff`, which is installed with the package."""

import os


def path() -> str:
    """Its path: beside the package, as `pip install --target` puts it, or where scripts are. Raises `FileNotFoundError`."""
    # It takes long to import.
    import sysconfig

    name = "wythoff.exe" if os.name == "nt" else "wythoff"
    site = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # `lib/python3.11/site-packages` of an environment, of a prefix or of a user.
    prefix = os.path.join(site, os.pardir, os.pardir, os.pardir)
    for folder in (os.path.join(site, "bin"), os.path.join(prefix, "bin"), sysconfig.get_path("scripts")):
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("the program wythoff is not installed; install the package from a wheel or with pip")
