"""API calls of saved views, whose permissions depend on ownership."""

from typing import Any

from portal_backend.saved_views.models import SavedView
from tests.contract.administration_data import ADMIN_ONLY
from tests.contract.calls import ALL_ROLES
from tests.contract.standalone_call import StandaloneCall
from tests.factories import World

VIEWED_LIST = "active-repairs"
VIEW_STATE = {
    "filter": {"status": ["NEW"]},
    "sort": "createdAt",
    "order": "DESC",
    "columns": ["requestId"],
    "perPage": 25,
}


def build_view_body(world: World) -> dict[str, Any]:
    """Build a view of a list that every role reads."""
    return {"resource": VIEWED_LIST, "name": "Mine", "shared": False, "state": VIEW_STATE}


def create_own_view(world: World) -> int:
    """Return the id of a view of the administrator."""
    values = {"resource": VIEWED_LIST, "name": "Kept", "defaults": {"state": VIEW_STATE}}
    return SavedView.objects.get_or_create(owner=world.admin.user, **values)[0].pk


VIEW_CALLS = (
    StandaloneCall("GET", "/views", query=lambda world: {"resource": VIEWED_LIST}, roles=ALL_ROLES),
    StandaloneCall("POST", "/views", body=build_view_body, roles=ALL_ROLES),
)
OWN_VIEW_CALLS = (
    StandaloneCall(
        "PUT",
        "/views/{id}",
        body=lambda world: {"name": "Kept", "shared": True, "state": VIEW_STATE},
        roles=ADMIN_ONLY,
        get_id=create_own_view,
    ),
    StandaloneCall("DELETE", "/views/{id}", roles=ADMIN_ONLY, get_id=create_own_view),
    StandaloneCall("PUT", "/views/{id}/default", roles=ADMIN_ONLY, get_id=create_own_view),
    StandaloneCall("DELETE", "/views/{id}/default", roles=ADMIN_ONLY, get_id=create_own_view),
)
