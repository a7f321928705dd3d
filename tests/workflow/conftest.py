"""Fixtures of the tests of the counters' fast path."""

from tests.counter_polls import start

__all__ = ["start"]
