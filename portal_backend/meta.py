"""The shape of what the interface is told once a language (GET /api/rest/meta)."""

from typing import Literal

from portal_backend.base.actor import Role
from portal_backend.base.fields import Wire
from portal_backend.resources.meta import Choice, ResourceMeta
from portal_backend.saved_views.schemas import DefaultViewMeta
from portal_backend.workflow.schemas import StatusMeta


class SignedInUser(Wire):
    """Who is signed in."""

    username: str
    first_name: str
    last_name: str


class PageMeta(Wire):
    """An address that the caller may open ("edit/part/{id}").

    `group` is its heading in the navigation ("": not in it), where it stands by `label` and the name of its `icon`.
    `addsTo` names the list that offers it as the next thing to do.
    """

    path: str
    group: str
    label: str
    icon: str
    adds_to: str | None


class Limits(Wire):
    """The most that a form takes: numbers of things, characters and bytes."""

    attachment_count: int
    attachment_bytes: int
    image_bytes: int
    units: int
    quantity: int
    packages: int
    comment: int
    note: int


class Meta(Wire):
    """What the caller's role may open, list, choose and send.

    `missing` names what an administrator has to assign before the caller sees any request.
    `defaultViews` are the views that lists open with, by the list's name. `pages` are all addresses in the order of
    the navigation, `redirects` says where the caller is led from those of other roles, if not home; `statuses` by kind
    of request, `choices` by what is chosen.
    """

    role: Role
    user: SignedInUser
    missing: list[Literal["clients"]]
    resources: list[ResourceMeta]
    default_views: dict[str, DefaultViewMeta]
    pages: list[PageMeta]
    redirects: dict[str, str]
    statuses: dict[str, list[StatusMeta]]
    choices: dict[str, list[Choice]]
    limits: Limits
