"""Schema of GET /api/rest/meta, which the interface loads once per language."""

from typing import Literal

from portal_backend.core.actor import Role
from portal_backend.core.types import ResponseModel
from portal_backend.resources.meta import Choice, ResourceMeta
from portal_backend.saved_views.schemas import DefaultViewMeta
from portal_backend.workflow.schemas import StatusMeta


class SignedInUser(ResponseModel):
    """The signed-in user."""

    username: str
    first_name: str
    last_name: str


class PageMeta(ResponseModel):
    """Page that the caller may open."""

    #: route, such as "edit/part/{id}"
    path: str
    #: heading in the navigation; "" if the page is not in it
    group: str
    #: text of the entry in the navigation
    label: str
    #: name of the entry's icon
    icon: str
    #: name of the list that offers the page as its next action
    adds_to: str | None


class Limits(ResponseModel):
    """Maximum numbers of items, characters and bytes in forms."""

    attachment_count: int
    attachment_bytes: int
    image_bytes: int
    units: int
    quantity: int
    packages: int
    comment: int
    note: int


class Meta(ResponseModel):
    """Everything the caller's role may open, list, choose and send."""

    role: Role
    user: SignedInUser
    #: assignments that an administrator has to make before the caller sees any request
    missing: list[Literal["clients"]]
    resources: list[ResourceMeta]
    #: view that each list opens with, by list name
    default_views: dict[str, DefaultViewMeta]
    #: all pages in the order of the navigation
    pages: list[PageMeta]
    #: target of pages of other roles, if it is not the home page
    redirects: dict[str, str]
    #: statuses by kind of request
    statuses: dict[str, list[StatusMeta]]
    #: choices by name of the choice list
    choices: dict[str, list[Choice]]
    limits: Limits
