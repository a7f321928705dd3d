"""Counters: those computed for all users at once equal each user's own count.

See docs/decisions/0014.
"""

import json

import pytest

from portal_backend.workflow.actions import change_service
from portal_backend.workflow.counters import build_counters_response, compute_etag, load_counters
from portal_backend.workflow.lists import get_counters
from portal_backend.workflow.models import ServiceRequest
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
    ServiceRequest.objects.filter(pk=deleted.pk).update(deleted_at=deleted.created_at)
    return world


def test_counters_equal_each_users_own_count(here: World) -> None:
    all_counters = load_counters()
    for person in (here.supervisor, here.client, here.client_mate, here.client2, here.service, here.service2):
        response = all_counters.build_response(person.actor, 3)
        assert json.loads(response.content) == get_counters(person.actor), person.username
        assert (response.unread, response.etag) == (b"3", compute_etag(response.content, 3).encode())
        assert all_counters.build_response(person.actor, 3) is response
    assert {row["requestType"]: row["total"] for row in get_counters(here.supervisor.actor)}["REPAIR"] == 2
    assert (
        all_counters.build_response(here.admin.actor, 0).content
        == all_counters.build_response(here.manager.actor, 0).content
    )


def test_client_counter_sums_requests_of_several_services(here: World) -> None:
    transferred = factories.repair(here, "IN_SHIPPING_DETAILS")
    change_service(("REPAIR",), transferred.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    for status in ("IN_TRANSIT", "IN_DIAGNOSTICS"):
        factories.repair(here, status)
    second = factories.repair(here, "IN_DIAGNOSTICS")
    change_service(("REPAIR",), second.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    all_counters = load_counters()
    for person in (here.client, here.service, here.service2, here.supervisor):
        assert json.loads(all_counters.build_response(person.actor, 0).content) == get_counters(person.actor), (
            person.username
        )
    assert get_counters(here.client.actor)[0] == {"requestType": "REPAIR", "total": 2}


def test_unread_count_and_etag_are_per_user(here: World) -> None:
    all_counters = load_counters()
    assert all_counters.build_response(here.client.actor, 1).unread == b"1"
    assert all_counters.build_response(here.client_mate.actor, 0).unread == b"0"
    assert (
        all_counters.build_response(here.client.actor, 0).etag != all_counters.build_response(here.client.actor, 1).etag
    )
    assert (
        all_counters.build_response(here.client2.actor, 0).content
        != all_counters.build_response(here.client.actor, 0).content
    )


def test_poll_response_has_unread_count_and_etag(here: World) -> None:
    poll_response = build_counters_response(here.supervisor.actor)
    assert json.loads(poll_response.content) == get_counters(here.supervisor.actor)
    assert poll_response["Portal-Unread"].isdecimal()
    assert poll_response["ETag"] == compute_etag(poll_response.content, int(poll_response["Portal-Unread"]))
    assert poll_response["Cache-Control"] == "private, no-cache"


def test_etag_depends_on_counters_and_unread_count_only() -> None:
    seen = {compute_etag(content, unread) for content in (b"[1]", b"[2]") for unread in (0, 1)}
    assert len(seen) == 4
    assert compute_etag(b"[1]", 1) == compute_etag(b"[1]", 1)
    assert all(len(each) == 34 and each[0] == each[-1] == '"' for each in seen)
