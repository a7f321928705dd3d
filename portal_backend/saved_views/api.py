"""API of saved views."""

from collections.abc import Iterable
from typing import Annotated

from django.http import HttpRequest
from ninja import Header, Query, Router

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.actor import EVERYBODY, Actor
from portal_backend.base.answers import Answer
from portal_backend.base.errors import invalid_field
from portal_backend.base.fields import OptionalText, QueryId
from portal_backend.resources.resource import Resource
from portal_backend.saved_views import actions
from portal_backend.saved_views.lists import told_view, view_for, views_of
from portal_backend.saved_views.schemas import ListName, NewViewIn, ViewAnswer, ViewIn

Key = Annotated[str | None, Header(alias="Idempotency-Key")]


def views_router(resources: Iterable[Resource]) -> Router:
    """Build the router for the views of lists."""
    router = Router(tags=["saved views"])
    lists = {each.name: each for each in resources}

    def get_resource(actor: Actor, name: str) -> Resource:
        resource = lists.get(name)
        if resource is None or actor.role not in resource.readers:
            raise invalid_field("resource", "choice")
        return resource

    @router.get("/views", response=list[ViewAnswer], auth=Gate(EVERYBODY))
    def fetch_views(request: HttpRequest, resource: Annotated[ListName, Query()]) -> Answer:
        """Return the views of a list: the caller's own and those shared with the caller."""
        actor = actor_of(request)
        return Answer(views_of(get_resource(actor, resource), actor))

    @router.post("/views", response=ViewAnswer, auth=Gate(EVERYBODY))
    def post_view(request: HttpRequest, data: NewViewIn, key: Key = None) -> Answer:
        """Create a view of a list."""
        actor = actor_of(request)
        resource = get_resource(actor, data.resource)

        def create() -> dict[str, int]:
            return {"id": actions.keep_view(resource, data, actor=actor).pk}

        created = idempotent("views", key, actor, request.body, create)
        return Answer(told_view(view_for(created["id"], lists, actor), lists, actor))

    @router.put("/views/{id}", response=ViewAnswer, auth=Gate(EVERYBODY))
    def put_view(request: HttpRequest, id: QueryId, data: ViewIn, version: OptionalText = "") -> Answer:
        """Update a view: its name, its state, and whether it is shared."""
        actor = actor_of(request)
        view = actions.change_view(id, data, version, lists, actor=actor)
        return Answer(told_view(view, lists, actor))

    @router.delete("/views/{id}", response=bool, auth=Gate(EVERYBODY))
    def delete_view(request: HttpRequest, id: QueryId, version: OptionalText = "") -> Answer:
        """Delete a view."""
        actions.delete_view(id, version, lists, actor=actor_of(request))
        return Answer(True)

    @router.put("/views/{id}/default", response=bool, auth=Gate(EVERYBODY))
    def put_default(request: HttpRequest, id: QueryId) -> Answer:
        """Set the view as the caller's default for its list."""
        actions.open_with(id, True, lists, actor=actor_of(request))
        return Answer(True)

    @router.delete("/views/{id}/default", response=bool, auth=Gate(EVERYBODY))
    def delete_default(request: HttpRequest, id: QueryId) -> Answer:
        """Remove the view as the caller's default for its list."""
        actions.open_with(id, False, lists, actor=actor_of(request))
        return Answer(True)

    return router
