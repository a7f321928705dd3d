"""Columns and filters of request lists, and the lists and counters of all kinds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from django.db.models import Count, F, QuerySet, Value
from django.db.models.functions import Concat

from portal_backend.accounts.lists import clients_in_scope
from portal_backend.base.actor import EVERYBODY, Actor, Role, Roles
from portal_backend.base.collation import Collated
from portal_backend.base.errors import invalid_field
from portal_backend.base.fields import MAX_ID
from portal_backend.base.newyork import today
from portal_backend.base.words import word
from portal_backend.notifications.telling import REMARK_READERS
from portal_backend.resources.query import whole_number
from portal_backend.resources.resource import Column, Direction, Filter, Resource, Row
from portal_backend.resources.sorting import ranked
from portal_backend.workflow.models import KINDS, Kind, Request, StatusChange
from portal_backend.workflow.process import NONE, PROCESSES, Process, unremarked
from portal_backend.workflow.scope import get_readable, in_scope, scope
from portal_backend.workflow.searching import matched, search
from portal_backend.workflow.standing import STANDING

NOT_CLIENT: Roles = EVERYBODY - {Role.CLIENT}
INBOX_READERS: Roles = frozenset({Role.SUPERVISOR, Role.SERVICE, Role.CLIENT})
SERVICE_CHANGERS: Roles = frozenset({Role.ADMIN})


def _is_overdue(row: Row, actor: Actor) -> bool:
    is_past = row["deliver_by"] is not None and today() > row["deliver_by"]
    return is_past and row["status"] in PROCESSES[row["kind"]].delivery_statuses


def _is_mine(row: Row, actor: Actor) -> bool:
    return bool(row["waits_for"] == actor.role)


def _next_step(row: Row, actor: Actor) -> str:
    """Return the next task of the responsible role."""
    return word(f"todo.{row['kind']}.{row['status']}")


def _status_words(row: Row) -> str:
    return f"status.{row['kind']}"


NUMBER = Column("requestId", source="number", order=F("number"))
STATUS = Column("status", "status", source="status", order=F("place"), words=_status_words)
CREATED = Column("createdAt", "datetime", source="created_at")
UPDATED = Column("updatedAt", "datetime", source="updated_at")
COMPLETED = Column("completedAt", "datetime", source="completed_at")
ACTION_REQUIRED = Column("actionRequired", "role", source="waits_for", sort="actionRequiredFromRole", words="roles")
CLIENT_NAME = Column("clientName", source="client__name", readers=NOT_CLIENT, sort=None, shown=False)
ID = Column("id", "number", source="id", shown=False)
SERVICE_NAME = Column("serviceName", source="service__name", readers=NOT_CLIENT, sort=None, hidden=True, extra=True)
SERVICE_USERNAME = Column("serviceUsername", source="service__contact_user__username", readers=NOT_CLIENT, hidden=True)
MINE = Column("actionRequiredFromCurrentUser", "boolean", value=_is_mine, shown=False)
OVERDUE = Column("isOverdue", "boolean", value=_is_overdue, shown=False)
CARRIED = ("id", "kind", "status", "waits_for", "deliver_by", "client__name")


def client_username(sort: str | None = "", *, shown: bool = True) -> Column:
    """Build the column of the Client, which CLIENT does not see.

    Lists show the Client's name above the creator's username, exports the name. `sort` is the sort key, since the
    closed list uses another name.
    """
    return Column(
        "clientUsername",
        source="created_by__username",
        order=Collated("client__name"),
        text=lambda row: str(row["client__name"]),
        readers=NOT_CLIENT,
        sort=sort if shown else None,
        shown=shown,
    )


def _parse_statuses(known: Callable[[], set[str]], values: list[str]) -> list[str]:
    if not set(values) <= known():
        raise invalid_field("status", "choice")
    return values


def _parse_client(values: list[str]) -> int:
    return whole_number("clientId", values[0], 1, MAX_ID)


def _parse_switch(values: list[str]) -> bool:
    if values[0] not in ("true", "false"):
        raise invalid_field("myTurn", "boolean")
    return values[0] == "true"


def _client_choices(actor: Actor) -> list[dict[str, Any]]:
    return [{"key": str(pk), "name": name} for pk, name in clients_in_scope(actor).values_list("id", "name")]


BY_CLIENT = Filter(
    "clientId",
    "choices",
    _parse_client,
    lambda rows, value, actor: rows.filter(client_id=value),
    _client_choices,
    NOT_CLIENT,
)


def status_choices(process: Process[Any], statuses: list[str]) -> list[dict[str, Any]]:
    """Serialize statuses as choices, with the tones of their colors."""
    prefix = f"status.{process.kind}"
    return [{"key": key, "name": word(f"{prefix}.{key}"), "tone": process.step(key).tone} for key in statuses]


def filters(
    statuses: Callable[[], set[str]],
    choices: Callable[[Actor], list[dict[str, Any]]] | None,
    *,
    offers_turn: bool = True,
) -> tuple[Filter, ...]:
    """Build the filters of request lists (contract section 1).

    They are status (repeatable), clientId and myTurn. With `has_my_turn_filter=False` the interface does not show
    myTurn, since none or all rows match it.
    """
    return (
        Filter(
            "status",
            "choices" if choices else "hidden",
            partial(_parse_statuses, statuses),
            lambda rows, value, actor: rows.filter(status__in=value),
            choices,
            multiple=True,
        ),
        BY_CLIENT,
        Filter(
            "myTurn",
            "switch" if offers_turn else "hidden",
            _parse_switch,
            lambda rows, value, actor: rows.filter(waits_for=actor.role) if value else rows,
            None,
            INBOX_READERS,
        ),
    )


def waiting(actor: Actor) -> QuerySet[Request]:
    """Return the requests of all kinds that wait for the actor's role."""
    return in_scope(actor).filter(waits_for=actor.role)


