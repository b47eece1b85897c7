"""The contents of the wheel and the sdist: the program, types, everything that is needed to build the package."""

import importlib.metadata
import inspect
import os
import pickle
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import wythoff
from wythoff import _native

PROJECT = Path(__file__).parents[1]
PROGRAM = os.path.join(sysconfig.get_path("scripts"), "wythoff")


def output(*command: str, **options) -> bytes:
    ended = subprocess.run(command, stdout=subprocess.PIPE, **options)
    assert ended.returncode == 0, ended.stdout.decode()
    return ended.stdout


def test_the_program():
    """The program is on the path, and `python -m wythoff` runs it."""
    for program in ([PROGRAM], [sys.executable, "-m", "wythoff"]):
        assert output(*program, "solve", input=b"1 2\n8 4\n") == b"0\n1\n"
        ended = subprocess.run([*program, "solve"], input=b"x\n", capture_output=True)
        assert ended.returncode == 2 and ended.stderr.startswith(b"wythoff: <stdin>:1:1: expected ")
    assert output(PROGRAM, "--version") == output(sys.executable, "-m", "wythoff", "--version")


USER = """
from collections.abc import Sequence
from typing import assert_type

import duckdb
import numpy as np
import polars as pl
import wythoff
from numpy.typing import NDArray

assert_type(wythoff.is_cold(np.arange(3), np.arange(3)), NDArray[np.bool_])
assert_type(wythoff.is_cold(5, np.arange(3)), NDArray[np.bool_])
assert_type(wythoff.is_cold(1, 2), bool)
assert_type(wythoff.is_cold(np.int64(1), 2), bool)
assert_type(wythoff.is_cold(pl.Series([1]), 2), pl.Series)
assert_type(wythoff.is_cold(pl.col("a"), pl.col("b")), pl.Expr)
assert_type(wythoff.cold_position(np.arange(3))[1], NDArray[np.uint64])
assert_type(wythoff.cold_position(3), tuple[int, int])
assert_type(wythoff.rank(True), wythoff.Rank)
assert_type(wythoff.winning_moves(np.int64(1), True), list[wythoff.Move])
assert_type(wythoff.winning_moves(pl.col("a"), 2), pl.Expr)
assert_type(wythoff.cold_position(pl.col("a")), tuple[pl.Expr, pl.Expr])
assert_type(wythoff.is_cold(pl.col("a"), 2, invalid="raise"), pl.Expr)
assert_type(wythoff.grundy(3), NDArray[np.uint16])
rows: Sequence[bool | None] = wythoff.is_cold(duckdb.sql("select 1"), 2)
wythoff.is_cold(pl.col("a"), 2, invalid="skip")  # type: ignore[call-overload]
version: str = wythoff.__version__
piles: tuple[int, int] = wythoff.winning_moves(5, 8)[0].to
hot: int = wythoff.solve("pairs.txt", "answers.txt", on_invalid="mark").hot
wythoff.solve(bytearray(b"1 2"), framing="count", labels=("a", "b"), range=[0, 5])
wythoff.solve(5)  # type: ignore[arg-type]
"""


def test_types(tmp_path):
    """The stubs match the extension module, and users' code can be checked by mypy and by pyright."""
    output(sys.executable, "-m", "mypy.stubtest", "--ignore-missing-stub", "wythoff", cwd=tmp_path)
    user = tmp_path / "user.py"
    user.write_text(USER)
    output(sys.executable, "-m", "mypy", "--strict", str(user), cwd=tmp_path)
    output(sys.executable, "-m", "mypy", "--strict", "-p", "wythoff", cwd=tmp_path)
    output(sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(user), cwd=tmp_path)


def test_names():
    """Every public item names its module and has a docstring, with an example if it is a function; arguments that are
    numbers are positional."""
    for name, item in vars(wythoff).items():
        # Modules have no `__module__`.
        if not name.startswith("_") and hasattr(item, "__module__"):
            assert item.__module__ == "wythoff" and item.__doc__, name
            assert isinstance(item, type) or ">>> " in item.__doc__, name
    assert pickle.loads(pickle.dumps(wythoff.rank(5))) == wythoff.rank(5)
    assert wythoff.__version__ == importlib.metadata.version("wythoff")
    for name in ("is_cold", "winning_moves", "explain", "cold_position", "cold_positions", "rank", "nim", "grundy"):
        parameters = inspect.signature(getattr(wythoff, name)).parameters.values()
        assert {parameter.kind.name for parameter in parameters} <= {"POSITIONAL_ONLY", "KEYWORD_ONLY"}, name


