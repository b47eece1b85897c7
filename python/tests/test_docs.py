"""The examples in the docstrings and in docs/python.md."""

import doctest
from pathlib import Path

import wythoff.duckdb

ROOT = Path(__file__).parents[2]


def test_docstrings():
    """All public items name `wythoff` as their module."""
    results = doctest.testmod(wythoff)
    assert results.attempted > 30 and results.failed == 0
    assert doctest.testmod(wythoff.duckdb).failed == 0


def test_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 20 and results.failed == 0


def test_pypi_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("pairs.txt").write_text("1 2\n3 4\n")
    example = (ROOT / "python/pypi.md").read_text().split("```python\n")[1].split("```")[0]
    exec(example, {})
    assert Path("answers.txt").read_text() == "0\n1\n"
