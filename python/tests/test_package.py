"""What the wheel and the sdist hold: the program, types, everything that is needed to build it."""

import os
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PROGRAM = os.path.join(sysconfig.get_path("scripts"), "wythoff")


def output(*command: str, **options) -> bytes:
    ended = subprocess.run(command, stdout=subprocess.PIPE, **options)
    assert ended.returncode == 0, ended.stdout.decode()
    return ended.stdout


def test_the_program():
    """It is on the path, and is what `python -m wythoff` runs."""
    for program in ([PROGRAM], [sys.executable, "-m", "wythoff"]):
        assert output(*program, "solve", input=b"1 2\n8 4\n") == b"0\n1\n"
        ended = subprocess.run([*program, "solve"], input=b"x\n", capture_output=True)
        assert ended.returncode == 2 and ended.stderr.startswith(b"wythoff: <stdin>:1:1: expected ")
    assert output(PROGRAM, "--version") == output(sys.executable, "-m", "wythoff", "--version")


def test_types(tmp_path):
    """The stubs match the extension module, and users' code can be checked."""
    output(sys.executable, "-m", "mypy.stubtest", "wythoff", cwd=tmp_path)
    user = tmp_path / "user.py"
    user.write_text(
        "import wythoff\n"
        "cold: bool = wythoff.is_cold(1, 2)\n"
        "piles: tuple[int, int] = wythoff.winning_moves(5, 8)[0].to\n"
        "hot: int = wythoff.solve('pairs.txt', 'answers.txt', on_invalid='mark').hot\n"
        "wythoff.solve(5)  # type: ignore[arg-type]\n"
    )
    output(sys.executable, "-m", "mypy", "--strict", str(user), cwd=tmp_path)
    output(sys.executable, "-m", "mypy", "--strict", "-p", "wythoff", cwd=tmp_path)


def test_slow_sdist_builds(tmp_path):
    """The sdist holds the library, the program and the package; a wheel comes of it, also with the program."""
    output(sys.executable, "-m", "build", "--sdist", "--outdir", str(tmp_path), str(PROJECT))
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    # What the installed package was compiled with is there already.
    settings = {"CARGO_TARGET_DIR": str(PROJECT.parent / "target")}
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(source)]
    output(*command, env=os.environ | settings)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    install = ["--quiet", "--no-deps", "--target", str(site), str(wheel)]
    output(sys.executable, "-m", "pip", "install", *install)
    code = "import wythoff; print(wythoff.__file__, wythoff.is_cold(1, 2))"
    found = output(sys.executable, "-c", code, env=os.environ | {"PYTHONPATH": str(site)})
    assert found.decode().split() == [str(site / "wythoff" / "__init__.py"), "True"]
    assert output(str(site / "bin" / "wythoff"), "solve", input=b"1 2\n") == b"0\n"
