"""Lists, history and exports of part requests (spec 3, section 2)."""

from dataclasses import replace
from typing import Any

from portal_backend.core.actor import ALL_ROLES, Actor
from portal_backend.part_requests.models import RequestedPart
from portal_backend.part_requests.presenter import serialize_item, serialize_items
from portal_backend.part_requests.process import PARTS, PartRequestContext
from portal_backend.resources.resource import Column, Resource, Row, Table
from portal_backend.workflow import lists as shared
from portal_backend.workflow.lists import DURATION_COLUMNS_OPEN_FIRST
from portal_backend.workflow.presenter import serialize_comments
from portal_backend.workflow.scope import get_readable, in_scope, scope
from portal_backend.workflow.search import filter_by_keyword, find_matching_lines

STATUSES = [step.status for step in PARTS.steps]
ITEM_LIST_KEYS = ("id", "category", "partName", "quantity", "imageUrl")


def _add_items(rows: list[Row], actor: Actor) -> None:
    """Add the items to a page of rows, in one query for all of them."""
    by_request: dict[int, list[Row]] = {row["id"]: [] for row in rows}
    items = RequestedPart.objects.filter(part_request__in=by_request).select_related("part__category")
    for item in items.prefetch_related("images").order_by("pk"):
        data = serialize_item(item)
        by_request[item.part_request_id].append({key: data[key] for key in ITEM_LIST_KEYS})
    for row in rows:
        row["items"] = by_request[row["id"]]


def _format_items(row: Row) -> str:
    return "\n".join(f"{item['quantity']} x {item['partName']}" for item in row["items"])


def get_part_request_id(item_id: int, actor: Actor) -> int:
    """Return the id of the part request that contains an item in scope, or 0."""
    item = RequestedPart.objects.filter(scope(actor, "part_request__request__"), pk=item_id).first()
    return item.part_request_id if item else 0


PART_REQUESTS = Resource(
    name="part-requests",
    columns=(
        shared.ID_COLUMN,
        shared.NUMBER_COLUMN,
        Column("clientName", source="client__name", readers=shared.NOT_CLIENT),
        shared.STATUS_COLUMN,
        shared.ACTION_REQUIRED_COLUMN,
        shared.CREATED_COLUMN,
        shared.UPDATED_COLUMN,
        Column("parts", "items", value=lambda row, actor: row["items"], export_text=_format_items),
        shared.build_client_column(in_interface=False),
        shared.MY_TURN_COLUMN,
        shared.NEXT_STEP_VALUE,
        shared.OVERDUE_COLUMN,
        *DURATION_COLUMNS_OPEN_FIRST,
    ),
    rows=lambda actor, parent: in_scope(actor, PARTS.kind),
    extra_sources=shared.EXTRA_SOURCES,
    prefetch=_add_items,
    filters=shared.build_filters(lambda: set(STATUSES), lambda actor: shared.list_status_choices(PARTS, STATUSES)),
    search=filter_by_keyword,
    highlight=find_matching_lines,
    route="part-request/list",
    menu_group="lists",
    icon="inventory",
    detail_routes={PARTS.kind: "process-part-request/{id}"},
    export_name="part-request",
)
HISTORY = shared.build_history_list(
    PARTS, "part-request-history", "id", ("createdAt", "DESC"), "part-request-history-tab"
)
HISTORY_EXPORT = replace(HISTORY, parent_parameter="partRequestId")


def list_items(actor: Actor, request_id: int | None) -> list[Row]:
    """List the items of a part request as its page shows them. Raises 404."""
    request = get_readable(actor, PARTS.kind, request_id or 0)
    return serialize_items(PartRequestContext(request), serialize_comments(PARTS, request, actor))


def _get_category_name(row: Row, actor: Actor) -> object:
    return row["category"]["name"] if row["category"] else ""


def _get_comment_text(row: Row, actor: Actor) -> Any:
    return row["approvalComments"].get("INITIAL", {}).get("text", "")


DETAILS_EXPORT = Table(
    "part-request-detail-tab",
    (
        Column("category", value=_get_category_name),
        Column("partName", source="partName"),
        Column("quantity", "number", source="quantity"),
        Column("initialApproval", "choice", source="initialApproval", message_prefix="approval"),
        Column("approvalComment", value=_get_comment_text, readers=PARTS.comment_readers),
    ),
    list_items,
    ALL_ROLES,
    "partRequestId",
)
