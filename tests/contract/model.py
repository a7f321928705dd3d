"""Expected state of all requests in the random walk, by the contract's tables."""

from dataclasses import dataclass

from portal_backend.base.actor import Role
from tests.contract import tables
from tests.contract.entries import ENTRIES
from tests.contract.registry import Which
from tests.factories import Person

Change = tuple[str, str, int, str]


@dataclass
class Known:
    """The expected state of a request."""

    id: int
    number: str
    kind: str
    client_id: int
    service_id: int
    status: str
    #: Transitions in order: old status, new status, user, role.
    history: list[Change]
    version: int = 1
    deleted: bool = False

    @property
    def row(self) -> tables.Row:
        """The row of its status in the contract's table."""
        return ENTRIES[self.kind].table[self.status]

    @property
    def waits_for(self) -> Role | None:
        """The responsible role of its status."""
        return self.row.waits_for

    def moved(self, status: str, by: Person) -> None:
        """Record a transition."""
        self.history.append((self.status, status, by.id, by.role))
        self.status = status

    def is_in(self, which: Which, role: Role) -> bool:
        """Return whether a list contains the request, apart from the scope."""
        return {
            "all": True,
            "open": not self.row.terminal,
            "closed": self.row.terminal,
            "waiting": self.waits_for == role,
        }[which]


class Model:
    """The expected state of all requests, and their visibility (contract section 2)."""

    def __init__(self, followed: set[int]) -> None:
        self.requests: list[Known] = []
        self.followed = followed

    def may_see(self, person: Person, request: Known) -> bool:
        """Return whether a request is in a person's scope."""
        if request.deleted:
            return False
        match person.role:
            case Role.ADMIN | Role.SUPERVISOR:
                return True
            case Role.CLIENT:
                return request.client_id == person.user.client_id
            case Role.SERVICE:
                return request.service_id == person.user.service_id
            case _:
                return request.client_id in self.followed

    def seen(self, person: Person, which: Which = "all", kind: str = "") -> list[Known]:
        """Return the requests that a list must contain for a person."""
        return [
            each
            for each in self.requests
            if self.may_see(person, each) and each.is_in(which, person.role) and each.kind in (kind, kind or each.kind)
        ]
