"""Queries of imports: targets, one import, and the history list."""

from collections.abc import Sequence

from django.db.models import QuerySet

from portal_backend.accounts.selectors import USER_ADMINS
from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.errors import forbidden, not_found
from portal_backend.core.translations import build_choices, translate
from portal_backend.imports.models import ImportRun, State
from portal_backend.resources.filters import build_choices_parser, build_keyword_search
from portal_backend.resources.import_targets import IMPORT_TARGETS, ImportTarget
from portal_backend.resources.resource import Column, Filter, Resource
from portal_backend.resources.state_columns import build_state_column, build_state_filter

IMPORTERS: Roles = frozenset({Role.ADMIN, Role.CLIENT})
# up to a megabyte each, required by few requests
LARGE_FIELDS = ("sheets", "columns")
RUNNING_STATES = (State.READING, State.CHECKING, State.WRITING, State.UNDOING)


def get_target(name: str, actor: Actor) -> ImportTarget:
    """Return the target of an import.

    Raises 404, or 403 if the actor's role cannot import into it.
    """
    target = IMPORT_TARGETS.get(name)
    if target is None:
        raise not_found()
    if actor.role not in target.roles:
        raise forbidden()
    return target


def get_import_runs(actor: Actor) -> QuerySet[ImportRun]:
    """Return the imports that the actor may see.

    User admins see all but those of clients; others see their own.
    """
    rows = ImportRun.objects.select_related("owner")
    return rows.exclude(owner__role=Role.CLIENT) if actor.role in USER_ADMINS else rows.filter(owner_id=actor.user_id)


def get_import_run(pk: int, actor: Actor, *, lock: bool = False, defer: Sequence[str] = ()) -> ImportRun:
    """Return one import, with the fields in `defer` not loaded.

    Raises 404.
    """
    rows = get_import_runs(actor).defer(*defer)
    run = (rows.select_for_update(of=("self",)) if lock else rows).filter(pk=pk).first()
    if run is None or run.target not in IMPORT_TARGETS:
        raise not_found()
    return run


IMPORTS = Resource(
    name="imports",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column("fileName", source="file_name"),
        Column(
            "target",
            "choice",
            source="target",
            sort=None,
            value=lambda row, actor: {"key": row["target"], "name": translate(f"resources.{row['target']}")},
            export_text=lambda row: translate(f"resources.{row['target']}"),
            heading_key="importTarget",
        ),
        Column("username", source="owner__username"),
        build_state_column("state", "importStates", heading_key="importState"),
        Column("createdRows", "number", source="created_rows"),
        Column("changedRows", "number", source="changed_rows"),
        Column("sameRows", "number", source="same_rows", hidden_by_default=ALL_ROLES),
        Column("wrongRows", "number", source="wrong_rows"),
        Column("createdAt", "datetime", source="created_at"),
    ),
    rows=lambda actor, parent: get_import_runs(actor),
    readers=USER_ADMINS,
    search=build_keyword_search("file_name", "owner__username"),
    filters=(
        build_state_filter("state", "importStates", State.values, label_key="columns.importState"),
        Filter(
            "target",
            "choices",
            build_choices_parser("target", lambda: IMPORT_TARGETS),
            lambda rows, value, actor: rows.filter(target__in=value),
            lambda actor: build_choices(
                "resources", [each for each in IMPORT_TARGETS if actor.role in IMPORT_TARGETS[each].roles]
            ),
            multiple=True,
        ),
    ),
    route="imports",
    detail_routes={"": "imports/{id}"},
    menu_group="settings",
    icon="import",
    export_name="imports",
)
