"""Count of remote support requests that ended without a repair or part request."""

from django.db.models import Count, Exists, OuterRef

from portal_backend.base.actor import Actor
from portal_backend.remote_support.process import SUPPORT
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.resources.query import ListQuery
from portal_backend.workflow.models import Origin
from portal_backend.workflow.scope import in_scope

DONE = [step.status for step in SUPPORT.steps if step.tone == "done"]
# filters of the report that also apply to remote support requests
SHARED = {"clientId", "serviceId", "createdFrom", "createdTo"}


def solved(actor: Actor, query: ListQuery) -> dict[str, int] | None:
    """Count the completed remote support requests that match the report's filters.

    Returns None if a filter does not apply to remote support.
    """
    if not query.filters.keys() <= SHARED:
        return None
    rows = in_scope(actor, SUPPORT.kind).filter(status__in=DONE)
    for key, value in query.filters.items():
        rows = GENERAL_REPORT.filters_by_key[key].apply(rows, value, actor)
    has_follow_up = Exists(Origin.objects.filter(source=OuterRef("pk"), request__deleted_at=None))
    return rows.aggregate(ended=Count("pk"), solved=Count("pk", filter=~has_follow_up))
