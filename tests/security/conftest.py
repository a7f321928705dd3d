"""Fixtures of the security tests: a temporary file storage."""

from tests.files.conftest import stored

__all__ = ["stored"]
