"""The shape of what the interface is told once a language (GET /api/rest/meta)."""

from portal_backend.base.actor import Role
from portal_backend.base.fields import Wire
from portal_backend.resources.meta import Choice, ResourceMeta
from portal_backend.workflow.schemas import StatusAnswer


class SignedInUser(Wire):
    """Who is signed in."""

    username: str
    first_name: str
    last_name: str


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
    """What the caller's role may list, choose and send; `statuses` by kind of request, `choices` by what is chosen."""

    role: Role
    user: SignedInUser
    resources: list[ResourceMeta]
    statuses: dict[str, list[StatusAnswer]]
    choices: dict[str, list[Choice]]
    limits: Limits
