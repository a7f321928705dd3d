"""Checklist of remote support: points by model, checks and their texts."""

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
def world() -> World:
    made = factories.world()
    made.parts.append(factories.part("GR-135", used_for=("REMOTE_SUPPORT",)))
    return made


def point(text: str, **more: Any) -> CheckPoint:
    made: CheckPoint = CheckPoint.objects.create(text_en=text, text_es=f"{text} (es)", **more)
    return made


def support(world: World, status: str = "", **more: Any) -> Request:
    return factories.request("REMOTE_SUPPORT", world, status, partId=Part.objects.get(model="GR-135").pk, **more)


def told(caller: Caller, request: Request, actor: Person, **how: Any) -> list[Any]:
    rows: list[Any] = caller.get("/support/fetch/by/id", actor=actor, id=request.pk, **how).ok["checkList"]
    return rows


def tick(caller: Caller, request: Request, each: CheckPoint, actor: Person, ticked: bool = True) -> Answered:
    return caller.put("/support/check", actor=actor, requestId=request.pk, pointId=each.pk, ticked=ticked)


def test_lists_points_of_model_and_of_every_model_in_order(caller: Caller, world: World) -> None:
    point("third", position=3)
    point("first", position=1, model="gr-135")
    point("of another", position=2, model="GR-1350")
    point("off", position=0, enabled=False)
    request = support(world)
    for viewer in world.one_of_each_role.values():
        assert [each["text"] for each in told(caller, request, viewer)] == ["first", "third"]
    assert [each["text"] for each in told(caller, request, world.client, lang="es")] == ["first (es)", "third (es)"]
    without = factories.request("REMOTE_SUPPORT", world)
    assert [each["text"] for each in told(caller, without, world.client)] == ["third"]


def test_check_shows_user_and_time_to_other_roles(caller: Caller, world: World) -> None:
    battery = point("battery")
    request, other = support(world), support(world)
    for _ in range(2):
        assert tick(caller, request, battery, world.client).status == 200
    assert Check.objects.count() == 1
    [checked] = told(caller, request, world.service)
    assert (checked["id"], checked["by"]) == (battery.pk, world.client.user.full_name)
    assert checked["at"] is not None
    assert told(caller, other, world.service)[0]["at"] is None
    assert tick(caller, request, battery, world.client, ticked=False).status == 200
    assert told(caller, request, world.service)[0]["by"] is None


@pytest.mark.parametrize("change", [{"enabled": False}, {"text_en": "New words", "text_es": "Otras"}, {"model": "X"}])
def test_checked_point_keeps_its_text(change: dict[str, Any], caller: Caller, world: World) -> None:
    battery = point("battery")
    request = support(world)
    assert tick(caller, request, battery, world.client).status == 200
    CheckPoint.objects.filter(pk=battery.pk).update(**change)
    assert [each["text"] for each in told(caller, request, world.service)] == ["battery"]
    assert [each["text"] for each in told(caller, request, world.service, lang="es")] == ["battery (es)"]
    caller.delete(f"{POINTS}/{battery.pk}", actor=world.admin).refused(409, "IN_USE")


def test_rejects_check_of_point_outside_checklist(caller: Caller, world: World) -> None:
    request = support(world, "SERVICE_REVIEW")
    for each in (point("off", enabled=False), point("of another", model="X")):
        tick(caller, request, each, world.service).refused(404, "NOT_FOUND")
    assert not Check.objects.exists()


def test_rejects_check_after_session(caller: Caller, world: World) -> None:
    battery = point("battery")
    request = support(world, "WAITING_COMPLETION")
    for person in (world.client, world.service, world.admin):
        assert tick(caller, request, battery, person).verdict == "409 STALE"


def test_check_increments_version(caller: Caller, world: World) -> None:
    battery = point("battery")
    request = support(world)
    assert tick(caller, request, battery, world.client).ok["version"] == request.version + 1


def test_model_must_be_in_catalogue_and_follows_renames(caller: Caller, world: World) -> None:
    body = {"textEn": "a", "textEs": "b", "position": 1}
    unknown = caller.post(POINTS, {**body, "model": "unknown"}, actor=world.admin)
    assert list(unknown.refused(400, "VALIDATION").fields) == ["model"]
    made = caller.post(POINTS, {**body, "model": "GR-135"}, actor=world.admin).ok
    every = caller.post(POINTS, body, actor=world.admin).ok
    rows = caller.get(POINTS, actor=world.admin).ok
    assert {row["id"]: row["model"] for row in rows} == {made["id"]: "GR-135", every["id"]: "Every model"}
    part = Part.objects.get(model="GR-135")
    assert caller.post("/parts", {**sent(part), "model": "GR-140"}, actor=world.admin).status == 200
    assert CheckPoint.objects.get(pk=made["id"]).model == "GR-140"


def sent(part: Part) -> dict[str, Any]:
    names = {"number": part.number, "model": part.model, "manufacturer": part.manufacturer}
    kinds = list(part.service_categories.values_list("pk", flat=True))
    return {**names, "id": part.pk, "category": part.category.key, "description": "x", "serviceCategories": kinds}
