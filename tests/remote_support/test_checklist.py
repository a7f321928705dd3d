"""Checklist of remote support: points by model, checks and their texts."""

from typing import Any

import pytest

from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.remote_support.models import SupportCheck
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
POINTS = "/api/rest/check-points"


@pytest.fixture
def world() -> World:
    made = factories.world()
    made.parts.append(factories.part("GR-135", used_for=("REMOTE_SUPPORT",)))
    return made


def make_point(text: str, **more: Any) -> CheckPoint:
    made: CheckPoint = CheckPoint.objects.create(text_en=text, text_es=f"{text} (es)", **more)
    return made


def make_support(world: World, status: str = "", **more: Any) -> ServiceRequest:
    return factories.request("REMOTE_SUPPORT", world, status, partId=Part.objects.get(model="GR-135").pk, **more)


def fetch_checklist(caller: ApiClient, request: ServiceRequest, actor: Person, **how: Any) -> list[Any]:
    rows: list[Any] = caller.get("/support/fetch/by/id", actor=actor, id=request.pk, **how).ok["checkList"]
    return rows


def tick(
    caller: ApiClient, request: ServiceRequest, each: CheckPoint, actor: Person, ticked: bool = True
) -> ClientResponse:
    return caller.put("/support/check", actor=actor, requestId=request.pk, pointId=each.pk, ticked=ticked)


def test_lists_points_of_model_and_of_every_model_in_order(caller: ApiClient, world: World) -> None:
    make_point("third", position=3)
    make_point("first", position=1, model="gr-135")
    make_point("of another", position=2, model="GR-1350")
    make_point("off", position=0, enabled=False)
    request = make_support(world)
    for viewer in world.one_of_each_role.values():
        assert [each["text"] for each in fetch_checklist(caller, request, viewer)] == ["first", "third"]
    assert [each["text"] for each in fetch_checklist(caller, request, world.client, lang="es")] == [
        "first (es)",
        "third (es)",
    ]
    without = factories.request("REMOTE_SUPPORT", world)
    assert [each["text"] for each in fetch_checklist(caller, without, world.client)] == ["third"]


def test_check_shows_user_and_time_to_other_roles(caller: ApiClient, world: World) -> None:
    battery = make_point("battery")
    request, other = make_support(world), make_support(world)
    for _ in range(2):
        assert tick(caller, request, battery, world.client).status == 200
    assert SupportCheck.objects.count() == 1
    [checked] = fetch_checklist(caller, request, world.service)
    assert (checked["id"], checked["by"]) == (battery.pk, world.client.user.full_name)
    assert checked["at"] is not None
    assert fetch_checklist(caller, other, world.service)[0]["at"] is None
    assert tick(caller, request, battery, world.client, ticked=False).status == 200
    assert fetch_checklist(caller, request, world.service)[0]["by"] is None


@pytest.mark.parametrize("change", [{"enabled": False}, {"text_en": "New words", "text_es": "Otras"}, {"model": "X"}])
def test_checked_point_keeps_its_text(change: dict[str, Any], caller: ApiClient, world: World) -> None:
    battery = make_point("battery")
    request = make_support(world)
    assert tick(caller, request, battery, world.client).status == 200
    CheckPoint.objects.filter(pk=battery.pk).update(**change)
    assert [each["text"] for each in fetch_checklist(caller, request, world.service)] == ["battery"]
    assert [each["text"] for each in fetch_checklist(caller, request, world.service, lang="es")] == ["battery (es)"]
    caller.delete(f"{POINTS}/{battery.pk}", actor=world.admin).assert_error(409, "IN_USE")


def test_rejects_check_of_point_outside_checklist(caller: ApiClient, world: World) -> None:
    request = make_support(world, "SERVICE_REVIEW")
    for each in (make_point("off", enabled=False), make_point("of another", model="X")):
        tick(caller, request, each, world.service).assert_error(404, "NOT_FOUND")
    assert not SupportCheck.objects.exists()


def test_rejects_check_after_session(caller: ApiClient, world: World) -> None:
    battery = make_point("battery")
    request = make_support(world, "WAITING_COMPLETION")
    for person in (world.client, world.service, world.admin):
        assert tick(caller, request, battery, person).outcome == "409 STALE"


def test_check_increments_version(caller: ApiClient, world: World) -> None:
    battery = make_point("battery")
    request = make_support(world)
    assert tick(caller, request, battery, world.client).ok["version"] == request.version + 1


def test_model_must_be_in_catalog_and_follows_renames(caller: ApiClient, world: World) -> None:
    body = {"textEn": "a", "textEs": "b", "position": 1}
    unknown = caller.post(POINTS, {**body, "model": "unknown"}, actor=world.admin)
    assert list(unknown.assert_error(400, "VALIDATION").fields) == ["model"]
    made = caller.post(POINTS, {**body, "model": "GR-135"}, actor=world.admin).ok
    every = caller.post(POINTS, body, actor=world.admin).ok
    rows = caller.get(POINTS, actor=world.admin).ok
    assert {row["id"]: row["model"] for row in rows} == {made["id"]: "GR-135", every["id"]: "All models"}
    part = Part.objects.get(model="GR-135")
    assert caller.post("/parts", {**sent(part), "model": "GR-140"}, actor=world.admin).status == 200
    assert CheckPoint.objects.get(pk=made["id"]).model == "GR-140"


def sent(part: Part) -> dict[str, Any]:
    names = {"number": part.number, "model": part.model, "manufacturer": part.manufacturer}
    kinds = list(part.service_categories.values_list("pk", flat=True))
    return {**names, "id": part.pk, "category": part.category.key, "description": "x", "serviceCategories": kinds}
