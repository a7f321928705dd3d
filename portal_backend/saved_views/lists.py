"""Queries of saved views, limited to the actor's scope."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from portal_backend.base.actor import Actor, Role, Roles
from portal_backend.base.collation import Collated
from portal_backend.base.errors import not_found
from portal_backend.resources.form import Values, version_of
from portal_backend.resources.resource import Resource
from portal_backend.saved_views.models import DefaultView, SavedView
from portal_backend.saved_views.states import ListReader

Resources = Mapping[str, Resource]
# roles that read and edit all shared views
MODERATORS: Roles = frozenset({Role.ADMIN})


def _in_scope(actor: Actor, path: str = "") -> Q:
    """Build the filter for own views and those shared with the actor's role.

    Views of a client or service user are shared within the same organization only.
    """
    shared = Q(**{f"{path}shared": True})
    if actor.role not in MODERATORS:
        shared &= Q(**{f"{path}role": actor.role})
        for name, ids in (("client", actor.client_ids), ("service", actor.service_ids)):
            shared &= Q(**{f"{path}{name}": None}) | Q(**{f"{path}{name}__in": ids or ()})
    return Q(**{f"{path}owner": actor.user_id}) | shared


def _views(actor: Actor) -> QuerySet[SavedView]:
    own_default = DefaultView.objects.filter(user_id=actor.user_id, view=OuterRef("pk"))
    return SavedView.objects.filter(_in_scope(actor)).annotate(is_default=Exists(own_default)).select_related("owner")


def views_of(resource: Resource, actor: Actor) -> list[dict[str, Any]]:
    """Return the views of a list that the actor may read, own ones first, by name.

    For moderators, the views that organizations share internally are left out: there may be hundreds of them.
    """
    rows = _views(actor).filter(resource=resource.name).order_by(Collated("name"), "pk")
    if actor.role in MODERATORS:
        rows = rows.filter(Q(owner=actor.user_id) | Q(client=None, service=None))
    validator = ListReader(resource, actor)
    return sorted((_told(row, validator) for row in rows), key=lambda view: not view["isOwn"])


def default_views(resources: Iterable[Resource], actor: Actor) -> dict[str, Any]:
    """Return the actor's default views by list."""
    lists = {each.name: each for each in resources if actor.role in each.readers}
    defaults = DefaultView.objects.filter(_in_scope(actor, "view__"), user_id=actor.user_id, resource__in=lists)
    return {
        row.resource: {
            "id": row.view_id,
            "name": row.view.name,
            "state": ListReader(lists[row.resource], actor).readable(row.view.state),
        }
        for row in defaults.select_related("view")
    }


def view_for(pk: int, resources: Resources, actor: Actor) -> SavedView:
    """Return a view that the actor may read, of a list that the actor may read.

    Raises 404.
    """
    view = _views(actor).filter(pk=pk).first()
    resource = resources.get(view.resource) if view else None
    if view is None or resource is None or actor.role not in resource.readers:
        raise not_found()
    return view


def told_view(view: SavedView, resources: Resources, actor: Actor) -> dict[str, Any]:
    """Serialize a view."""
    return _told(view, ListReader(resources[view.resource], actor))


def may_change(view: SavedView, actor: Actor) -> bool:
    """Return whether the actor may edit and delete a view that the actor may read.

    These are the actor's own views and, for moderators, all shared ones.
    """
    return view.owner_id == actor.user_id or actor.role in MODERATORS


def values_of(view: SavedView) -> Values:
    """Return the values that the version is computed from."""
    return {"name": view.name, "state": view.state, "shared": view.shared}


def _told(view: SavedView, validator: ListReader) -> dict[str, Any]:
    return {
        "id": view.pk,
        "name": view.name,
        "state": validator.readable(view.state),
        "shared": view.shared,
        "role": view.role or None,
        "owner": view.owner.full_name,
        "isOwn": view.owner_id == validator.actor.user_id,
        "isDefault": view.is_default,  # type: ignore[attr-defined]
        "canEdit": may_change(view, validator.actor),
        "version": version_of(values_of(view)),
    }
