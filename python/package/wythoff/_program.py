"""The program `wythoff`, which is installed with the package."""

import os


def path() -> str:
    """The path of the program: beside the package, as `pip install --target` puts it, or in the folder of scripts.
    Raises `FileNotFoundError`."""
    # Imported here, because importing them takes long.
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
