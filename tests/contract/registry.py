"""How each call of a process is made: what the generated matrix and the random walk need to know of a kind.

A kind joins both by one Entry in ENTRIES; what is expected of each call comes from the contract's tables.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from portal_backend.base.actor import Role
from portal_backend.workflow.models import Request

Effect = Literal["read", "save", "comment", "continue", "choice", "delete", "service"]
EVERY = frozenset(Role)


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

    @property
    def name(self) -> str:
        """How it is told in messages."""
        return f"{self.verb} {self.path} ({self.effect})"

    def address(self, target: Target) -> str:
        """The path with ids in it filled in."""
        return self.path.format(**target.ids, id=target.id)


@dataclass(frozen=True)
class Entry:
    """A kind: the contract's section of its table, its calls, and how to aim at one of its requests.

    `equip` gives a request of any status what the calls by nested ids need, so that they have a target everywhere.
    """

    kind: str
    section: str
    calls: tuple[Call, ...]
    equip: Callable[[Request], None]
    aim: Callable[[Request], Target]
    missing: Target


def statuses(*names: str) -> frozenset[str]:
    """The statuses in which a call may be made."""
    return frozenset(names)


def save(verb: str, path: str, argument: str, body: Callable[[Target], Any], *names: str, **more: Any) -> Call:
    """A save of one request, named in the query by `argument`."""
    return Call(
        verb,
        path,
        "save",
        query=lambda target: {argument: target.id, **more.get("query", dict)()},
        body=body,
        statuses=statuses(*names),
        versioned=True,
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
