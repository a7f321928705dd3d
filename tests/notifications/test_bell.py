"""Behind the bell stands what a user was told by mail, and what of it is new; own moves are none of it."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from portal_backend.base import heartbeats
from portal_backend.notifications.events import make_mails
from portal_backend.notifications.models import Mail
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
NOTICES, SEEN = "/notifications", "/notifications/seen"


@pytest.fixture
def here() -> World:
    return factories.world()


def told(caller: Caller, person: Person, lang: str = "en") -> Any:
    """What stands behind the bell, once a worker has looked."""
    make_mails()
    return caller.call("GET", NOTICES, person, lang=lang).ok


def test_tells_the_newest_first_in_the_readers_words(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    move(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor, target="IN_TRANSIT")
    seen = told(caller, here.client_mate, "es")
    assert seen["new"] == 2
    assert [each["title"] for each in seen["content"]] == [
        f"{repair.number}: En tránsito",
        f"{repair.number}: Nueva",
    ]
    newest = seen["content"][0]
    assert newest["path"] == f"process-repair/{repair.pk}?tab=IN_TRANSIT"
    assert (newest["who"], newest["isNew"]) == ("Admin Tester", True)
    assert told(caller, here.client2) == {"new": 0, "content": []}


def test_what_one_did_oneself_is_not_new(caller: Caller, here: World) -> None:
    factories.repair(here)
    seen = told(caller, here.client)
    assert (seen["new"], [each["isNew"] for each in seen["content"]]) == (0, [False])


def test_what_was_seen_is_not_new_any_more_and_what_comes_later_is(caller: Caller, here: World) -> None:
    factories.repair(here)
    first = told(caller, here.client_mate)["content"][0]["id"]
    factories.repair(here)
    assert caller.put(SEEN, actor=here.client_mate, upTo=first).ok is True
    seen = told(caller, here.client_mate)
    assert (seen["new"], [each["isNew"] for each in seen["content"]]) == (1, [True, False])
    # nobody marks what is another's
    before = told(caller, here.supervisor)["new"]
    assert caller.put(SEEN, actor=here.client2, upTo=Mail.objects.latest("pk").pk).ok is True
    assert told(caller, here.supervisor)["new"] == before == 2


def test_the_number_of_new_ones_is_told_beyond_those_that_are_shown(caller: Caller, here: World) -> None:
    for _ in range(22):
        factories.request("PARTS", here)
    seen = told(caller, here.client_mate)
    assert (seen["new"], len(seen["content"])) == (22, 20)


def test_only_administrators_read_which_background_processes_are_silent(
    caller: Caller, here: World, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_files = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(tmp_path)}
    settings.CACHES = {**settings.CACHES, "heartbeats": in_files}
    assert caller.get(NOTICES, actor=here.admin).ok["degraded"] == ["workers", "clock"]
    monkeypatch.setattr(heartbeats, "_last", {})
    heartbeats.report("worker")
    heartbeats.report("mails")
    heartbeats.report("jobs")
    assert caller.get(NOTICES, actor=here.admin).ok["degraded"] == ["clock"]
    for each in (here.client, here.service, here.supervisor, here.manager):
        assert "degraded" not in caller.get(NOTICES, actor=each).ok


def test_the_bell_answers_while_heartbeats_cannot_be_read(caller: Caller, here: World, settings: Settings) -> None:
    away = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {**settings.CACHES, "heartbeats": away}
    assert caller.get(NOTICES, actor=here.admin).ok["degraded"] == []
