"""API calls of the activity log."""

from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEntry, AuditEvent
from portal_backend.core.actor import Role
from tests.contract.standalone_call import StandaloneCall
from tests.factories import World

ADMIN_ONLY = frozenset({Role.ADMIN})


def create_audit_entry(world: World) -> int:
    """Create an entry of the activity log and return its id."""
    record_event(AuditEvent.EXPORTED, "Users", actor=world.admin.actor, quantity=7)
    return AuditEntry.objects.latest("pk").pk


OPERATIONS_CALLS = (
    StandaloneCall("GET", "/api/rest/audit", roles=ADMIN_ONLY),
    StandaloneCall("GET", "/api/rest/audit/{id}", roles=ADMIN_ONLY, get_id=create_audit_entry),
    StandaloneCall("GET", "/files/export/audit/xlsx", roles=ADMIN_ONLY),
)
