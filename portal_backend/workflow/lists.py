"""Columns and filters of request lists, and the lists and counters of all kinds."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from django.db.models import Case, F, QuerySet, Value, When
from django.db.models.functions import Concat

from portal_backend.accounts.selectors import get_clients_in_scope
from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.clock import now, today
from portal_backend.core.text_search import Collated
from portal_backend.core.translations import translate
from portal_backend.notifications.recipients import REMARK_READERS
from portal_backend.resources.field import list_row_choices
from portal_backend.resources.filters import (
    build_choices_filter,
    build_choices_parser,
    build_id_parser,
    build_switch_parser,
)
from portal_backend.resources.resource import Column, Filter, Resource, Row, SortDirection
from portal_backend.resources.sorting import build_rank_case
from portal_backend.workflow.models import REQUEST_KIND_CHOICES, RequestKind, ServiceRequest, StatusChange
from portal_backend.workflow.process import NO_STATUS, PROCESSES, Process, no_remarks
from portal_backend.workflow.scope import get_readable, in_scope, scope
from portal_backend.workflow.search import filter_by_keyword, find_matching_lines


def _get_responsible_party(row: Row, actor: Actor) -> object:
    return PROCESSES[row["kind"]].get_step(row["status"]).get_present_party(row["confirm_delivery_by"])


def _get_days_in_status(row: Row, actor: Actor) -> int | None:
    """Return the whole days in the current status, None for a closed request."""
    return None if row["responsible_role"] is None else max(0, (now() - row["status_since"]).days)


def _is_late(row: Row, actor: Actor) -> bool:
    return row["expected_to_leave_by"] is not None and today() > row["expected_to_leave_by"]


_IS_LATE_COLUMN = Column(
    "isLate",
    "boolean",
    source="expected_to_leave_by",
    value=_is_late,
    sort=None,
    in_interface=False,
    interface_only=True,
)
_HELD_BY_COLUMN = Column(
    "heldBy",
    "choice",
    value=_get_responsible_party,
    message_prefix="holders",
    hidden_by_default=ALL_ROLES,
    interface_only=True,
)
_HELD_DAYS_COLUMN = Column(
    *("heldDays", "number", "status_since", _get_days_in_status),
    sort_expression=F("status_since"),
    reverse_sort=True,
    hidden_by_default=ALL_ROLES,
    interface_only=True,
)
_EXPECTED_ON_COLUMN = Column(
    "expectedOn", "date", source="expected_on", hidden_by_default=ALL_ROLES, interface_only=True
)
_STATUS_SINCE_IF_OPEN = Case(When(completed_at__isnull=True, then=F("status_since")))
DURATION_COLUMNS = (_HELD_BY_COLUMN, _HELD_DAYS_COLUMN, _EXPECTED_ON_COLUMN, _IS_LATE_COLUMN)
# for lists of open and closed requests: closed ones are last
DURATION_COLUMNS_OPEN_FIRST = (
    _HELD_BY_COLUMN,
    replace(_HELD_DAYS_COLUMN, sort_expression=_STATUS_SINCE_IF_OPEN),
    _EXPECTED_ON_COLUMN,
    _IS_LATE_COLUMN,
)


NOT_CLIENT: Roles = ALL_ROLES - {Role.CLIENT}
ACTION_REQUIRED_READERS: Roles = frozenset({Role.SUPERVISOR, Role.SERVICE, Role.CLIENT})
SERVICE_CHANGERS: Roles = frozenset({Role.ADMIN})


def _is_overdue(row: Row, actor: Actor) -> bool:
    is_past = row["confirm_delivery_by"] is not None and today() > row["confirm_delivery_by"]
    return is_past and row["status"] in PROCESSES[row["kind"]].delivery_statuses


def _is_my_turn(row: Row, actor: Actor) -> bool:
    return bool(row["responsible_role"] == actor.role)


def _get_next_step(row: Row, actor: Actor) -> str | None:
    """Return the next task of the responsible role, None for a closed request."""
    return None if row["responsible_role"] is None else translate(f"todo.{row['kind']}.{row['status']}")


def _get_status_message_prefix(row: Row) -> str:
    return f"status.{row['kind']}"


NUMBER_COLUMN = Column("requestId", source="number", sort_expression=F("number"))
STATUS_COLUMN = Column(
    "status", "status", source="status", sort_expression=F("status_position"), message_prefix=_get_status_message_prefix
)
CREATED_COLUMN = Column("createdAt", "datetime", source="created_at")
UPDATED_COLUMN = Column("updatedAt", "datetime", source="updated_at")
COMPLETED_COLUMN = Column("completedAt", "datetime", source="completed_at")
ACTION_REQUIRED_COLUMN = Column(
    "actionRequired", "role", source="responsible_role", sort="actionRequiredFromRole", message_prefix="roles"
)
NEXT_STEP_COLUMN = Column("nextStep", "longText", value=_get_next_step, sort=None, interface_only=True)
#: Shown in place of the role that action is required from, where it is the reader's.
NEXT_STEP_VALUE = replace(NEXT_STEP_COLUMN, in_interface=False)
CLIENT_NAME_COLUMN = Column("clientName", source="client__name", readers=NOT_CLIENT, sort=None, in_interface=False)
ID_COLUMN = Column("id", "number", source="id", in_interface=False)
SERVICE_NAME_COLUMN = Column(
    "serviceName",
    source="service__name",
    readers=NOT_CLIENT,
    sort=None,
    hidden_by_default=ALL_ROLES,
    interface_only=True,
)
SERVICE_USERNAME_COLUMN = Column(
    "serviceUsername", source="service__contact_user__username", readers=NOT_CLIENT, hidden_by_default=ALL_ROLES
)
MY_TURN_COLUMN = Column("actionRequiredFromCurrentUser", "boolean", value=_is_my_turn, in_interface=False)
OVERDUE_COLUMN = Column("isOverdue", "boolean", value=_is_overdue, in_interface=False)
EXTRA_SOURCES = ("id", "kind", "status", "responsible_role", "confirm_delivery_by", "client__name")


def build_client_column(sort: str | None = "", *, in_interface: bool = True) -> Column:
    """Build the column of the Client, which CLIENT does not see.

    Lists show the Client's name above the creator's username, exports the name. `sort` is the sort key, since the
    closed list uses another name.
    """
    return Column(
        "clientUsername",
        source="created_by__username",
        sort_expression=Collated("client__name"),
        export_text=lambda row: str(row["client__name"]),
        readers=NOT_CLIENT,
        sort=sort if in_interface else None,
        in_interface=in_interface,
    )


CLIENT_FILTER = Filter(
    "clientId",
    "choices",
    build_id_parser("clientId"),
    lambda rows, value, actor: rows.filter(client_id=value),
    lambda actor: list_row_choices(get_clients_in_scope(actor)),
    NOT_CLIENT,
)


def list_status_choices(process: Process[Any], statuses: list[str]) -> list[dict[str, Any]]:
    """Serialize statuses as choices, with the tones of their colors."""
    prefix = f"status.{process.kind}"
    return [{"key": key, "name": translate(f"{prefix}.{key}"), "tone": process.get_step(key).tone} for key in statuses]


def build_filters(
    statuses: Callable[[], set[str]],
    choices: Callable[[Actor], list[dict[str, Any]]] | None,
    *,
    my_turn_readers: Roles = ACTION_REQUIRED_READERS,
) -> tuple[Filter, ...]:
    """Build the filters of request lists (contract section 1).

    They are status (repeatable), clientId and myTurn. The interface shows the latter to `my_turn_readers` only, since
    for others none or all rows match it.
    """
    return (
        Filter(
            "status",
            "choices" if choices else "hidden",
            build_choices_parser("status", statuses),
            lambda rows, value, actor: rows.filter(status__in=value),
            choices,
            multiple=True,
        ),
        CLIENT_FILTER,
        Filter(
            "myTurn",
            "switch" if my_turn_readers else "hidden",
            build_switch_parser("myTurn"),
            lambda rows, value, actor: rows.filter(responsible_role=actor.role) if value else rows,
            None,
            my_turn_readers,
        ),
    )


def get_waiting_requests(actor: Actor) -> QuerySet[ServiceRequest]:
    """Return the requests of all kinds that wait for the actor's role."""
    return in_scope(actor).filter(responsible_role=actor.role)


