"""Views that are kept and changed at one moment: one wins, the others are told."""

import pytest

from portal_backend.saved_views.models import DefaultView, SavedView
from tests import factories
from tests.contract.view_calls import LIST, STATE, new_view
from tests.together import together, verdicts

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_views_of_one_name_one_is_kept() -> None:
    here = factories.world()
    answers = together(*[lambda caller: caller.post("/views", new_view(here), actor=here.supervisor)] * 4)
    assert verdicts(answers) == {"200": 1, "409 VIEW_EXISTS": 3}


def test_of_changes_of_one_version_one_is_kept() -> None:
    here = factories.world()
    view = SavedView.objects.create(owner=here.client.user, resource=LIST, name="Mine", state=STATE)
    body = {"name": "Mine", "state": {**STATE, "filter": {}}, "shared": True}
    version = together(lambda caller: caller.get("/views", actor=here.client, resource=LIST))[0].ok[0]["version"]
    answers = together(*[lambda caller: caller.put(f"/views/{view.pk}", body, here.client, version=version)] * 4)
    assert verdicts(answers) == {"200": 1, "409 STALE": 3}


def test_a_list_opens_with_one_of_two_views_chosen_at_once() -> None:
    here = factories.world()
    views = [
        SavedView.objects.create(owner=here.client.user, resource=LIST, name=name, state=STATE) for name in ("a", "b")
    ]
    answers = together(
        *[lambda caller, pk=view.pk: caller.put(f"/views/{pk}/default", actor=here.client) for view in views]
    )
    assert verdicts(answers) == {"200": 2}
    assert DefaultView.objects.count() == 1
