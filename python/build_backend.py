"""Builds the wheel: maturin makes the extension module, and packs the program `wythoff` that is built here before."""

import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import maturin
from maturin import (  # noqa: F401
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_wheel,
)

HERE = Path(__file__).parent
SCRIPTS = HERE / "wythoff.data" / "scripts"
# maturin stops where the folder that pyproject.toml names is missing, also when it makes an sdist.
SCRIPTS.mkdir(parents=True, exist_ok=True)


def build_sdist(sdist_directory, config_settings=None):
    """maturin packs what the extension needs. The program needs two more crates."""
    name = maturin.build_sdist(sdist_directory, config_settings)
    packed = Path(sdist_directory, name)
    unfinished = packed.with_suffix(".part")
    with tarfile.open(packed) as old, tarfile.open(unfinished, "w:gz") as new:
        for member in old:
            new.addfile(member, old.extractfile(member))
        root = packed.name.removesuffix(".tar.gz")
        for crate in ("crates/cli", "crates/contest"):
            # Tests need more than an sdist holds.
            new.add(HERE.parent / crate, f"{root}/{crate}", filter=lambda file: None if file.name.endswith("/tests") else file)
    unfinished.replace(packed)
    return name


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
    # maturin compiles into the same folder, so that what both need is compiled once.
    os.environ["CARGO_TARGET_DIR"] = metadata["target_directory"]
