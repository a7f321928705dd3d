"""Schemas of the catalogue that other apps use as well."""

from typing import Annotated

from pydantic import Field

from portal_backend.core.types import ResponseModel


class CategoryAnswer(ResponseModel):
    """A part category with its name in the current language."""

    key: str
    name: str


class TypeAnswer(ResponseModel):
    """A predefined service; `value` is its price in USD."""

    id: int
    text: str
    short_text: str
    value: float


class AvailableTypes(ResponseModel):
    """Predefined services by kind."""

    DIAGNOSTICS: Annotated[list[TypeAnswer], Field(alias="DIAGNOSTICS")]
    REPAIRS: Annotated[list[TypeAnswer], Field(alias="REPAIRS")]
    PARTS: Annotated[list[TypeAnswer], Field(alias="PARTS")]