def test_metadata():
    found = importlib.metadata.metadata("wythoff")
    assert found["Author"] and found.get_all("Project-URL") and len(found.get_all("Classifier")) > 9
    licences = [file for file in importlib.metadata.files("wythoff") or [] if file.name.startswith("LICENSE-")]
    assert sorted(file.name for file in licences) == ["LICENSE-APACHE", "LICENSE-MIT"]
    # The wheel's tag names the oldest glibc with which the module and the program work.
    tag = importlib.metadata.distribution("wythoff").read_text("WHEEL").partition("Tag: ")[2].strip()
    glibc = re.fullmatch(r"cp311-abi3-manylinux_2_(\d+)_\w+", tag)
    if platform.libc_ver()[0] == "glibc":
        binaries = Path(_native.__file__).read_bytes() + Path(PROGRAM).read_bytes()
        imported = re.findall(rb"\0GLIBC_2\.(\d+)(?=[.\0])", binaries)
        assert glibc and int(glibc[1]) == max(map(int, imported)) <= 34


def test_import_is_quick():
    """`import wythoff` imports no slow modules. In the folder of the source the installed package is imported."""
    slow = "{'importlib.metadata', 'subprocess', 'sysconfig', 'numpy', 'pandas', 'polars', 'pyarrow', 'wythoff.spark'}"
    use = "import wythoff; assert wythoff.is_cold(1, 2)"
    check = f"import sys; before = set(sys.modules); {use}; assert not {slow} & (set(sys.modules) - before)"
    output(sys.executable, "-c", check, cwd=PROJECT)
    without = "import sys; sys.modules['numpy'] = None; import wythoff; wythoff.is_cold([1], 2)"
    assert b"expected an int, an array or a column of integers; arrays need numpy" in subprocess.run([sys.executable, "-c", without], capture_output=True).stderr
    # CPU time is measured, because other processes do not change it.
    timed = "import time; start = time.process_time(); import wythoff; print(time.process_time() - start)"
    assert min(float(output(sys.executable, "-c", timed)) for _ in range(15)) < 0.020


def test_a_build_without_rust(tmp_path):
    """The message says what is needed, before anything is downloaded."""
    environment = {"PATH": str(tmp_path), "PYTHONPATH": str(PROJECT)}
    for kind in ("wheel", "editable", "sdist"):
        command = [sys.executable, "-c", f"import build_backend as it; it.build_{kind}; it.get_requires_for_build_{kind}()"]
        ended = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert ended.returncode == 1 and ended.stderr.startswith("wythoff: to build it, install Rust 1.89 or newer"), ended.stderr


def test_slow_sdist_builds(tmp_path):
    """The sdist has the library, the program and the package; a wheel built from it has the program, too. `pip install
    --target` puts the program beside the package."""
    command = [sys.executable, "-m", "build", "--sdist", "--outdir", str(tmp_path), str(PROJECT)]
    output(*command, env=os.environ | {"SOURCE_DATE_EPOCH": str(10**9)})
    (sdist,) = tmp_path.glob("*.tar.gz")
    site = tmp_path / "site"
    # It has the crates, compiled for the installed package. As the files of the sdist are older, cargo compiles again only if one is missing.
    settings = {"CARGO_TARGET_DIR": str(PROJECT.parent / "target")}
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(sdist)]
    output(*command, env=os.environ | settings)
    code = "import wythoff, wythoff.__main__ as it; print(wythoff.__file__, it.program(), 'is cold' in wythoff.explain(1, 2))"
    environment = os.environ | {"PYTHONPATH": str(site)}
    found = output(sys.executable, "-c", code, env=environment)
    assert found.decode().split() == [str(site / "wythoff" / "__init__.py"), str(site / "bin" / "wythoff"), "True"]
    assert output(sys.executable, "-m", "wythoff", "solve", input=b"1 2\n", env=environment) == b"0\n"