def all_statuses() -> set[str]:
    """Return the statuses of all kinds."""
    return {step.status for process in PROCESSES.values() for step in process.steps}


ACTION_REQUIRED_LIST = Resource(
    name="action-required",
    columns=(
        ID,
        NUMBER,
        client_username(),
        Column("nextStep", "longText", value=_next_step, sort=None, extra=True),
        # keeps equal positions of several kinds together
        replace(STATUS, order=F("place") * len(KINDS) + ranked("kind", get_args(Kind))),
        Column("requestType", "choice", source="kind", words="kinds"),
        CREATED,
        UPDATED,
        SERVICE_NAME,
        SERVICE_USERNAME,
        CLIENT_NAME,
        MINE,
        OVERDUE,
        *STANDING,
    ),
    rows=lambda actor, parent: waiting(actor),
    readers=INBOX_READERS,
    carried=CARRIED,
    filters=filters(all_statuses, None, offers_turn=False),
    search=search,
    matched=matched,
    route="action-required",
    group="lists",
    icon="notifications",
    records={
        "REPAIR": "process-repair/{id}",
        "PARTS": "process-part-request/{id}",
        "REMOTE_SUPPORT": "remote-support/process/{id}",
    },
    export="action-required-repairs",
)


def counters(actor: Actor) -> list[dict[str, Any]]:
    """Count the requests of each kind that wait for the actor's role."""
    return told(dict(waiting(actor).values_list("kind").annotate(total=Count("id")).order_by()))


def told(totals: Mapping[str, int]) -> list[dict[str, Any]]:
    """Serialize counters: one for each kind, in the order of the processes."""
    return [{"requestType": kind, "total": totals.get(kind, 0)} for kind in PROCESSES]


def remarked(row: Row, actor: Actor) -> str:
    """Join the remarks of a transition that the actor may see, one per line."""
    remarks = row["remarks"] or {}
    keys = [key for key in remarks if actor.role in REMARK_READERS.get(key, EVERYBODY)]
    return "\n".join(word(f"remarks.{key}", what=remarks[key]) for key in keys)


REMARKS = Column("remarks", "longText", value=remarked, sort=None, extra=True)


def history_of(process: Process[Any], name: str, parent: str, sort: tuple[str, Direction], export: str) -> Resource:
    """Build the history of one request as a list.

    It has a column of remarks if a step of the process makes any.
    """

    def rows(actor: Actor, request_id: int | None) -> QuerySet[StatusChange]:
        request = get_readable(actor, process.kind, request_id or 0)
        return StatusChange.objects.filter(scope(actor, "request__"), request=request).annotate(
            changed_by=Concat("user__first_name", Value(" "), "user__last_name")
        )

    message_prefix, statuses = f"status.{process.kind}", [NONE, *(step.status for step in process.steps)]
    old, new = (ranked(path, statuses) for path in ("old_status", "new_status"))
    return Resource(
        name=name,
        columns=(
            ID,
            replace(CREATED, name="date"),
            Column("changedBy", source="changed_by"),
            Column("role", "choice", source="role", words="roles"),
            Column("oldStatus", "status", source="old_status", order=old, words=message_prefix),
            Column("newStatus", "status", source="new_status", order=new, words=message_prefix),
            *([REMARKS] if any(step.remarks is not unremarked for step in process.steps) else []),
        ),
        rows=rows,
        carried=("remarks",),
        readers=process.history_readers,
        default_sort=sort,
        parent=parent,
        export=export,
    )
