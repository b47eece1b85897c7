"""Builds the wheel: builds the program `wythoff`; then maturin makes the extension module, and packs both."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import maturin
from maturin import prepare_metadata_for_build_wheel  # noqa: F401

HERE = Path(__file__).parent
# In the repository the workspace is one folder up; in an sdist it is here.
ROOT = next(root for root in (HERE, HERE.parent) if (root / "crates" / "cli").is_dir())
PROGRAM = "wythoff.exe" if os.name == "nt" else "wythoff"
SCRIPTS = HERE / "wythoff.data" / "scripts"
# maturin fails if the folder that pyproject.toml names is missing, even when it makes an sdist.
SCRIPTS.mkdir(parents=True, exist_ok=True)
# maturin takes the texts of licences only from below this folder. An sdist has them here.
LICENCES = HERE / "licences"
LICENCES.mkdir(exist_ok=True)
for text in ROOT.glob("LICENSE-*"):
    shutil.copy2(text, LICENCES)


def get_requires_for_build_wheel(config_settings=None):
    """Nothing more. Without cargo, maturin would download 800 MB of Rust, which would not build the program."""
    if shutil.which("cargo") is None:
        sys.exit("wythoff: to build it, install Rust 1.89 or newer (https://rustup.rs) and a C compiler; cargo is not on the path")
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(config_settings=None):
    return get_requires_for_build_wheel(config_settings)


def build_sdist(sdist_directory, config_settings=None):
    """maturin packs the crates of the extension. This function adds the other crates of the program, and the manifest
    that names all crates.

    With SOURCE_DATE_EPOCH the same files give the same bytes."""
    date = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

    def normalised(file):
        """An sdist has no tests, because they need more files than it has."""
        file.uid = file.gid = 0
        file.uname = file.gname = ""
        file.mode = 0o755 if file.mode & 0o100 else 0o644
        file.mtime = date
        return None if file.name.endswith("/tests") else file

    name = maturin.build_sdist(sdist_directory, config_settings)
    packed = Path(sdist_directory, name)
    unfinished = packed.with_suffix(".part")
    root = packed.name.removesuffix(".tar.gz")
    with tarfile.open(packed) as old, gzip.GzipFile(unfinished, "wb", mtime=date) as file, tarfile.open(fileobj=file, mode="w") as new:
        for member in old:
            if member.name != f"{root}/Cargo.toml":
                new.addfile(normalised(member), old.extractfile(member))
        for path in ("Cargo.toml", "crates/cli", "crates/contest", "crates/explain", "crates/page"):
            new.add(ROOT / path, f"{root}/{path}", filter=normalised)
    unfinished.replace(packed)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_program()
    name = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    return with_lowest_tag(Path(wheel_directory, name))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build_program()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_program():
    cargo = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    metadata = json.loads(subprocess.check_output(cargo, cwd=ROOT))
    subprocess.run(["cargo", "build", "--release", "--locked", "-p", "wythoff-cli"], cwd=ROOT, check=True)
    shutil.copy2(Path(metadata["target_directory"], "release", PROGRAM), SCRIPTS)
    # maturin uses the same folder for compiled crates.
    os.environ["CARGO_TARGET_DIR"] = metadata["target_directory"]


def with_lowest_tag(wheel):
    """The name of the wheel, with the tag of the oldest glibc with which the module and the program run."""
    if "-linux_" not in wheel.name:
        return wheel.name
    with zipfile.ZipFile(wheel) as files:
        binaries = [files.read(name) for name in files.namelist() if name.endswith((".so", "/scripts/wythoff"))]
    versions = [int(minor) for binary in binaries for minor in re.findall(rb"\0GLIBC_2\.(\d+)(?=[.\0])", binary)]
    if not versions:
        return wheel.name
    platform = wheel.stem.rpartition("-linux_")[2]
    tag = f"manylinux_2_{max(versions)}_{platform}"
    command = [sys.executable, "-m", "wheel", "tags", "--remove", "--platform-tag", tag, str(wheel)]
    return subprocess.check_output(command, text=True).split()[-1]
