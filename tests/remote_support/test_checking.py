"""The check list before a call: which points a unit's model gets, who ticks them, and what is kept of a tick."""

from typing import Any

import pytest

from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.remote_support.models import Check
from portal_backend.workflow.models import Request
from tests import factories
from tests.caller import Answered, Caller
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
POINTS = "/api/rest/check-points"


@pytest.fixture
def here() -> World:
    made = factories.world()
    made.parts.append(factories.part("GR-135", used_for=("REMOTE_SUPPORT",)))
    return made


def point(text: str, **more: Any) -> CheckPoint:
    made: CheckPoint = CheckPoint.objects.create(text_en=text, text_es=f"{text} (es)", **more)
    return made


def support(here: World, status: str = "", **more: Any) -> Request:
    return factories.request("REMOTE_SUPPORT", here, status, partId=Part.objects.get(model="GR-135").pk, **more)


def told(caller: Caller, request: Request, actor: Person, **how: Any) -> list[Any]:
    rows: list[Any] = caller.get("/support/fetch/by/id", actor=actor, id=request.pk, **how).ok["checkList"]
    return rows


def tick(caller: Caller, request: Request, each: CheckPoint, actor: Person, ticked: bool = True) -> Answered:
    return caller.put("/support/check", actor=actor, requestId=request.pk, pointId=each.pk, ticked=ticked)


def test_the_points_of_the_model_and_of_every_model_come_in_order(caller: Caller, here: World) -> None:
    point("third", position=3)
    point("first", position=1, model="gr-135")
    point("of another", position=2, model="GR-1350")
    point("off", position=0, enabled=False)
    request = support(here)
    for reader in here.one_of_each_role.values():
        assert [each["text"] for each in told(caller, request, reader)] == ["first", "third"]
    assert [each["text"] for each in told(caller, request, here.client, lang="es")] == ["first (es)", "third (es)"]
    without = factories.request("REMOTE_SUPPORT", here)
    assert [each["text"] for each in told(caller, without, here.client)] == ["third"]


def test_a_tick_of_the_client_is_the_services_to_see_with_who_and_when(caller: Caller, here: World) -> None:
    battery = point("battery")
    request, other = support(here), support(here)
    for _ in range(2):
        assert tick(caller, request, battery, here.client).status == 200
    assert Check.objects.count() == 1
    [seen] = told(caller, request, here.service)
    assert (seen["id"], seen["by"]) == (battery.pk, here.client.user.full_name)
    assert seen["at"] is not None
    assert told(caller, other, here.service)[0]["at"] is None
    assert tick(caller, request, battery, here.client, ticked=False).status == 200
    assert told(caller, request, here.service)[0]["by"] is None


@pytest.mark.parametrize("change", [{"enabled": False}, {"text_en": "New words", "text_es": "Otras"}, {"model": "X"}])
def test_what_was_ticked_stays_in_the_words_that_it_had(change: dict[str, Any], caller: Caller, here: World) -> None:
    battery = point("battery")
    request = support(here)
    assert tick(caller, request, battery, here.client).status == 200
    CheckPoint.objects.filter(pk=battery.pk).update(**change)
    assert [each["text"] for each in told(caller, request, here.service)] == ["battery"]
    assert [each["text"] for each in told(caller, request, here.service, lang="es")] == ["battery (es)"]
    caller.delete(f"{POINTS}/{battery.pk}", actor=here.admin).refused(409, "IN_USE")


def test_only_a_point_of_the_list_is_ticked(caller: Caller, here: World) -> None:
    request = support(here, "SERVICE_REVIEW")
    for each in (point("off", enabled=False), point("of another", model="X")):
        tick(caller, request, each, here.service).refused(404, "NOT_FOUND")
    assert not Check.objects.exists()


def test_it_is_over_with_the_call(caller: Caller, here: World) -> None:
    battery = point("battery")
    request = support(here, "WAITING_COMPLETION")
    for person in (here.client, here.service, here.admin):
        assert tick(caller, request, battery, person).verdict == "409 STALE"


def test_a_tick_is_a_change_that_open_pages_find(caller: Caller, here: World) -> None:
    battery = point("battery")
    request = support(here)
    assert tick(caller, request, battery, here.client).ok["version"] == request.version + 1


def test_a_model_is_chosen_from_the_catalogue_and_followed_to_its_new_name(caller: Caller, here: World) -> None:
    body = {"textEn": "a", "textEs": "b", "position": 1}
    unknown = caller.post(POINTS, {**body, "model": "unknown"}, actor=here.admin)
    assert list(unknown.refused(400, "VALIDATION").fields) == ["model"]
    made = caller.post(POINTS, {**body, "model": "GR-135"}, actor=here.admin).ok
    every = caller.post(POINTS, body, actor=here.admin).ok
    rows = caller.get(POINTS, actor=here.admin).ok
    assert {row["id"]: row["model"] for row in rows} == {made["id"]: "GR-135", every["id"]: "Every model"}
    part = Part.objects.get(model="GR-135")
    assert caller.post("/parts", {**sent(part), "model": "GR-140"}, actor=here.admin).status == 200
    assert CheckPoint.objects.get(pk=made["id"]).model == "GR-140"


def sent(part: Part) -> dict[str, Any]:
    names = {"number": part.number, "model": part.model, "manufacturer": part.manufacturer}
    kinds = list(part.service_categories.values_list("pk", flat=True))
    return {**names, "id": part.pk, "category": part.category.key, "description": "x", "serviceCategories": kinds}
