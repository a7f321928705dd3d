"""Shapes of the catalogue that other calls answer, too."""

from typing import Annotated

from pydantic import Field

from portal_backend.base.fields import Wire


class CategoryAnswer(Wire):
    """A part category, named in the reader's language."""

    key: str
    name: str


class TypeAnswer(Wire):
    """A predefined service; `value` is its price in USD."""

    id: int
    text: str
    short_text: str
    value: float


class AvailableTypes(Wire):
    """Predefined services by kind."""

    DIAGNOSTICS: Annotated[list[TypeAnswer], Field(alias="DIAGNOSTICS")]
    REPAIRS: Annotated[list[TypeAnswer], Field(alias="REPAIRS")]
    PARTS: Annotated[list[TypeAnswer], Field(alias="PARTS")]
