"""Queries of imports: targets, one import, and the history list."""

from collections.abc import Sequence

from django.db.models import QuerySet

from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.base.actor import Actor, Role, Roles
from portal_backend.base.errors import forbidden, invalid_field, not_found
from portal_backend.base.folding import matching_any
from portal_backend.base.words import Word, choices, word
from portal_backend.imports.models import ImportRun, State
from portal_backend.resources.resource import Column, Filter, Resource
from portal_backend.resources.states import state_column, state_filter
from portal_backend.resources.targets import TARGETS, Target

IMPORTERS: Roles = frozenset({Role.ADMIN, Role.CLIENT})
# up to a megabyte each, required by few requests
LARGE = ("sheets", "columns")
RUNNING = (State.READING, State.CHECKING, State.WRITING, State.UNDOING)


def target_for(name: str, actor: Actor) -> Target:
    """Return the target of an import.

    Raises 404, or 403 if the actor's role cannot import into it.
    """
    target = TARGETS.get(name)
    if target is None:
        raise not_found()
    if actor.role not in target.roles:
        raise forbidden()
    return target


def runs(actor: Actor) -> QuerySet[ImportRun]:
    """Return the imports that the actor may see.

    User admins see all but those of clients; others see their own.
    """
    rows = ImportRun.objects.select_related("owner")
    return rows.exclude(owner__role=Role.CLIENT) if actor.role in USER_ADMINS else rows.filter(owner_id=actor.user_id)


def run_of(pk: int, actor: Actor, *, lock: bool = False, without: Sequence[str] = ()) -> ImportRun:
    """Return one import, with the fields in `defer` not loaded.

    Raises 404.
    """
    rows = runs(actor).defer(*without)
    run = (rows.select_for_update(of=("self",)) if lock else rows).filter(pk=pk).first()
    if run is None or run.target not in TARGETS:
        raise not_found()
    return run


def undo_blocked(run: ImportRun) -> Word | None:
    """Return the reason why an import could not be undone, or None."""
    if run.state != State.DONE or not run.error:
        return None
    key, values = run.error_values
    return Word(key, values)


def _targets(values: list[str]) -> list[str]:
    if not set(values) <= set(TARGETS):
        raise invalid_field("target", "choice")
    return values


def _search(rows: QuerySet[ImportRun], keyword: str, actor: Actor) -> QuerySet[ImportRun]:
    return rows.filter(matching_any(keyword, "file_name", "owner__username"))


IMPORTS = Resource(
    name="imports",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("createdAt", "datetime", source="created_at"),
        Column("fileName", source="file_name"),
        Column(
            "target",
            "choice",
            source="target",
            sort=None,
            value=lambda row, actor: {"key": row["target"], "name": word(f"resources.{row['target']}")},
            text=lambda row: word(f"resources.{row['target']}"),
            name="importTarget",
        ),
        Column("username", source="owner__username"),
        state_column("state", "importStates", name="importState"),
        Column("createdRows", "number", source="created_rows"),
        Column("changedRows", "number", source="changed_rows"),
        Column("sameRows", "number", source="same_rows"),
        Column("wrongRows", "number", source="wrong_rows"),
    ),
    rows=lambda actor, parent: runs(actor),
    readers=USER_ADMINS,
    search=_search,
    filters=(
        state_filter("state", "importStates", State.values, label_key="columns.importState"),
        Filter(
            "target",
            "choices",
            _targets,
            lambda rows, value, actor: rows.filter(target__in=value),
            lambda actor: choices("resources", [each for each in TARGETS if actor.role in TARGETS[each].roles]),
            multiple=True,
        ),
    ),
    route="imports",
    records={"": "imports/{id}"},
    group="settings",
    icon="import",
    export="imports",
)
