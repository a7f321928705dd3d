"""API calls of the activity log."""

from portal_backend.audit.models import Entry, Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Role
from tests.contract.simple import Simple
from tests.factories import World

ADMIN = frozenset({Role.ADMIN})


def an_entry(world: World) -> int:
    """Create an entry of the activity log and return its id."""
    record(Event.EXPORTED, "Users", actor=world.admin.actor, quantity=7)
    return Entry.objects.latest("pk").pk


OPERATIONS = (
    Simple("GET", "/api/rest/audit", roles=ADMIN),
    Simple("GET", "/api/rest/audit/{id}", roles=ADMIN, id=an_entry),
    Simple("GET", "/files/export/audit/xlsx", roles=ADMIN),
)
