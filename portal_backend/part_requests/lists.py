"""Lists, history and exports of part requests (spec 3, section 2)."""

from dataclasses import replace
from typing import Any

from portal_backend.base.actor import EVERYBODY, Actor
from portal_backend.part_requests.models import RequestedPart
from portal_backend.part_requests.process import PARTS, Facts
from portal_backend.part_requests.reading import described_item, described_items
from portal_backend.resources.resource import Column, Resource, Row, Sheet
from portal_backend.workflow import lists as shared
from portal_backend.workflow.reading import comments
from portal_backend.workflow.scope import get_readable, in_scope, scope
from portal_backend.workflow.searching import matched, search
from portal_backend.workflow.standing import STANDING_IF_OPEN

STATUSES = [step.status for step in PARTS.steps]
SHOWN_OF_ITEM = ("id", "category", "partName", "quantity", "imageUrl")


def _with_items(rows: list[Row]) -> None:
    """Add the items to a page of rows, in one query for all of them."""
    by_request: dict[int, list[Row]] = {row["id"]: [] for row in rows}
    items = RequestedPart.objects.filter(part_request__in=by_request).select_related("part__category")
    for item in items.prefetch_related("images").order_by("pk"):
        data = described_item(item)
        by_request[item.part_request_id].append({key: data[key] for key in SHOWN_OF_ITEM})
    for row in rows:
        row["items"] = by_request[row["id"]]


def _items_as_text(row: Row) -> str:
    return "\n".join(f"{item['quantity']} x {item['partName']}" for item in row["items"])


def request_of_item(item_id: int, actor: Actor) -> int:
    """Return the id of the part request that contains an item in scope, or 0."""
    item = RequestedPart.objects.filter(scope(actor, "part_request__request__"), pk=item_id).first()
    return item.part_request_id if item else 0


PART_REQUESTS = Resource(
    name="part-requests",
    columns=(
        shared.ID,
        shared.NUMBER,
        Column("clientName", source="client__name", readers=shared.NOT_CLIENT),
        shared.STATUS,
        shared.ACTION_REQUIRED,
        shared.CREATED,
        shared.UPDATED,
        Column("parts", "items", value=lambda row, actor: row["items"], text=_items_as_text),
        shared.client_username(shown=False),
        shared.MINE,
        shared.OVERDUE,
        *STANDING_IF_OPEN,
    ),
    rows=lambda actor, parent: in_scope(actor, PARTS.kind),
    carried=shared.CARRIED,
    complete=_with_items,
    filters=shared.filters(lambda: set(STATUSES), lambda actor: shared.status_choices(PARTS, STATUSES)),
    search=search,
    matched=matched,
    route="part-request/list",
    group="lists",
    icon="inventory",
    records={PARTS.kind: "process-part-request/{id}"},
    export="part-request",
)
HISTORY = shared.history_of(PARTS, "part-request-history", "id", ("createdAt", "DESC"), "part-request-history-tab")
EXPORTED_HISTORY = replace(HISTORY, parent="partRequestId")


def items_of(actor: Actor, request_id: int | None) -> list[Row]:
    """List the items of a part request as its page shows them. Raises 404."""
    request = get_readable(actor, PARTS.kind, request_id or 0)
    return described_items(Facts(request), comments(PARTS, request, actor))


def _category(row: Row, actor: Actor) -> object:
    return row["category"]["name"] if row["category"] else ""


def _comment(row: Row, actor: Actor) -> Any:
    return row["approvalComments"].get("INITIAL", {}).get("text", "")


DETAILS = Sheet(
    "part-request-detail-tab",
    (
        Column("category", value=_category),
        Column("partName", source="partName"),
        Column("quantity", "number", source="quantity"),
        Column("initialApproval", "choice", source="initialApproval", words="approval"),
        Column("approvalComment", value=_comment, readers=PARTS.comment_readers),
    ),
    items_of,
    EVERYBODY,
    "partRequestId",
)
