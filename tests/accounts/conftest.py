"""Fixtures shared with the polling tests."""

from tests.counter_polls import start

__all__ = ["start"]
