"""How each call of a process is made: what the generated matrix and the random walk need to know of a kind.

A kind joins both by one Entry in ENTRIES; what is expected of each call comes from the contract's tables.
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
    """What a call is aimed at: a request and the ids of what belongs to it (`items`, `packages`, `files` and so on)."""

    id: int
    status: str
    ids: Mapping[str, Any]


@dataclass(frozen=True)
class Call:
    """One call. `query` and `body` build valid arguments for a target.

    `statuses` are those in which the contract lets it be made (None: all), `versioned` tells whether it takes
    `version`. `roles` are given for the calls of the interface's own dialect; the contract's stand in its tables.
    `id_in` is where the id stands that is made malformed: a name in the query, or "body.<name>", or "" for none.
    """

    verb: str
    path: str
    effect: Effect
    query: Callable[[Target], dict[str, Any]]
    body: Callable[[Target], Any] = lambda target: None
    statuses: frozenset[str] | None = None
    versioned: bool = False
    roles: frozenset[Role] | None = None
    id_in: str = ""
    hidden_outside: bool = False
    """Outside `statuses` the object is not there (404) instead of stale: a row of a list of some statuses."""
    of_many: bool = False
    """What it is about belongs to other requests as well, so that it outlives this one."""

    @property
    def name(self) -> str:
        """How it is told in messages."""
        return f"{self.verb} {self.path} ({self.effect})"

    def address(self, target: Target) -> str:
        """The path with ids in it filled in."""
        return self.path.format(**target.ids, id=target.id)


@dataclass(frozen=True)
class Entry:
    """A kind: its table as the contract has it, its calls, and how to aim at one of its requests.

    `opening` gives verb, path and body of the call by which `creators` make a request of it. `equip` gives a request
    of any status what the calls by nested ids need, so that they have a target everywhere. `lists` and `exports` are
    paths of what shows requests of this kind alone, with which of them. `satisfied` are the guarded statuses whose
    guard holds for a request that was created and equipped.
    """

    kind: str
    table: dict[str, Row]
    opening: Callable[[World, Person, int], tuple[str, str, Any]]
    creators: frozenset[Role]
    lists: Mapping[str, Which]
    exports: Mapping[str, Which]
    calls: tuple[Call, ...]
    equip: Callable[[Request], None]
    aim: Callable[[Request], Target]
    missing: Target
    satisfied: frozenset[str] = frozenset()

    def lost(self, like: Target) -> Target:
        """A target that is not there, beside one that is: what no request owns stays as it is."""
        return Target(self.missing.id, like.status, {**like.ids, **self.missing.ids})


def statuses(*names: str) -> frozenset[str]:
    """The statuses in which a call may be made."""
    return frozenset(names)


def save(verb: str, path: str, argument: str, body: Callable[[Target], Any], *names: str, **more: Any) -> Call:
    """A save of one request, named in the query by `argument`; `roles` where the contract's tables do not tell them."""
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
    """A save of one request by the id of something that belongs to it."""
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
    """The comment of a request (`owned` is "") or of one of its items, in the step that it is in."""
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
    """Something that is read of one request."""
    return Call("GET", path, "read", query=lambda target: {argument: target.id}, id_in=argument, **more)


def row_of_list(resource: str, *names: str, roles: frozenset[Role] = EVERY) -> Call:
    """A request as a row of one of the interface's lists, which holds those statuses alone."""
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
    """The history of a request in the interface's own dialect."""
    return Call(
        "GET",
        f"/api/rest/{resource}",
        "read",
        query=lambda target: {"filter": json.dumps({argument: target.id})},
        roles=EVERY - {Role.CLIENT},
    )


def moving(verb: str, path: str, argument: str, choice: str, other: str) -> tuple[Call, Call]:
    """Continue, and the ADMIN's direct choice of a status (`choice`, or `other` where it stands there already)."""
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
    """The ADMIN's delete."""
    query: Callable[[Target], dict[str, Any]] = lambda target: {argument: target.id}  # noqa: E731
    return Call("DELETE", path, "delete", query=query, versioned=True, id_in=argument)


def changing_service(path: str, *names: str) -> Call:
    """The ADMIN gives a request that is not terminal another Service."""
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
    """A file that belongs to a request."""
    file = store(io.BytesIO(MEASURED), "measured.n42", len(MEASURED), actor=None)
    claim([file], request)
    return file


def shared_ids(request: Request) -> dict[str, Any]:
    """What a request of any kind has: a file, and a Service that is not its own."""
    file = StoredFile.objects.filter(request=request).first()
    return {
        "file": file.pk if file else NO_FILE,
        "service": Service.objects.exclude(pk=request.service_id)[0].pk,
    }


def nothing(status: str, *owned: str) -> Target:
    """A request that is not there, and what would belong to it."""
    return Target(NOWHERE, status, {**dict.fromkeys(owned, NOWHERE), "file": NO_FILE})