def list_all_statuses() -> set[str]:
    """Return the statuses of all kinds."""
    return {step.status for process in PROCESSES.values() for step in process.steps}


KIND_FILTER = build_choices_filter(
    "kind", "kinds", list(get_args(RequestKind)), key="requestType", label_key="columns.requestType"
)

ACTION_REQUIRED_LIST = Resource(
    name="action-required",
    columns=(
        ID_COLUMN,
        # an icon before the number
        Column("requestType", "choice", source="kind", message_prefix="kinds"),
        NUMBER_COLUMN,
        build_client_column(),
        # keeps equal positions of several kinds together
        replace(
            STATUS_COLUMN,
            sort_expression=F("status_position") * len(REQUEST_KIND_CHOICES)
            + build_rank_case("kind", get_args(RequestKind)),
        ),
        NEXT_STEP_COLUMN,
        CREATED_COLUMN,
        UPDATED_COLUMN,
        SERVICE_NAME_COLUMN,
        SERVICE_USERNAME_COLUMN,
        CLIENT_NAME_COLUMN,
        MY_TURN_COLUMN,
        OVERDUE_COLUMN,
        *DURATION_COLUMNS,
    ),
    rows=lambda actor, parent: get_waiting_requests(actor),
    readers=ACTION_REQUIRED_READERS,
    extra_sources=EXTRA_SOURCES,
    filters=(KIND_FILTER, *build_filters(list_all_statuses, None, my_turn_readers=frozenset())),
    search=filter_by_keyword,
    highlight=find_matching_lines,
    route="action-required",
    menu_group="lists",
    icon="inbox",
    detail_routes={
        "REPAIR": "process-repair/{id}",
        "PARTS": "process-part-request/{id}",
        "REMOTE_SUPPORT": "remote-support/process/{id}",
    },
    export_name="action-required-repairs",
)


