"""What the random walk believes about every request: kept beside the server, by the contract's tables alone."""

from dataclasses import dataclass

from portal_backend.base.actor import Role
from tests.contract import tables
from tests.contract.entries import ENTRIES
from tests.contract.registry import Which
from tests.factories import Person

Change = tuple[str, str, int, str]


@dataclass
class Known:
    """One request as it must be now; `history` are (old, new, user, role) in order."""

    id: int
    number: str
    kind: str
    client_id: int
    service_id: int
    status: str
    history: list[Change]
    version: int = 1
    deleted: bool = False

    @property
    def row(self) -> tables.Row:
        """Its row of the contract's table."""
        return ENTRIES[self.kind].table[self.status]

    @property
    def waits_for(self) -> Role | None:
        """Whose action its status requires."""
        return self.row.waits_for

    def moved(self, status: str, by: Person) -> None:
        """Note a move."""
        self.history.append((self.status, status, by.id, by.role))
        self.status = status

    def is_in(self, which: Which, role: Role) -> bool:
        """Whether a list of `which` requests of a reader shows it, scope aside."""
        return {
            "all": True,
            "open": not self.row.terminal,
            "closed": self.row.terminal,
            "waiting": self.waits_for == role,
        }[which]


class Model:
    """All requests, and who may see them (contract section 2)."""

    def __init__(self, followed: set[int]) -> None:
        self.requests: list[Known] = []
        self.followed = followed

    def may_see(self, person: Person, request: Known) -> bool:
        """Whether a request is in somebody's scope."""
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
        """The requests that a list of somebody must hold, no more and no less."""
        return [
            each
            for each in self.requests
            if self.may_see(person, each) and each.is_in(which, person.role) and each.kind in (kind, kind or each.kind)
        ]
