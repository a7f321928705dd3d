"""Expected state of all requests in the random walk, by the contract's tables."""

from dataclasses import dataclass

from portal_backend.core.actor import Role
from tests.contract import contract_tables
from tests.contract.calls import RequestSubset
from tests.contract.process_specs import PROCESS_SPECS
from tests.factories import Person

HistoryRow = tuple[str, str, int, str]


@dataclass
class ExpectedRequest:
    """The expected state of a request."""

    id: int
    number: str
    kind: str
    client_id: int
    service_id: int
    status: str
    #: Transitions in order: old status, new status, user, role.
    history: list[HistoryRow]
    version: int = 1
    is_deleted: bool = False

    @property
    def row(self) -> contract_tables.StatusRow:
        """The row of its status in the contract's table."""
        return PROCESS_SPECS[self.kind].table[self.status]

    @property
    def responsible_role(self) -> Role | None:
        """The responsible role of its status."""
        return self.row.responsible_role

    def record_transition(self, status: str, by: Person) -> None:
        """Record a transition."""
        self.history.append((self.status, status, by.id, by.role))
        self.status = status

    def is_in(self, which: RequestSubset, role: Role) -> bool:
        """Return whether a list contains the request, apart from the scope."""
        return {
            "all": True,
            "open": not self.row.terminal,
            "closed": self.row.terminal,
            "waiting": self.responsible_role == role,
        }[which]


class ExpectedState:
    """The expected state of all requests, and their visibility (contract section 2)."""

    def __init__(self, followed: set[int]) -> None:
        self.requests: list[ExpectedRequest] = []
        self.followed = followed

    def can_see(self, person: Person, request: ExpectedRequest) -> bool:
        """Return whether a request is in a person's scope."""
        if request.is_deleted:
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

    def get_visible(self, person: Person, which: RequestSubset = "all", kind: str = "") -> list[ExpectedRequest]:
        """Return the requests that a list must contain for a person."""
        return [
            each
            for each in self.requests
            if self.can_see(person, each) and each.is_in(which, person.role) and each.kind in (kind, kind or each.kind)
        ]
