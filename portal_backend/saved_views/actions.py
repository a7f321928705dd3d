"""Creation, update and deletion of saved views, and the choice of default views."""

import logging

from django.db import transaction
from django.db.models import QuerySet

from portal_backend.accounts.models import User
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, forbidden, invalid_field
from portal_backend.core.text_search import equals_ignoring_case
from portal_backend.core.translations import LazyMessage
from portal_backend.resources.form import check_row_version
from portal_backend.resources.resource import Resource
from portal_backend.saved_views.lists import ResourcesByName, can_edit, get_versioned_values, get_view
from portal_backend.saved_views.models import DefaultView, SavedView
from portal_backend.saved_views.schemas import NewViewIn, ViewIn
from portal_backend.saved_views.view_state import ViewStateValidator

log = logging.getLogger("portal.lists")
MAX_VIEWS = 50


@transaction.atomic
def create_view(resource: Resource, data: NewViewIn, *, actor: Actor) -> SavedView:
    """Create a view of a list.

    Raises 400 or 409 VIEW_EXISTS.
    """
    state = ViewStateValidator(resource, actor).validate(data.state)
    owner = User.objects.select_for_update().get(pk=actor.user_id)
    others = SavedView.objects.filter(owner=owner, resource=resource.name)
    _check_name_unique(others, data.name)
    if others.count() >= MAX_VIEWS:
        raise invalid_field("name", "most_views", value=MAX_VIEWS)
    view = SavedView(owner=owner, resource=resource.name, name=data.name, state=state)
    _set_shared(view, data.shared)
    view.save()
    log.info("view %s created list=%s user=%s shared=%s", view.pk, resource.name, actor.username, view.shared)
    return view


@transaction.atomic
def update_view(pk: int, data: ViewIn, version: str, resources: ResourcesByName, *, actor: Actor) -> SavedView:
    """Update a view.

    Raises 400, 403, 404, 409 STALE or 409 VIEW_EXISTS.
    """
    view = _get_view_for_update(pk, version, resources, actor)
    state = ViewStateValidator(resources[view.resource], actor).validate(data.state)
    others = SavedView.objects.filter(owner=view.owner, resource=view.resource).exclude(pk=pk)
    _check_name_unique(others, data.name)
    view.name, view.state = data.name, state
    if data.shared != view.shared:
        _set_shared(view, data.shared)
    view.save()
    log.info("view %s changed list=%s user=%s shared=%s", pk, view.resource, actor.username, view.shared)
    return view


@transaction.atomic
def delete_view(pk: int, version: str, resources: ResourcesByName, *, actor: Actor) -> None:
    """Delete a view.

    Raises 403, 404 or 409 STALE.
    """
    view = _get_view_for_update(pk, version, resources, actor)
    view.delete()
    log.info("view %s deleted list=%s user=%s", pk, view.resource, actor.username)


@transaction.atomic
def set_default_view(pk: int, is_default: bool, resources: ResourcesByName, *, actor: Actor) -> None:
    """Set or unset a view as the actor's default for its list, or raise 404."""
    view = get_view(pk, resources, actor)
    if is_default:
        DefaultView.objects.update_or_create(user_id=actor.user_id, resource=view.resource, defaults={"view_id": pk})
    else:
        DefaultView.objects.filter(user_id=actor.user_id, view_id=pk).delete()


def _get_view_for_update(pk: int, version: str, resources: ResourcesByName, actor: Actor) -> SavedView:
    """Return a view that the actor may edit, locked together with its owner.

    The lock serializes concurrent edits and checks of names.
    """
    owner_id = get_view(pk, resources, actor).owner_id
    User.objects.select_for_update().get(pk=owner_id)
    view = get_view(pk, resources, actor)
    if not can_edit(view, actor):
        raise forbidden()
    check_row_version(get_versioned_values(view), version)
    return view


def _check_name_unique(others: QuerySet[SavedView], name: str) -> None:
    """Raise 409 VIEW_EXISTS if another view has the name, ignoring case."""
    if others.filter(equals_ignoring_case(name=name)).exists():
        raise ApiError(409, "VIEW_EXISTS", fields={"name": LazyMessage("errors.VIEW_EXISTS")})


def _set_shared(view: SavedView, shared: bool) -> None:
    """Share a view with the owner's role, or make it private.

    A view of a client or service user is shared within the same organization only.
    """
    view.shared = shared
    view.role = view.owner.role if shared else ""
    view.client_id = view.owner.client_id if shared else None
    view.service_id = view.owner.service_id if shared else None
