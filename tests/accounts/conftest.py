"""Fixtures shared with the polling tests."""

from tests.polls import start

__all__ = ["start"]
