"""A storage of the test's own."""

from tests.files.conftest import stored

__all__ = ["stored"]
