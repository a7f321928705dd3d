"""Concurrent creation and update of saved views."""

import pytest

from portal_backend.saved_views.models import DefaultView, SavedView
from tests import factories
from tests.concurrent_calls import count_outcomes, run_concurrently
from tests.contract.saved_view_calls import VIEW_STATE, VIEWED_LIST, build_view_body

pytestmark = pytest.mark.django_db(transaction=True)


def test_concurrent_creation_with_same_name_stores_one_view() -> None:
    world = factories.world()
    responses = run_concurrently(
        *[lambda caller: caller.post("/views", build_view_body(world), actor=world.supervisor)] * 4
    )
    assert count_outcomes(responses) == {"200": 1, "409 VIEW_EXISTS": 3}


def test_concurrent_updates_of_same_version_store_one() -> None:
    world = factories.world()
    view = SavedView.objects.create(owner=world.client.user, resource=VIEWED_LIST, name="Mine", state=VIEW_STATE)
    body = {"name": "Mine", "state": {**VIEW_STATE, "filter": {}}, "shared": True}
    version = run_concurrently(lambda caller: caller.get("/views", actor=world.client, resource=VIEWED_LIST))[0].ok[0][
        "version"
    ]
    responses = run_concurrently(
        *[lambda caller: caller.put(f"/views/{view.pk}", body, world.client, version=version)] * 4
    )
    assert count_outcomes(responses) == {"200": 1, "409 STALE": 3}


def test_concurrent_default_views_store_one() -> None:
    world = factories.world()
    views = [
        SavedView.objects.create(owner=world.client.user, resource=VIEWED_LIST, name=name, state=VIEW_STATE)
        for name in ("a", "b")
    ]
    responses = run_concurrently(
        *[lambda caller, pk=view.pk: caller.put(f"/views/{pk}/default", actor=world.client) for view in views]
    )
    assert count_outcomes(responses) == {"200": 2}
    assert DefaultView.objects.count() == 1
