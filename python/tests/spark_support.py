"""What the tests of `wythoff.spark` share: runs of `python -m wythoff.spark` on a master, and inputs."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
import wythoff

needs_java = pytest.mark.skipif(
    shutil.which("java") is None and not os.environ.get("CI"), reason="skipped: needs Java (a failure under CI=true)"
)

QUIET = {"SPARK_LOCAL_IP": "127.0.0.1", "PYTHONWARNINGS": "ignore"}


def environment(master: str, **settings: str) -> dict[str, str]:
    """The environment in which a session has this master and these settings."""
    given = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"} | settings
    arguments = [f"--conf {name}={value}" for name, value in given.items()]
    submit = f"--master {master} {' '.join(arguments)} pyspark-shell"
    return os.environ | QUIET | {"PYSPARK_SUBMIT_ARGS": submit, "PYSPARK_PYTHON": sys.executable}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "wythoff.spark", *map(str, arguments)]


def run(*arguments: object, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), env=env, capture_output=True, text=True, timeout=600)


def messages(ended: subprocess.CompletedProcess[str]) -> str:
    """The lines of standard error that are the program's own, not the JVM's."""
    return "".join(line + "\n" for line in ended.stderr.splitlines() if line.startswith("wythoff: "))


def joined(output: Path) -> bytes:
    """The parts of a complete output, in the order of their names."""
    assert (output / "_SUCCESS").exists()
    names = sorted(path.name for path in output.iterdir() if path.name != "_SUCCESS")
    assert all(re.fullmatch(r"part-\d{5,}", name) for name in names), names
    return b"".join((output / name).read_bytes() for name in names)


def generated(path: Path, records: int, seed: int = 1) -> bytes:
    """Writes an input, and returns the answers to it."""
    answers = path.with_suffix(".answers")
    wythoff.generate(path, answers, records=records, seed=seed)
    right = answers.read_bytes()
    answers.unlink()
    return right


def nothing_left(output: Path) -> bool:
    """Whether neither the output nor its temporary folder is there."""
    return not list(output.parent.glob(output.name + "*"))


def wait_for(condition: Callable[[], object], what: str, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s: {what}"
        time.sleep(0.005)


def processes(root: subprocess.Popen[str] | psutil.Process, of: str) -> list[psutil.Process]:
    """The descendants of a process whose command line has the text `of`."""
    found = []
    for process in psutil.Process(root.pid).children(recursive=True):
        try:
            if of in " ".join(process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return found


@contextmanager
def spark_services(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A standalone master and two workers of one core: the URL of the master, and their processes."""
    import pyspark

    home = os.path.dirname(pyspark.__file__)
    log = folder / "services"
    services: list[subprocess.Popen[bytes]] = []

    def start(name: str, *arguments: str) -> None:
        with log.open("a") as output:
            line = [os.path.join(home, "bin", "spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
            env = environment("none") | {"SPARK_HOME": home}
            services.append(subprocess.Popen(line, env=env, stdout=output, stderr=output, cwd=folder))

    try:
        start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        wait_for(lambda: "Starting Spark master at spark://" in log.read_text(), "the master")
        master = log.read_text().split("Starting Spark master at ")[1].split()[0]
        for host in ("127.0.0.1", "localhost"):
            start("worker.Worker", "-h", host, "-c", "1", "-m", "1g", "--webui-port", "0", "-d", str(folder / host), master)
        wait_for(lambda: log.read_text().count("Registering worker") == 2, "the workers")
        yield master, services
    finally:
        for service in services:
            with suppress(psutil.Error):
                for child in psutil.Process(service.pid).children(recursive=True):
                    child.kill()
            service.kill()
            service.wait()
