"""Request and response schemas of saved views."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool

from portal_backend.core.actor import Role
from portal_backend.core.types import (
    Flag,
    OptionalText,
    RequestModel,
    ResponseModel,
    ShortText,
    clean_text,
    reject_line_breaks,
    require_value,
)
from portal_backend.resources.resource import SortDirection

MAX_VIEW_NAME_LENGTH = 80
MAX_FILTER_VALUES = 500
NonNegativeInt = Annotated[int, Field(strict=True, ge=0, le=2**53)]
FilterScalar = NonNegativeInt | ShortText
FilterValue = StrictBool | FilterScalar | Annotated[list[FilterScalar], Field(max_length=MAX_FILTER_VALUES)]
ViewName = Annotated[
    str,
    Field(min_length=1, max_length=MAX_VIEW_NAME_LENGTH),
    BeforeValidator(require_value),
    clean_text(MAX_VIEW_NAME_LENGTH),
    AfterValidator(reject_line_breaks),
]
ListName = Annotated[str, Field(min_length=1, max_length=64), clean_text(64), AfterValidator(reject_line_breaks)]


class StateIn(RequestModel):
    """The state of a list as in its URL; omitted fields mean the list's defaults."""

    filter: dict[str, FilterValue] = {}
    sort: OptionalText = ""
    order: SortDirection = "ASC"
    columns: Annotated[list[ListName], Field(max_length=100)] | None = None
    per_page: NonNegativeInt | None = None


class ViewIn(RequestModel):
    """The data of a view."""

    name: ViewName
    state: StateIn
    shared: Flag


class NewViewIn(ViewIn):
    """The data of a new view, with its list."""

    resource: ListName


class ViewState(ResponseModel):
    """The part of a state that the caller may see; null means the list's default."""

    filter: dict[str, FilterValue]
    sort: str | None
    order: SortDirection
    columns: list[str] | None
    per_page: int | None


class DefaultViewMeta(ResponseModel):
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
