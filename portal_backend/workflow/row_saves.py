"""Saves of several rows, with a version conflict per row instead of per request.

See docs/decisions/0033.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from portal_backend.accounts.models import User
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, not_found, stale
from portal_backend.core.translations import LazyMessage
from portal_backend.workflow.models import ServiceRequest, VersionedRow
from portal_backend.workflow.process import Process
from portal_backend.workflow.transitions import locked_edit, serialize_current_state

CHANGE_FIELDS = ("changed_version", "changed_by")
R = TypeVar("R", bound=VersionedRow)
S = TypeVar("S")
RowKey = tuple[str, int]
SerializedRows = Mapping[RowKey, Mapping[str, Any]]


def get_values_by_id(rows: Iterable[VersionedRow], fields: Sequence[str]) -> dict[int, tuple[Any, ...]]:
    """Return the values of some fields by row id, to detect changes later."""
    return {row.pk: tuple(getattr(row, name) for name in fields) for row in rows}


def find_changed_rows(before: Mapping[int, tuple[Any, ...]], rows: Iterable[R], fields: Sequence[str]) -> list[R]:
    """Return the rows whose fields differ from the values of `get_values_by_id`."""
    return [row for row in rows if before.get(row.pk) != tuple(getattr(row, name) for name in fields)]


class RowConflict(ApiError):
    """409 STALE on some rows of a save, which other users have changed.

    `is_partial` if the other rows were saved.
    """

    def __init__(self, rows: "RowChanges") -> None:
        message = LazyMessage("errors.rows_changed", {"count": len(rows.conflicts)})
        super().__init__(409, "STALE", message, extra={"current": serialize_current_state(rows.process, rows.request)})
        self.request, self.actor, self.user_id_by_row = rows.request, rows.actor, rows.conflicts
        self.is_partial = rows.has_written

    def add_current_rows(self, described: SerializedRows) -> None:
        """Add each row in its current state, or null if it is deleted."""
        users = User.objects.filter(pk__in={pk for pk in self.user_id_by_row.values() if pk})
        names = {user.pk: user.full_name for user in users}
        rows = [
            {"list": key[0], "id": key[1], "current": described.get(key), "changedBy": names.get(user_id or 0)}
            for key, user_id in self.user_id_by_row.items()
        ]
        self.extra = {**self.extra, "rows": rows}


class RowChanges:
    """Row changes and conflicts of one save.

    `conflicts` has the user who changed a row by list and id: the path of the list in the request body ("" if the body
    is the list) and the row's id. The user is None if the row is deleted.
    """

    def __init__(self, process: Process[Any], request: ServiceRequest, actor: Actor, version: int | None) -> None:
        self.process, self.request, self.actor = process, request, actor
        self.has_written = False
        self.conflicts: dict[RowKey, int | None] = {}
        self._read_version, self._next_version = version, request.version + 1

    @property
    def is_outdated(self) -> bool:
        """Whether the request has changed since the client read it."""
        return self._read_version is not None and self._next_version > self._read_version + 1

    def has_changed_since_read(self, row: VersionedRow) -> bool:
        """Return whether a row has changed since the client read it."""
        return self._read_version is not None and row.changed_version > self._read_version

    def claim(self, changed: Iterable[R], path: str = "") -> list[R]:
        """Mark changed rows with the new version and return them, except conflicts."""
        claimed = []
        for row in changed:
            if self.has_changed_since_read(row):
                self.conflicts[path, row.pk] = row.changed_by_id
                continue
            row.changed_version, row.changed_by_id = self._next_version, self.actor.user_id
            self.has_written = True
            claimed.append(row)
        return claimed

    def skip_missing(self, ids: Iterable[int], path: str = "") -> None:
        """Add rows that do not exist as conflicts.

        Raises 404 if the request has not changed, as they cannot have been deleted then.
        """
        missing = list(ids)
        if missing and not self.is_outdated:
            raise not_found()
        self.conflicts.update({(path, pk): None for pk in missing})

    def check_header_version(self, is_same: Callable[[], bool]) -> None:
        """Raise 409 STALE if fields outside of the rows differ and the version is old.

        `is_same` is called only for an old version.
        """
        if self.is_outdated and not is_same():
            raise stale(serialize_current_state(self.process, self.request))


@contextmanager
def locked_edit_rows(
    process: Process[S], key: str, request_id: int, *, actor: Actor, version: int | None
) -> Iterator[tuple[ServiceRequest, S, RowChanges]]:
    """Edit rows of a locked request with a version check per row.

    It works as `locked_edit` otherwise. Rows without a conflict are saved; RowConflict is raised afterwards.
    """
    with locked_edit(process, key, request_id, actor=actor, version=version, is_per_row=True) as (request, subject):
        rows = RowChanges(process, request, actor, version)
        yield request, subject, rows
        if rows.conflicts and not rows.has_written:
            raise RowConflict(rows)  # raised within the transaction: nothing was written, so no new version
        if rows.conflicts:
            request.context = None  # it has the values of the rejected rows
    if rows.conflicts:
        raise RowConflict(rows)


@contextmanager
def enrich_row_conflicts(
    describe: Callable[[ServiceRequest, Actor, Collection[RowKey]], SerializedRows],
) -> Iterator[None]:
    """Add the current rows to a RowConflict, as the request's page shows them."""
    try:
        yield
    except RowConflict as conflict:
        conflict.add_current_rows(describe(conflict.request, conflict.actor, conflict.user_id_by_row.keys()))
        raise
