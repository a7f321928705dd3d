"""Shapes of the calls of saved views."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool

from portal_backend.base.actor import Role
from portal_backend.base.fields import Body, Flag, Keyword, OptionalText, Wire, cleaned, given, one_line
from portal_backend.resources.resource import Direction

LONGEST_NAME = 80
MOST_CHOSEN = 500
Number = Annotated[int, Field(strict=True, ge=0, le=2**53)]
One = Number | Keyword
FilterValue = StrictBool | One | Annotated[list[One], Field(max_length=MOST_CHOSEN)]
Name = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME),
    BeforeValidator(given),
    cleaned(LONGEST_NAME),
    AfterValidator(one_line),
]
ListName = Annotated[str, Field(min_length=1, max_length=64), cleaned(64), AfterValidator(one_line)]


class StateIn(Body):
    """What a list shows, as its address says it; what is left out is the list's own."""

    filter: dict[str, FilterValue] = {}
    sort: OptionalText = ""
    order: Direction = "ASC"
    columns: Annotated[list[ListName], Field(max_length=100)] | None = None
    per_page: Number | None = None


class ViewIn(Body):
    """A view to keep."""

    name: Name
    state: StateIn
    shared: Flag


class NewViewIn(ViewIn):
    """A new one, of a list."""

    resource: ListName


class ViewState(Wire):
    """What a list shows, as far as the reader may see it; null is the list's own."""

    filter: dict[str, FilterValue]
    sort: str | None
    order: Direction
    columns: list[str] | None
    per_page: int | None


class DefaultViewMeta(Wire):
    """The view that a list opens with."""

    id: int
    name: str
    state: ViewState


class ViewAnswer(DefaultViewMeta):
    """A view; `role` is whom it is shared with, `canEdit` tells whether the caller may change and delete it."""

    shared: bool
    role: Role | None
    owner: str
    is_own: bool
    is_default: bool
    can_edit: bool
    version: str
