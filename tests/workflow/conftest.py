"""What tests of the poll share."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.polls import Process, StartProcess


@pytest.fixture
def start() -> Iterator[StartProcess]:
    """Begin a web process."""
    begun: list[Process] = []

    def one(**how: Any) -> Process:
        begun.append(Process(**how))
        return begun[-1]

    yield one
    for each in begun:
        each.close()
