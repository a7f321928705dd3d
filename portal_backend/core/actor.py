"""Roles, and the actor that every action and list receives."""

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
ALL_ROLES: Roles = frozenset(Role)


@dataclass(frozen=True)
class Actor:
    """Signed-in user, resolved from the session token once per request."""

    user_id: int
    username: str
    full_name: str
    role: Role
    #: clients whose service requests the user may access; None means all
    client_ids: frozenset[int] | None
    #: services whose service requests the user may access; None means all
    service_ids: frozenset[int] | None
