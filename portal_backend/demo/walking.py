"""Walks demo requests to where they stand, by the actions that people use (built beside the process tables)."""

from typing import Any


def walk_all(scenarios: list[dict[str, Any]]) -> None:
    """Create and walk each scenario."""
    del scenarios
