"""`python -m wythoff`: the program `wythoff` that was installed with the package."""

import os
import sys


def program() -> str:
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


def main() -> None:
    """Replaces this process by the program, with the same arguments."""
    try:
        command = [program(), *sys.argv[1:]]
    except FileNotFoundError as error:
        raise SystemExit(f"wythoff: {error}") from None
    if os.name == "nt":
        # On Windows execv would not wait for the program, and its exit code would be lost.
        import subprocess

        raise SystemExit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
