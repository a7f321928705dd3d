"""Queries of saved views, limited to the actor's scope."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from portal_backend.core.actor import Actor, Role, Roles
from portal_backend.core.errors import not_found
from portal_backend.core.text_search import Collated
from portal_backend.resources.form import Values, compute_row_version
from portal_backend.resources.resource import Resource
from portal_backend.saved_views.models import DefaultView, SavedView
from portal_backend.saved_views.view_state import ViewStateValidator

ResourcesByName = Mapping[str, Resource]
# roles that read and edit all shared views
MODERATORS: Roles = frozenset({Role.ADMIN})


def _build_scope_filter(actor: Actor, path: str = "") -> Q:
    """Build the filter for own views and those shared with the actor's role.

    Views of a client or service user are shared within the same organization only.
    """
    shared = Q(**{f"{path}shared": True})
    if actor.role not in MODERATORS:
        shared &= Q(**{f"{path}role": actor.role})
        for name, ids in (("client", actor.client_ids), ("service", actor.service_ids)):
            shared &= Q(**{f"{path}{name}": None}) | Q(**{f"{path}{name}__in": ids or ()})
    return Q(**{f"{path}owner": actor.user_id}) | shared


def _select_views(actor: Actor) -> QuerySet[SavedView]:
    own_default = DefaultView.objects.filter(user_id=actor.user_id, view=OuterRef("pk"))
    return (
        SavedView.objects.filter(_build_scope_filter(actor))
        .annotate(is_default=Exists(own_default))
        .select_related("owner")
    )


def list_views(resource: Resource, actor: Actor) -> list[dict[str, Any]]:
    """Return the views of a list that the actor may read, own ones first, by name.

    For moderators, the views that organizations share internally are left out: there may be hundreds of them.
    """
    rows = _select_views(actor).filter(resource=resource.name).order_by(Collated("name"), "pk")
    if actor.role in MODERATORS:
        rows = rows.filter(Q(owner=actor.user_id) | Q(client=None, service=None))
    validator = ViewStateValidator(resource, actor)
    return sorted((_view_to_dict(row, validator) for row in rows), key=lambda view: not view["isOwn"])


def get_default_views(resources: Iterable[Resource], actor: Actor) -> dict[str, Any]:
    """Return the actor's default views by list."""
    lists = {each.name: each for each in resources if actor.role in each.readers}
    defaults = DefaultView.objects.filter(
        _build_scope_filter(actor, "view__"), user_id=actor.user_id, resource__in=lists
    )
    return {
        row.resource: {
            "id": row.view_id,
            "name": row.view.name,
            "state": ViewStateValidator(lists[row.resource], actor).filter_readable(row.view.state),
        }
        for row in defaults.select_related("view")
    }


def get_view(pk: int, resources: ResourcesByName, actor: Actor) -> SavedView:
    """Return a view that the actor may read, of a list that the actor may read.

    Raises 404.
    """
    view = _select_views(actor).filter(pk=pk).first()
    resource = resources.get(view.resource) if view else None
    if view is None or resource is None or actor.role not in resource.readers:
        raise not_found()
    return view


def serialize_view(view: SavedView, resources: ResourcesByName, actor: Actor) -> dict[str, Any]:
    """Serialize a view."""
    return _view_to_dict(view, ViewStateValidator(resources[view.resource], actor))


def can_edit(view: SavedView, actor: Actor) -> bool:
    """Return whether the actor may edit and delete a view that the actor may read.

    These are the actor's own views and, for moderators, all shared ones.
    """
    return view.owner_id == actor.user_id or actor.role in MODERATORS


def get_versioned_values(view: SavedView) -> Values:
    """Return the values that the version is computed from."""
    return {"name": view.name, "state": view.state, "shared": view.shared}


def _view_to_dict(view: SavedView, validator: ViewStateValidator) -> dict[str, Any]:
    return {
        "id": view.pk,
        "name": view.name,
        "state": validator.filter_readable(view.state),
        "shared": view.shared,
        "role": view.role or None,
        "owner": view.owner.full_name,
        "isOwn": view.owner_id == validator.actor.user_id,
        "isDefault": view.is_default,  # type: ignore[attr-defined]
        "canEdit": can_edit(view, validator.actor),
        "version": compute_row_version(get_versioned_values(view)),
    }
