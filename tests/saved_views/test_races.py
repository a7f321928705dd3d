"""Concurrent creation and update of saved views."""

import pytest

from portal_backend.saved_views.models import DefaultView, SavedView
from tests import factories
from tests.contract.view_calls import LIST, STATE, new_view
from tests.together import together, verdicts

pytestmark = pytest.mark.django_db(transaction=True)


def test_concurrent_creation_with_same_name_stores_one_view() -> None:
    world = factories.world()
    responses = together(*[lambda caller: caller.post("/views", new_view(world), actor=world.supervisor)] * 4)
    assert verdicts(responses) == {"200": 1, "409 VIEW_EXISTS": 3}


def test_concurrent_updates_of_same_version_store_one() -> None:
    world = factories.world()
    view = SavedView.objects.create(owner=world.client.user, resource=LIST, name="Mine", state=STATE)
    body = {"name": "Mine", "state": {**STATE, "filter": {}}, "shared": True}
    version = together(lambda caller: caller.get("/views", actor=world.client, resource=LIST))[0].ok[0]["version"]
    responses = together(*[lambda caller: caller.put(f"/views/{view.pk}", body, world.client, version=version)] * 4)
    assert verdicts(responses) == {"200": 1, "409 STALE": 3}


def test_concurrent_default_views_store_one() -> None:
    world = factories.world()
    views = [
        SavedView.objects.create(owner=world.client.user, resource=LIST, name=name, state=STATE) for name in ("a", "b")
    ]
    responses = together(
        *[lambda caller, pk=view.pk: caller.put(f"/views/{pk}/default", actor=world.client) for view in views]
    )
    assert verdicts(responses) == {"200": 2}
    assert DefaultView.objects.count() == 1
