"""What drills measure is printed, whether they hold or not."""

from collections.abc import Callable
from typing import Any

import pytest

Figures = Callable[..., None]


@pytest.fixture
def figures(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Figures:
    """Tells what was measured, by names."""

    def tell(**measured: Any) -> None:
        told = ", ".join(f"{name.replace('_', ' ')} {_short(value)}" for name, value in measured.items())
        with capsys.disabled():
            print(f"\n{request.node.name}: {told}")  # noqa: T201 - the figures are what a drill is for

    return tell


def _short(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
