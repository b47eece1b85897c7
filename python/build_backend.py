"""Builds the wheel: maturin makes the extension module, and packs the program `wythoff` that is built here before."""

import json
import shutil
import subprocess
from pathlib import Path

import maturin
from maturin import (  # noqa: F401
    build_sdist,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_wheel,
)

HERE = Path(__file__).parent
SCRIPTS = HERE / "wythoff.data" / "scripts"
# maturin stops where the folder that pyproject.toml names is missing, also when it makes an sdist.
SCRIPTS.mkdir(parents=True, exist_ok=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_program()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_program():
    # In the repository the program's crate is one folder up; in an sdist it is here.
    crate = next(root for root in (HERE, HERE.parent) if (root / "crates" / "cli").is_dir())
    cargo = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    metadata = json.loads(subprocess.check_output(cargo, cwd=crate))
    subprocess.run(["cargo", "build", "--release", "--locked", "--bin", "wythoff"], cwd=crate, check=True)
    shutil.copy2(Path(metadata["target_directory"], "release", "wythoff"), SCRIPTS)
