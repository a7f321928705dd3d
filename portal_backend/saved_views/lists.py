"""Who reads which views of lists, and the reads themselves."""

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
# they read and change whatever is shared
MODERATORS: Roles = frozenset({Role.ADMIN})


def _in_scope(actor: Actor, path: str = "") -> Q:
    """The own views and those shared with the actor's role, those of a tenant within the tenant alone."""
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
    """The views of a list that the actor reads, the own ones first, by name.

    What tenants share among themselves is no moderator's to choose from: there may be hundreds of them.
    """
    rows = _views(actor).filter(resource=resource.name).order_by(Collated("name"), "pk")
    if actor.role in MODERATORS:
        rows = rows.filter(Q(owner=actor.user_id) | Q(client=None, service=None))
    reader = ListReader(resource, actor)
    return sorted((_told(row, reader) for row in rows), key=lambda view: not view["isOwn"])


def default_views(resources: Iterable[Resource], actor: Actor) -> dict[str, Any]:
    """The view that each list opens with for the actor, by the list's name."""
    lists = {each.name: each for each in resources if actor.role in each.readers}
    chosen = DefaultView.objects.filter(_in_scope(actor, "view__"), user_id=actor.user_id, resource__in=lists)
    return {
        row.resource: {
            "id": row.view_id,
            "name": row.view.name,
            "state": ListReader(lists[row.resource], actor).readable(row.view.state),
        }
        for row in chosen.select_related("view")
    }


def view_for(pk: int, resources: Resources, actor: Actor) -> SavedView:
    """A view that the actor reads, of a list that the actor reads. Raises 404."""
    view = _views(actor).filter(pk=pk).first()
    resource = resources.get(view.resource) if view else None
    if view is None or resource is None or actor.role not in resource.readers:
        raise not_found()
    return view


def told_view(view: SavedView, resources: Resources, actor: Actor) -> dict[str, Any]:
    """A view that was read, as it is answered."""
    return _told(view, ListReader(resources[view.resource], actor))


def may_change(view: SavedView, actor: Actor) -> bool:
    """Whether the actor may change and delete a view that is read: the own ones, and moderators what is shared."""
    return view.owner_id == actor.user_id or actor.role in MODERATORS


def values_of(view: SavedView) -> Values:
    """What its version is made of."""
    return {"name": view.name, "state": view.state, "shared": view.shared}


def _told(view: SavedView, reader: ListReader) -> dict[str, Any]:
    return {
        "id": view.pk,
        "name": view.name,
        "state": reader.readable(view.state),
        "shared": view.shared,
        "role": view.role or None,
        "owner": view.owner.full_name,
        "isOwn": view.owner_id == reader.actor.user_id,
        "isDefault": view.is_default,  # type: ignore[attr-defined]
        "canEdit": may_change(view, reader.actor),
        "version": version_of(values_of(view)),
    }
