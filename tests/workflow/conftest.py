"""Fixtures of the tests of the counters' fast path."""

from tests.polls import start

__all__ = ["start"]
