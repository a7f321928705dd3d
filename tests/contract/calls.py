"""Descriptions of the calls of a process, for the role matrix and the random walk.

A request type joins both by one ProcessSpec; expected results come from the contract's tables.
"""

import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from portal_backend.accounts.models import Service
from portal_backend.core.actor import Role
from portal_backend.files.actions import claim, store
from portal_backend.files.models import StoredFile
from portal_backend.workflow.models import ServiceRequest
from tests.contract.contract_tables import StatusRow
from tests.factories import Person, World

CallEffect = Literal["read", "save", "add", "comment", "continue", "choice", "delete", "service"]
RequestSubset = Literal["all", "open", "closed", "waiting"]
ALL_ROLES = frozenset(Role)
MISSING_ID = 10**9
MISSING_FILE_ID = "not-there"


@dataclass(frozen=True)
class CallTarget:
    """The target of a call: a request, and the ids of nested objects by kind."""

    id: int
    status: str
    ids: Mapping[str, Any]


@dataclass(frozen=True)
class Call:
    """An API call. `query` and `body` build valid arguments for a target."""

    verb: str
    path: str
    effect: CallEffect
    query: Callable[[CallTarget], dict[str, Any]]
    body: Callable[[CallTarget], Any] = lambda target: None
    #: Statuses in which the contract allows the call; None for all.
    statuses: frozenset[str] | None = None
    #: True if the call takes `version`.
    has_version: bool = False
    #: Roles of a call in the interface's dialect; the contract's tables contain those of the others.
    roles: frozenset[Role] | None = None
    #: Parameter of the id for the malformed scenario: a query parameter, "body.<name>", or "" for none.
    id_parameter: str = ""
    #: True if the object is missing (404) outside of `statuses`, as a row of a list, instead of stale.
    is_hidden_outside: bool = False
    #: True if the object also belongs to other requests, so that it remains if this one is deleted.
    is_shared: bool = False

    @property
    def name(self) -> str:
        """The name in messages."""
        return f"{self.verb} {self.path} ({self.effect})"

    def build_path(self, target: CallTarget) -> str:
        """Return the path with its ids."""
        return self.path.format(**target.ids, id=target.id)


@dataclass(frozen=True)
class ProcessSpec:
    """A request type: its table in the contract, its calls, and its targets."""

    kind: str
    table: dict[str, StatusRow]
    #: Returns verb, path and body of the call by which `creators` create a request.
    build_create_call: Callable[[World, Person, int], tuple[str, str, Any]]
    creators: frozenset[Role]
    #: Paths of lists of this type only, with the subset that they contain.
    lists: Mapping[str, RequestSubset]
    exports: Mapping[str, RequestSubset]
    calls: tuple[Call, ...]
    #: Creates nested objects, so that calls by nested ids have a target in any status.
    add_nested_rows: Callable[[ServiceRequest], None]
    #: Builds the target of a request.
    build_target: Callable[[ServiceRequest], CallTarget]
    missing_target: CallTarget
    #: Statuses whose guard holds once a request is created and has nested objects.
    satisfied_guards: frozenset[str] = frozenset()

    def build_missing_target(self, like: CallTarget) -> CallTarget:
        """Return a target that does not exist.

        Ids that do not belong to a request are those of `like`.
        """
        return CallTarget(self.missing_target.id, like.status, {**like.ids, **self.missing_target.ids})


def statuses(*names: str) -> frozenset[str]:
    """Return the statuses in which a call may be made."""
    return frozenset(names)


def build_save_call(
    verb: str, path: str, argument: str, body: Callable[[CallTarget], Any], *names: str, **more: Any
) -> Call:
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
        has_version=True,
        roles=more.get("roles"),
        id_parameter=argument,
    )


def build_nested_save_call(verb: str, path: str, owned: str, *names: str) -> Call:
    """Build a save of a request by the id of a nested object."""
    return Call(
        verb,
        path,
        "save",
        query=lambda target: {"id": target.ids[owned]},
        statuses=statuses(*names),
        has_version=True,
        id_parameter="id",
    )


def build_comment_call(path: str, owned: str, first: str, *names: str) -> Call:
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
        id_parameter="body.ownerId",
    )


def build_read_call(path: str, argument: str, **more: Any) -> Call:
    """Build a read of a request."""
    return Call("GET", path, "read", query=lambda target: {argument: target.id}, id_parameter=argument, **more)


def build_list_row_call(resource: str, *names: str, roles: frozenset[Role] = ALL_ROLES) -> Call:
    """Build a read of a request as a row of a list that contains certain statuses."""
    return Call(
        "GET",
        f"/api/rest/{resource}/{{id}}",
        "read",
        query=lambda target: {},
        statuses=statuses(*names) or None,
        roles=roles,
        is_hidden_outside=True,
    )


def build_list_history_call(resource: str, argument: str) -> Call:
    """Build a read of a request's history in the dialect of the interface."""
    return Call(
        "GET",
        f"/api/rest/{resource}",
        "read",
        query=lambda target: {"filter": json.dumps({argument: target.id})},
        roles=ALL_ROLES - {Role.CLIENT},
    )


def build_transition_calls(verb: str, path: str, argument: str, choice: str, other: str) -> tuple[Call, Call]:
    """Build the calls for Continue and for the direct choice of a status by an ADMIN.

    The choice is `choice`, or `other` if the request already has that status.
    """
    return (
        Call(
            verb, path, "continue", query=lambda target: {argument: target.id}, has_version=True, id_parameter=argument
        ),
        Call(
            verb,
            path,
            "choice",
            query=lambda target: {argument: target.id, "status": other if target.status == choice else choice},
            has_version=True,
            id_parameter=argument,
        ),
    )


def build_delete_call(path: str, argument: str) -> Call:
    """Build the deletion by an ADMIN."""
    query: Callable[[CallTarget], dict[str, Any]] = lambda target: {argument: target.id}  # noqa: E731
    return Call("DELETE", path, "delete", query=query, has_version=True, id_parameter=argument)


def build_change_service_call(path: str, *names: str) -> Call:
    """Build the call by which an ADMIN assigns another service to an open request."""
    return Call(
        "PUT",
        path,
        "service",
        query=lambda target: {"requestId": target.id, "serviceId": target.ids["service"]},
        statuses=statuses(*names),
        id_parameter="requestId",
    )


DOWNLOAD_CALL = Call("GET", "/files/download/{file}", "read", query=lambda target: {})
SPECTRA_CALL = Call("GET", "/files/spectra/{file}", "read", query=lambda target: {}, roles=ALL_ROLES)
N42_CONTENT = b"<RadInstrumentData><RadInstrumentInformation/></RadInstrumentData>"


def attach_file(request: ServiceRequest) -> StoredFile:
    """Create a file that belongs to a request."""
    file = store(io.BytesIO(N42_CONTENT), "measured.n42", len(N42_CONTENT), actor=None)
    claim([file], request)
    return file


def get_shared_ids(request: ServiceRequest) -> dict[str, Any]:
    """Return ids for requests of any type: a file, and a service that is not its own."""
    file = StoredFile.objects.filter(request=request).first()
    return {
        "file": file.pk if file else MISSING_FILE_ID,
        "service": Service.objects.exclude(pk=request.service_id)[0].pk,
    }


def build_nonexistent_target(status: str, *owned: str) -> CallTarget:
    """Build a target of a missing request with missing nested objects."""
    return CallTarget(MISSING_ID, status, {**dict.fromkeys(owned, MISSING_ID), "file": MISSING_FILE_ID})
