"""The numbers on the badges: counted for everybody at once they are what each would count (docs/decisions/0014)."""

import json

import pytest

from portal_backend.workflow.actions import change_service
from portal_backend.workflow.lists import counters
from portal_backend.workflow.models import Request
from portal_backend.workflow.numbers import count_all, etag_of, poll_answer
from tests import factories
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    world = factories.world()
    for kind, person in (("REPAIR", world.client), ("REPAIR", world.client), ("PARTS", world.client2)):
        factories.request(kind, world, by=person)
    factories.repair(world, "IN_SHIPPING_DETAILS")
    factories.repair(world, "COMPLETED")
    deleted = factories.repair(world)
    Request.objects.filter(pk=deleted.pk).update(deleted_at=deleted.created_at)
    return world


def test_each_is_told_what_they_would_count(here: World) -> None:
    numbers = count_all()
    for person in (here.supervisor, here.client, here.client_mate, here.client2, here.service, here.service2):
        badges = numbers.badges(person.actor, 3)
        assert json.loads(badges.content) == counters(person.actor), person.username
        assert (badges.unread, badges.etag) == (b"3", etag_of(badges.content, 3).encode())
        assert numbers.badges(person.actor, 3) is badges
    assert {row["requestType"]: row["total"] for row in counters(here.supervisor.actor)}["REPAIR"] == 2
    assert numbers.badges(here.admin.actor, 0).content == numbers.badges(here.manager.actor, 0).content


def test_what_waits_at_several_services_is_one_number_for_the_client_and_its_own_for_each(here: World) -> None:
    moved = factories.repair(here, "IN_SHIPPING_DETAILS")
    change_service(("REPAIR",), moved.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    for status in ("IN_TRANSIT", "IN_DIAGNOSTICS"):
        factories.repair(here, status)
    second = factories.repair(here, "IN_DIAGNOSTICS")
    change_service(("REPAIR",), second.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    numbers = count_all()
    for person in (here.client, here.service, here.service2, here.supervisor):
        assert json.loads(numbers.badges(person.actor, 0).content) == counters(person.actor), person.username
    assert counters(here.client.actor)[0] == {"requestType": "REPAIR", "total": 2}


def test_what_is_new_for_one_is_not_told_to_another(here: World) -> None:
    numbers = count_all()
    assert numbers.badges(here.client.actor, 1).unread == b"1"
    assert numbers.badges(here.client_mate.actor, 0).unread == b"0"
    assert numbers.badges(here.client.actor, 0).etag != numbers.badges(here.client.actor, 1).etag
    assert numbers.badges(here.client2.actor, 0).content != numbers.badges(here.client.actor, 0).content


def test_a_poll_is_answered_with_the_bell_and_what_it_can_be_asked_again_by(here: World) -> None:
    answer = poll_answer(here.supervisor.actor)
    assert json.loads(answer.content) == counters(here.supervisor.actor)
    assert answer["Portal-Unread"].isdecimal()
    assert answer["ETag"] == etag_of(answer.content, int(answer["Portal-Unread"]))
    assert answer["Cache-Control"] == "private, no-cache"


def test_the_etag_changes_with_either_number_and_with_nothing_else() -> None:
    seen = {etag_of(content, unread) for content in (b"[1]", b"[2]") for unread in (0, 1)}
    assert len(seen) == 4
    assert etag_of(b"[1]", 1) == etag_of(b"[1]", 1)
    assert all(len(each) == 34 and each[0] == each[-1] == '"' for each in seen)
