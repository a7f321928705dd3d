"""How many remote supports spared a shipment: what ended without having been made a repair or a part request."""

from django.db.models import Count, Exists, OuterRef

from portal_backend.base.actor import Actor
from portal_backend.remote_support.process import SUPPORT
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.resources.query import ListQuery
from portal_backend.workflow.models import Origin
from portal_backend.workflow.scope import in_scope

DONE = [step.status for step in SUPPORT.steps if step.tone == "done"]
# what is asked of repairs and has the same meaning for a remote support
SHARED = {"clientId", "serviceId", "createdFrom", "createdTo"}


def solved(actor: Actor, question: ListQuery) -> dict[str, int] | None:
    """Of the remote supports that a question about repairs means too; None where it asks for what they have not."""
    if not question.filters.keys() <= SHARED:
        return None
    rows = in_scope(actor, SUPPORT.kind).filter(status__in=DONE)
    for key, value in question.filters.items():
        rows = GENERAL_REPORT.filters_by_key[key].apply(rows, value, actor)
    led = Exists(Origin.objects.filter(source=OuterRef("pk"), request__deleted_at=None))
    return rows.aggregate(ended=Count("pk"), solved=Count("pk", filter=~led))
