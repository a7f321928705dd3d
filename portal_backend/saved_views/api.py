"""API of saved views."""

from collections.abc import Iterable
from typing import Annotated

from django.http import HttpRequest
from ninja import Header, Query, Router

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.actor import ALL_ROLES, Actor
from portal_backend.core.errors import invalid_field
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import OptionalText, QueryId
from portal_backend.resources.resource import Resource
from portal_backend.saved_views import actions
from portal_backend.saved_views.lists import get_view, list_views, serialize_view
from portal_backend.saved_views.schemas import ListName, NewViewIn, ViewAnswer, ViewIn

IdempotencyKey = Annotated[str | None, Header(alias="Idempotency-Key")]


def build_views_router(resources: Iterable[Resource]) -> Router:
    """Build the router for the views of lists."""
    router = Router(tags=["saved views"])
    lists = {each.name: each for each in resources}

    def get_resource(actor: Actor, name: str) -> Resource:
        resource = lists.get(name)
        if resource is None or actor.role not in resource.readers:
            raise invalid_field("resource", "choice")
        return resource

    @router.get("/views", response=list[ViewAnswer], auth=TokenAuth(ALL_ROLES))
    def fetch_views(request: HttpRequest, resource: Annotated[ListName, Query()]) -> ApiResponse:
        """Return the views of a list: the caller's own and those shared with the caller."""
        actor = get_actor(request)
        return ApiResponse(list_views(get_resource(actor, resource), actor))

    @router.post("/views", response=ViewAnswer, auth=TokenAuth(ALL_ROLES))
    def post_view(request: HttpRequest, data: NewViewIn, key: IdempotencyKey = None) -> ApiResponse:
        """Create a view of a list."""
        actor = get_actor(request)
        resource = get_resource(actor, data.resource)

        def create() -> dict[str, int]:
            return {"id": actions.create_view(resource, data, actor=actor).pk}

        created = idempotent("views", key, actor, request.body, create)
        return ApiResponse(serialize_view(get_view(created["id"], lists, actor), lists, actor))

    @router.put("/views/{id}", response=ViewAnswer, auth=TokenAuth(ALL_ROLES))
    def put_view(request: HttpRequest, id: QueryId, data: ViewIn, version: OptionalText = "") -> ApiResponse:
        """Update a view: its name, its state, and whether it is shared."""
        actor = get_actor(request)
        view = actions.update_view(id, data, version, lists, actor=actor)
        return ApiResponse(serialize_view(view, lists, actor))

    @router.delete("/views/{id}", response=bool, auth=TokenAuth(ALL_ROLES))
    def delete_view(request: HttpRequest, id: QueryId, version: OptionalText = "") -> ApiResponse:
        """Delete a view."""
        actions.delete_view(id, version, lists, actor=get_actor(request))
        return ApiResponse(True)

    @router.put("/views/{id}/default", response=bool, auth=TokenAuth(ALL_ROLES))
    def put_default(request: HttpRequest, id: QueryId) -> ApiResponse:
        """Set the view as the caller's default for its list."""
        actions.set_default_view(id, True, lists, actor=get_actor(request))
        return ApiResponse(True)

    @router.delete("/views/{id}/default", response=bool, auth=TokenAuth(ALL_ROLES))
    def delete_default(request: HttpRequest, id: QueryId) -> ApiResponse:
        """Remove the view as the caller's default for its list."""
        actions.set_default_view(id, False, lists, actor=get_actor(request))
        return ApiResponse(True)

    return router
