"""Stored positions of statuses, refreshed from the process tables."""

from django.db import transaction

from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES


def refresh_status_positions() -> int:
    """Set stored positions that differ from the process tables; return their number.

    Lists are sorted by the stored position. It changes where a status is inserted between others or moved, and where
    the previous version creates or moves requests during an upgrade.
    """
    count = 0
    with transaction.atomic():
        stored = ServiceRequest.objects.order_by().values_list("kind", "status", "status_position").distinct()
        for kind, status, position in sorted(stored):
            process = PROCESSES.get(kind)
            if process is None or status not in {step.status for step in process.steps}:
                continue
            if position != (current := process.get_position(status)):
                rows = ServiceRequest.objects.filter(kind=kind, status=status, status_position=position)
                count += rows.update(status_position=current)
    return count
