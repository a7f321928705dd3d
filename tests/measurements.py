"""Fixture that prints the measurements of a drill, whether it passes or not."""

from collections.abc import Callable
from typing import Any

import pytest

ReportMeasurements = Callable[..., None]


@pytest.fixture
def figures(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> ReportMeasurements:
    """Print the measurements, by name."""

    def print_measurements(**measured: Any) -> None:
        text = ", ".join(f"{name.replace('_', ' ')} {_format_value(value)}" for name, value in measured.items())
        with capsys.disabled():
            print(f"\n{request.node.name}: {text}")  # noqa: T201 - drills report their measurements

    return print_measurements


def _format_value(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
