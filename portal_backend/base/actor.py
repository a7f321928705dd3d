"""Who is calling: roles and the actor that every action and every list is given."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """The five roles (spec 1, section 6)."""

    CLIENT = "CLIENT"
    SERVICE = "SERVICE"
    SUPERVISOR = "SUPERVISOR"
    ADMIN = "ADMIN"
    SUSTAINABILITY_MANAGER = "SUSTAINABILITY_MANAGER"


Roles = frozenset[Role]
EVERYBODY: Roles = frozenset(Role)


@dataclass(frozen=True)
class Actor:
    """A signed-in user, resolved from the token once a call.

    `client_ids` and `service_ids` are the organisations whose requests the user is granted; None stands for all.
    """

    user_id: int
    username: str
    full_name: str
    role: Role
    client_ids: frozenset[int] | None
    service_ids: frozenset[int] | None
