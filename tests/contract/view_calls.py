"""API calls of saved views, whose permissions depend on ownership."""

from typing import Any

from portal_backend.saved_views.models import SavedView
from tests.contract.administration_rows import ADMIN
from tests.contract.registry import EVERY
from tests.contract.simple import Simple
from tests.factories import World

LIST = "active-repairs"
STATE = {"filter": {"status": ["NEW"]}, "sort": "createdAt", "order": "DESC", "columns": ["requestId"], "perPage": 25}


def new_view(world: World) -> dict[str, Any]:
    """Build a view of a list that every role reads."""
    return {"resource": LIST, "name": "Mine", "shared": False, "state": STATE}


def own_view(world: World) -> int:
    """Return the id of a view of the administrator."""
    values = {"resource": LIST, "name": "Kept", "defaults": {"state": STATE}}
    return SavedView.objects.get_or_create(owner=world.admin.user, **values)[0].pk


VIEWS = (
    Simple("GET", "/views", query=lambda world: {"resource": LIST}, roles=EVERY),
    Simple("POST", "/views", body=new_view, roles=EVERY),
)
OWN_VIEWS = (
    Simple(
        "PUT",
        "/views/{id}",
        body=lambda world: {"name": "Kept", "shared": True, "state": STATE},
        roles=ADMIN,
        id=own_view,
    ),
    Simple("DELETE", "/views/{id}", roles=ADMIN, id=own_view),
    Simple("PUT", "/views/{id}/default", roles=ADMIN, id=own_view),
    Simple("DELETE", "/views/{id}/default", roles=ADMIN, id=own_view),
)
