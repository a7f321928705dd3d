"""Recording of the time that requests spend in each status (docs/decisions/0007)."""

from datetime import datetime

from django.db import connection

from portal_backend.reports.models import StatusPeriod
from portal_backend.workflow.models import StatusChange
from portal_backend.workflow.process import NO_STATUS

# one statement for both rows; a status that is entered again keeps the seconds of its earlier periods
UPSERT_SQL = """
INSERT INTO reports_statusperiod (request_id, status, entered_at, left_at, seconds) VALUES {rows}
ON CONFLICT (request_id, status) DO UPDATE SET entered_at = excluded.entered_at, left_at = excluded.left_at,
seconds = coalesce(reports_statusperiod.seconds + excluded.seconds, reports_statusperiod.seconds, excluded.seconds)
"""


def record_status_period(change: StatusChange, since: datetime) -> None:
    """Close the period in the old status, begun at `since`, and open one in the new."""
    request, moment = change.request_id, change.created_at
    rows = [StatusPeriod(request_id=request, status=change.new_status, entered_at=moment)]
    if change.old_status != NO_STATUS:
        elapsed = max(0, int((moment - since).total_seconds()))
        rows.append(
            StatusPeriod(
                request_id=request, status=change.old_status, entered_at=since, left_at=moment, seconds=elapsed
            )
        )
    fields = [each for each in StatusPeriod._meta.concrete_fields if not each.primary_key]
    values = [each.get_db_prep_save(each.value_from_object(row), connection) for row in rows for each in fields]
    row = f"({', '.join(['%s'] * len(fields))})"
    with connection.cursor() as cursor:
        cursor.execute(UPSERT_SQL.format(rows=", ".join([row] * len(rows))), values)
