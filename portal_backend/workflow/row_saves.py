"""Saves that carry rows: each row conflicts by itself, not the request as a whole (docs/decisions/0033)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, not_found, stale
from portal_backend.base.words import Word
from portal_backend.workflow.models import Request, VersionedRow
from portal_backend.workflow.moves import current_state, edit
from portal_backend.workflow.process import Process

CHANGE_FIELDS = ("changed_version", "changed_by")
R = TypeVar("R", bound=VersionedRow)
S = TypeVar("S")
RowKey = tuple[str, int]
Described = Mapping[RowKey, Mapping[str, Any]]


def values_by_id(rows: Iterable[VersionedRow], fields: Sequence[str]) -> dict[int, tuple[Any, ...]]:
    """Read some fields of rows, to see later what a save changed."""
    return {row.pk: tuple(getattr(row, name) for name in fields) for row in rows}


def changed_since(before: Mapping[int, tuple[Any, ...]], rows: Iterable[R], fields: Sequence[str]) -> list[R]:
    """Keep the rows whose fields are no longer those of `values_by_id`."""
    return [row for row in rows if before.get(row.pk) != tuple(getattr(row, name) for name in fields)]


class RowConflict(Refusal):
    """409 STALE on some rows of a save: those that others changed. `is_partial` where the rest was written."""

    def __init__(self, rows: "RowChanges") -> None:
        message = Word("errors.rows_changed", {"count": len(rows.conflicts)})
        super().__init__(409, "STALE", message, extra={"current": current_state(rows.process, rows.request)})
        self.request, self.actor, self.changed_by = rows.request, rows.actor, rows.conflicts
        self.is_partial = rows.is_written

    def describe(self, described: Described) -> None:
        """Give each row as it is now, or null where it is gone."""
        users = User.objects.filter(pk__in={pk for pk in self.changed_by.values() if pk})
        names = {user.pk: user.full_name for user in users}
        rows = [
            {"list": key[0], "id": key[1], "current": described.get(key), "changedBy": names.get(user_id or 0)}
            for key, user_id in self.changed_by.items()
        ]
        self.extra = {**self.extra, "rows": rows}


class RowChanges:
    """Changes of one save to the rows of a request, and conflicts with rows that other users changed meanwhile.

    `conflicts` holds who changed a row that could not be written, by the list of the body that it is in ("" where
    that is the body) and its id: null where the row is gone.
    """

    def __init__(self, process: Process[Any], request: Request, actor: Actor, version: int | None) -> None:
        self.process, self.request, self.actor = process, request, actor
        self.is_written = False
        self.conflicts: dict[RowKey, int | None] = {}
        self._seen, self._next = version, request.version + 1

    @property
    def is_behind(self) -> bool:
        """Whether anything at all was changed after the caller had read the request."""
        return self._seen is not None and self._next > self._seen + 1

    def is_overtaken(self, row: VersionedRow) -> bool:
        """Whether a row was changed after the caller had read it."""
        return self._seen is not None and row.changed_version > self._seen

    def claim(self, changed: Iterable[R], path: str = "") -> list[R]:
        """Stamp the changed rows that the caller may write, and return them; the others are conflicts."""
        claimed = []
        for row in changed:
            if self.is_overtaken(row):
                self.conflicts[path, row.pk] = row.changed_by_id
                continue
            row.changed_version, row.changed_by_id = self._next, self.actor.user_id
            self.is_written = True
            claimed.append(row)
        return claimed

    def pass_over_missing(self, ids: Iterable[int], path: str = "") -> None:
        """Make rows conflicts that may have been removed since. Raises 404 where nothing can have been."""
        missing = list(ids)
        if missing and not self.is_behind:
            raise not_found()
        self.conflicts.update({(path, pk): None for pk in missing})

    def refuse_changed_head(self, is_same: Callable[[], bool]) -> None:
        """Refuse (409 STALE) to change on the ground of an old version what is no row."""
        if self.is_behind and not is_same():
            raise stale(current_state(self.process, self.request))


@contextmanager
def edit_rows(
    process: Process[S], key: str, request_id: int, *, actor: Actor, version: int | None
) -> Iterator[tuple[Request, S, RowChanges]]:
    """Edit rows of a locked request as `edit` does, but judge `version` row by row.

    Rows that conflict keep no other row from being saved. Raises RowConflict once the others are.
    """
    with edit(process, key, request_id, actor=actor, version=version, by_row=True) as (request, subject):
        rows = RowChanges(process, request, actor, version)
        yield request, subject, rows
        if rows.conflicts and not rows.is_written:
            raise RowConflict(rows)  # nothing was written: no new version
    if rows.conflicts:
        raise RowConflict(rows)


@contextmanager
def described_conflicts(describe: Callable[[Request, Actor, Collection[RowKey]], Described]) -> Iterator[None]:
    """Add to a 409 on rows what they are now, as the request's page reads them."""
    try:
        yield
    except RowConflict as conflict:
        conflict.describe(describe(conflict.request, conflict.actor, conflict.changed_by.keys()))
        raise
