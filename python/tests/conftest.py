import signal

import pytest
import wythoff
from hypothesis import settings

# Examples have no deadline, because a loaded machine may take any time.
settings.register_profile("wythoff", deadline=None)
settings.load_profile("wythoff")

# A shell that starts the tests in the background makes them ignore SIGINT, which some tests send to themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def pairs(tmp_path):
    """The path of a file of 300 000 positions."""
    path = tmp_path / "pairs.txt"
    wythoff.generate(path, records=300_000)
    return path
