"""What tests of the poll share."""

from tests.polls import start

__all__ = ["start"]
