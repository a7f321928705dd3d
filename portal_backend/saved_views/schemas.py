"""Request and response schemas of saved views."""

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
    """The state of a list as in its URL; omitted fields mean the list's defaults."""

    filter: dict[str, FilterValue] = {}
    sort: OptionalText = ""
    order: Direction = "ASC"
    columns: Annotated[list[ListName], Field(max_length=100)] | None = None
    per_page: Number | None = None


class ViewIn(Body):
    """The data of a view."""

    name: Name
    state: StateIn
    shared: Flag


class NewViewIn(ViewIn):
    """The data of a new view, with its list."""

    resource: ListName


class ViewState(Wire):
    """The part of a state that the caller may see; null means the list's default."""

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
    """A saved view."""

    shared: bool
    #: Role that the view is shared with.
    role: Role | None
    owner: str
    is_own: bool
    is_default: bool
    #: True if the caller may edit and delete the view.
    can_edit: bool
    version: str
