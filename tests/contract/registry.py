"""Descriptions of the calls of a process, for the role matrix and the random walk.

A request type joins both by one ProcessSpec; expected results come from the contract's tables.
"""

import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from portal_backend.accounts.models import Service
from portal_backend.base.actor import Role
from portal_backend.files.actions import claim, store
from portal_backend.files.models import StoredFile
from portal_backend.workflow.models import Request
from tests.contract.tables import Row
from tests.factories import Person, World

Effect = Literal["read", "save", "add", "comment", "continue", "choice", "delete", "service"]
Which = Literal["all", "open", "closed", "waiting"]
EVERY = frozenset(Role)
NOWHERE = 10**9
NO_FILE = "not-there"


@dataclass(frozen=True)
class Target:
    """The target of a call: a request, and the ids of nested objects by kind."""

    id: int
    status: str
    ids: Mapping[str, Any]


@dataclass(frozen=True)
class Call:
    """An API call. `query` and `body` build valid arguments for a target."""

    verb: str
    path: str
    effect: Effect
    query: Callable[[Target], dict[str, Any]]
    body: Callable[[Target], Any] = lambda target: None
    #: Statuses in which the contract allows the call; None for all.
    statuses: frozenset[str] | None = None
    #: True if the call takes `version`.
    versioned: bool = False
    #: Roles of a call in the interface's dialect; the contract's tables contain those of the others.
    roles: frozenset[Role] | None = None
    #: Parameter of the id for the malformed scenario: a query parameter, "body.<name>", or "" for none.
    id_in: str = ""
    #: True if the object is missing (404) outside of `statuses`, as a row of a list, instead of stale.
    hidden_outside: bool = False
    #: True if the object also belongs to other requests, so that it remains if this one is deleted.
    of_many: bool = False

    @property
    def name(self) -> str:
        """The name in messages."""
        return f"{self.verb} {self.path} ({self.effect})"

    def address(self, target: Target) -> str:
        """Return the path with its ids."""
        return self.path.format(**target.ids, id=target.id)


@dataclass(frozen=True)
class Entry:
    """A request type: its table in the contract, its calls, and its targets."""

    kind: str
    table: dict[str, Row]
    #: Returns verb, path and body of the call by which `creators` create a request.
    opening: Callable[[World, Person, int], tuple[str, str, Any]]
    creators: frozenset[Role]
    #: Paths of lists of this type only, with the subset that they contain.
    lists: Mapping[str, Which]
    exports: Mapping[str, Which]
    calls: tuple[Call, ...]
    #: Creates nested objects, so that calls by nested ids have a target in any status.
    equip: Callable[[Request], None]
    #: Builds the target of a request.
    aim: Callable[[Request], Target]
    missing: Target
    #: Statuses whose guard holds once a request is created and has nested objects.
    satisfied: frozenset[str] = frozenset()

    def lost(self, like: Target) -> Target:
        """Return a target that does not exist.

        Ids that do not belong to a request are those of `like`.
        """
        return Target(self.missing.id, like.status, {**like.ids, **self.missing.ids})


def statuses(*names: str) -> frozenset[str]:
    """Return the statuses in which a call may be made."""
    return frozenset(names)


def save(verb: str, path: str, argument: str, body: Callable[[Target], Any], *names: str, **more: Any) -> Call:
    """Build a save of a request, whose id is in the query parameter `argument`.

    `roles` are for calls that the contract's tables do not contain.
    """
    return Call(
        verb,
        path,
        "save",
        query=lambda target: {argument: target.id, **more.get("query", dict)()},
        body=body,
        statuses=statuses(*names),
        versioned=True,
        roles=more.get("roles"),
        id_in=argument,
    )


def by_nested_id(verb: str, path: str, owned: str, *names: str) -> Call:
    """Build a save of a request by the id of a nested object."""
    return Call(
        verb,
        path,
        "save",
        query=lambda target: {"id": target.ids[owned]},
        statuses=statuses(*names),
        versioned=True,
        id_in="id",
    )


def comment(path: str, owned: str, first: str, *names: str) -> Call:
    """Build the comment of a request (`owned` is "") or an item in its current step."""
    steps = statuses(first, *names)
    return Call(
        "PUT",
        path,
        "comment",
        query=lambda target: {},
        body=lambda target: {
            "ownerId": target.ids[owned] if owned else target.id,
            "status": target.status if target.status in steps else first,
            "comment": "Looks right to me",
        },
        statuses=steps,
        id_in="body.ownerId",
    )


def read(path: str, argument: str, **more: Any) -> Call:
    """Build a read of a request."""
    return Call("GET", path, "read", query=lambda target: {argument: target.id}, id_in=argument, **more)


def row_of_list(resource: str, *names: str, roles: frozenset[Role] = EVERY) -> Call:
    """Build a read of a request as a row of a list that contains certain statuses."""
    return Call(
        "GET",
        f"/api/rest/{resource}/{{id}}",
        "read",
        query=lambda target: {},
        statuses=statuses(*names) or None,
        roles=roles,
        hidden_outside=True,
    )


def history_of_list(resource: str, argument: str) -> Call:
    """Build a read of a request's history in the dialect of the interface."""
    return Call(
        "GET",
        f"/api/rest/{resource}",
        "read",
        query=lambda target: {"filter": json.dumps({argument: target.id})},
        roles=EVERY - {Role.CLIENT},
    )


def moving(verb: str, path: str, argument: str, choice: str, other: str) -> tuple[Call, Call]:
    """Build the calls for Continue and for the direct choice of a status by an ADMIN.

    The choice is `choice`, or `other` if the request already has that status.
    """
    return (
        Call(verb, path, "continue", query=lambda target: {argument: target.id}, versioned=True, id_in=argument),
        Call(
            verb,
            path,
            "choice",
            query=lambda target: {argument: target.id, "status": other if target.status == choice else choice},
            versioned=True,
            id_in=argument,
        ),
    )


def deleting(path: str, argument: str) -> Call:
    """Build the deletion by an ADMIN."""
    query: Callable[[Target], dict[str, Any]] = lambda target: {argument: target.id}  # noqa: E731
    return Call("DELETE", path, "delete", query=query, versioned=True, id_in=argument)


def changing_service(path: str, *names: str) -> Call:
    """Build the call by which an ADMIN assigns another service to an open request."""
    return Call(
        "PUT",
        path,
        "service",
        query=lambda target: {"requestId": target.id, "serviceId": target.ids["service"]},
        statuses=statuses(*names),
        id_in="requestId",
    )


DOWNLOAD = Call("GET", "/files/download/{file}", "read", query=lambda target: {})
SPECTRA = Call("GET", "/files/spectra/{file}", "read", query=lambda target: {}, roles=EVERY)
MEASURED = b"<RadInstrumentData><RadInstrumentInformation/></RadInstrumentData>"


def attach_a_file(request: Request) -> StoredFile:
    """Create a file that belongs to a request."""
    file = store(io.BytesIO(MEASURED), "measured.n42", len(MEASURED), actor=None)
    claim([file], request)
    return file


def shared_ids(request: Request) -> dict[str, Any]:
    """Return ids for requests of any type: a file, and a service that is not its own."""
    file = StoredFile.objects.filter(request=request).first()
    return {
        "file": file.pk if file else NO_FILE,
        "service": Service.objects.exclude(pk=request.service_id)[0].pk,
    }


def nothing(status: str, *owned: str) -> Target:
    """Build a target of a missing request with missing nested objects."""
    return Target(NOWHERE, status, {**dict.fromkeys(owned, NOWHERE), "file": NO_FILE})
