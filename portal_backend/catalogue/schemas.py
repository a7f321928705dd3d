"""Shapes of the catalogue that other calls answer, too."""

from portal_backend.base.fields import Wire


class CategoryAnswer(Wire):
    """A part category, named in the reader's language."""

    key: str
    name: str
