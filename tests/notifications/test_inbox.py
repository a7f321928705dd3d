"""Notifications in the portal: order, language and unread count.

A user's own actions are read from the start.
"""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from portal_backend.core import heartbeats
from portal_backend.notifications.events import expand_events
from portal_backend.notifications.models import Mail
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
NOTICES, SEEN = "/notifications", "/notifications/seen"
SEEN_REQUEST = "/notifications/seen/request"


@pytest.fixture
def here() -> World:
    return factories.world()


def fetch(caller: ApiClient, person: Person, lang: str = "en") -> Any:
    """Expand events and return the notifications of a user."""
    expand_events()
    return caller.call("GET", NOTICES, person, lang=lang).ok


def test_notifications_are_newest_first_in_the_users_language(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    transition(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor, target_status="IN_TRANSIT")
    data = fetch(caller, here.client_mate, "es")
    assert data["new"] == 2
    assert [each["title"] for each in data["content"]] == [
        f"{repair.number}: En tránsito",
        f"{repair.number}: Nueva",
    ]
    newest = data["content"][0]
    assert newest["path"] == f"process-repair/{repair.pk}?tab=IN_TRANSIT"
    assert (newest["who"], newest["isNew"]) == ("Admin Tester", True)
    assert fetch(caller, here.client2) == {"new": 0, "content": []}


def test_own_action_is_not_unread(caller: ApiClient, here: World) -> None:
    factories.repair(here)
    data = fetch(caller, here.client)
    assert (data["new"], [each["isNew"] for each in data["content"]]) == (0, [False])


def test_marks_read_up_to_a_notification_of_the_own_user(caller: ApiClient, here: World) -> None:
    factories.repair(here)
    first = fetch(caller, here.client_mate)["content"][0]["id"]
    factories.repair(here)
    assert caller.put(SEEN, actor=here.client_mate, upTo=first).ok is True
    data = fetch(caller, here.client_mate)
    assert (data["new"], [each["isNew"] for each in data["content"]]) == (1, [True, False])
    # a user cannot mark the notifications of others
    before = fetch(caller, here.supervisor)["new"]
    assert caller.put(SEEN, actor=here.client2, upTo=Mail.objects.latest("pk").pk).ok is True
    assert fetch(caller, here.supervisor)["new"] == before == 2


def test_marks_notifications_of_a_request_read(caller: ApiClient, here: World) -> None:
    one, other = factories.repair(here), factories.repair(here)
    assert fetch(caller, here.client_mate)["new"] == 2
    assert caller.put(SEEN_REQUEST, actor=here.client_mate, number=one.number).ok == 1
    assert caller.put(SEEN_REQUEST, actor=here.client_mate, number=one.number).ok == 0
    data = fetch(caller, here.client_mate)
    assert (data["new"], [each["isNew"] for each in data["content"]]) == (1, [True, False])
    # neither the notifications of others nor those of a request of another client
    assert fetch(caller, here.supervisor)["new"] == 2
    assert caller.put(SEEN_REQUEST, actor=here.client2, number=other.number).ok == 0
    assert fetch(caller, here.client_mate)["new"] == 1


def test_unread_count_exceeds_the_listed_notifications(caller: ApiClient, here: World) -> None:
    for _ in range(22):
        factories.request("PARTS", here)
    data = fetch(caller, here.client_mate)
    assert (data["new"], len(data["content"])) == (22, 20)


def test_only_administrators_see_missing_heartbeats(
    caller: ApiClient, here: World, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_files = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(tmp_path)}
    settings.CACHES = {**settings.CACHES, "heartbeats": in_files}
    assert caller.get(NOTICES, actor=here.admin).ok["degraded"] == ["workers", "clock"]
    monkeypatch.setattr(heartbeats, "_last_recorded", {})
    heartbeats.record_heartbeat("worker")
    heartbeats.record_heartbeat("mails")
    heartbeats.record_heartbeat("jobs")
    assert caller.get(NOTICES, actor=here.admin).ok["degraded"] == ["clock"]
    for each in (here.client, here.service, here.supervisor, here.manager):
        assert "degraded" not in caller.get(NOTICES, actor=each).ok


def test_notifications_work_while_heartbeats_cannot_be_read(caller: ApiClient, here: World, settings: Settings) -> None:
    unreachable = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {**settings.CACHES, "heartbeats": unreachable}
    assert caller.get(NOTICES, actor=here.admin).ok["degraded"] == []