def render_remarks(row: Row, actor: Actor) -> str:
    """Join the remarks of a transition that the actor may see, one per line."""
    remarks = row["remarks"] or {}
    keys = [key for key in remarks if actor.role in REMARK_READERS.get(key, ALL_ROLES)]
    return "\n".join(translate(f"remarks.{key}", what=remarks[key]) for key in keys)


REMARKS_COLUMN = Column("remarks", "longText", value=render_remarks, sort=None, interface_only=True)


def build_history_list(
    process: Process[Any], name: str, parent: str, sort: tuple[str, SortDirection], export: str
) -> Resource:
    """Build the history of one request as a list.

    It has a column of remarks if a step of the process makes any.
    """

    def rows(actor: Actor, request_id: int | None) -> QuerySet[StatusChange]:
        request = get_readable(actor, process.kind, request_id or 0)
        return StatusChange.objects.filter(scope(actor, "request__"), request=request).annotate(
            changed_by=Concat("user__first_name", Value(" "), "user__last_name")
        )

    message_prefix, statuses = f"status.{process.kind}", [NO_STATUS, *(step.status for step in process.steps)]
    old, new = (build_rank_case(path, statuses) for path in ("old_status", "new_status"))
    return Resource(
        name=name,
        columns=(
            ID_COLUMN,
            replace(CREATED_COLUMN, heading_key="date"),
            Column("changedBy", source="changed_by"),
            Column("role", "choice", source="role", message_prefix="roles"),
            Column("oldStatus", "status", source="old_status", sort_expression=old, message_prefix=message_prefix),
            Column("newStatus", "status", source="new_status", sort_expression=new, message_prefix=message_prefix),
            *([REMARKS_COLUMN] if any(step.remarks is not no_remarks for step in process.steps) else []),
        ),
        rows=rows,
        extra_sources=("remarks",),
        readers=process.history_readers,
        default_sort=sort,
        parent_parameter=parent,
        export_name=export,
    )
