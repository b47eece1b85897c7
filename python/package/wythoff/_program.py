"""The program `wythoff`, which is installed with the package."""

import os


def path() -> str:
    """Its path: beside the package, as `pip install --target` puts it, or where scripts are. Raises `FileNotFoundError`."""
    # They take long to import.
    import shutil
    import sysconfig

    site = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # `lib/python3.11/site-packages` of an environment, of a prefix or of a user.
    prefix = os.path.normpath(os.path.join(site, os.pardir, os.pardir, os.pardir))
    folders = os.path.join(site, "bin"), os.path.join(prefix, "bin"), sysconfig.get_path("scripts")
    path = shutil.which("wythoff", path=os.pathsep.join(folders))
    if path is None:
        raise FileNotFoundError("the program wythoff is not installed; install the package from a wheel or with pip")
    return path
