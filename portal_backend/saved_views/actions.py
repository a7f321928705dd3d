"""Creation, update and deletion of saved views, and the choice of default views."""

import logging

from django.db import transaction
from django.db.models import QuerySet

from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, forbidden, invalid_field
from portal_backend.base.folding import same
from portal_backend.base.words import Word
from portal_backend.resources.form import check_version_of
from portal_backend.resources.resource import Resource
from portal_backend.saved_views.lists import Resources, may_change, values_of, view_for
from portal_backend.saved_views.models import DefaultView, SavedView
from portal_backend.saved_views.schemas import NewViewIn, ViewIn
from portal_backend.saved_views.states import ListReader

log = logging.getLogger("portal.lists")
MOST_VIEWS = 50


@transaction.atomic
def keep_view(resource: Resource, data: NewViewIn, *, actor: Actor) -> SavedView:
    """Create a view of a list.

    Raises 400 or 409 VIEW_EXISTS.
    """
    state = ListReader(resource, actor).checked(data.state)
    owner = User.objects.select_for_update().get(pk=actor.user_id)
    others = SavedView.objects.filter(owner=owner, resource=resource.name)
    _refuse_taken(others, data.name)
    if others.count() >= MOST_VIEWS:
        raise invalid_field("name", "most_views", value=MOST_VIEWS)
    view = SavedView(owner=owner, resource=resource.name, name=data.name, state=state)
    _share(view, data.shared)
    view.save()
    log.info("view %s created list=%s user=%s shared=%s", view.pk, resource.name, actor.username, view.shared)
    return view


@transaction.atomic
def change_view(pk: int, data: ViewIn, version: str, resources: Resources, *, actor: Actor) -> SavedView:
    """Update a view.

    Raises 400, 403, 404, 409 STALE or 409 VIEW_EXISTS.
    """
    view = _writable(pk, version, resources, actor)
    state = ListReader(resources[view.resource], actor).checked(data.state)
    others = SavedView.objects.filter(owner=view.owner, resource=view.resource).exclude(pk=pk)
    _refuse_taken(others, data.name)
    view.name, view.state = data.name, state
    if data.shared != view.shared:
        _share(view, data.shared)
    view.save()
    log.info("view %s changed list=%s user=%s shared=%s", pk, view.resource, actor.username, view.shared)
    return view


@transaction.atomic
def delete_view(pk: int, version: str, resources: Resources, *, actor: Actor) -> None:
    """Delete a view.

    Raises 403, 404 or 409 STALE.
    """
    view = _writable(pk, version, resources, actor)
    view.delete()
    log.info("view %s deleted list=%s user=%s", pk, view.resource, actor.username)


@transaction.atomic
def open_with(pk: int, is_default: bool, resources: Resources, *, actor: Actor) -> None:
    """Set or unset a view as the actor's default for its list, or raise 404."""
    view = view_for(pk, resources, actor)
    if is_default:
        DefaultView.objects.update_or_create(user_id=actor.user_id, resource=view.resource, defaults={"view_id": pk})
    else:
        DefaultView.objects.filter(user_id=actor.user_id, view_id=pk).delete()


def _writable(pk: int, version: str, resources: Resources, actor: Actor) -> SavedView:
    """Return a view that the actor may edit, locked together with its owner.

    The lock serializes concurrent edits and checks of names.
    """
    owner_id = view_for(pk, resources, actor).owner_id
    User.objects.select_for_update().get(pk=owner_id)
    view = view_for(pk, resources, actor)
    if not may_change(view, actor):
        raise forbidden()
    check_version_of(values_of(view), version)
    return view


def _refuse_taken(others: QuerySet[SavedView], name: str) -> None:
    """Raise 409 VIEW_EXISTS if another view has the name, ignoring case."""
    if others.filter(same(name=name)).exists():
        raise Refusal(409, "VIEW_EXISTS", fields={"name": Word("errors.VIEW_EXISTS")})


def _share(view: SavedView, shared: bool) -> None:
    """Share a view with the owner's role, or make it private.

    A view of a client or service user is shared within the same organization only.
    """
    view.shared = shared
    view.role = view.owner.role if shared else ""
    view.client_id = view.owner.client_id if shared else None
    view.service_id = view.owner.service_id if shared else None
