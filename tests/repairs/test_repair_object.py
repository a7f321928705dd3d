"""A new repair as a list of units or as an object (contract section 9)."""

import pytest

from portal_backend.core.types import OptionalText
from portal_backend.repairs import actions, presenter, process
from portal_backend.repairs.schemas import RepairIn
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return factories.world()


def test_accepts_new_repair_as_object(caller: ApiClient, world: World) -> None:
    units = [request_bodies.unit(world.part.pk), request_bodies.unit(world.part.pk, "SN-2")]
    made = caller.post("/repairing/create", {"units": units}, world.client).ok
    assert len(caller.get("/repairing/fetch/repair", world.client, repairId=made["id"]).ok["repairParts"]) == 2
    wrong = {"units": [request_bodies.unit(world.part.pk), {**units[1], "serialNumber": ""}]}
    refused = caller.post("/repairing/create", wrong, world.client).assert_error(400, "VALIDATION")
    assert set(refused.fields) == {"units.1.serialNumber"}
    unknown = {"units": [{**units[0], "partId": 10**9}]}
    assert set(caller.post("/repairing/create", unknown, world.client).fields) == {"units.0.partId"}
    assert set(caller.post("/repairing/create", {"units": units, "role": "ADMIN"}, world.client).fields) == {"role"}


def test_accepts_origin_in_object(caller: ApiClient, world: World) -> None:
    origin = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    units = [request_bodies.unit(world.part.pk)]
    made = caller.post("/repairing/create", {"units": units, "originId": origin.pk}, world.client).ok
    related = caller.get("/repairing/fetch/repair", world.client, repairId=made["id"]).ok["related"]
    assert [each["id"] for each in related] == [origin.pk]
    foreign = {"units": units, "originId": 10**9}
    caller.post("/repairing/create", foreign, world.client).assert_error(404, "NOT_FOUND")


class RepairWithNote(RepairIn):
    transit_note: OptionalText = ""


def test_stores_returns_and_finds_request_fields(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "REQUEST_FIELDS", ("transit_note",))
    monkeypatch.setattr(presenter, "REQUEST_FIELDS", ("transit_note",))
    monkeypatch.setattr(process, "SEARCHED_FIELDS", ("transit_note",))
    data = {"units": [request_bodies.unit(world.part.pk)], "transitNote": " PO-4711 "}
    made = actions.create_repair(RepairWithNote.model_validate(data), actor=world.client.actor)
    assert presenter.read_repair(made.pk, actor=world.client.actor)["transitNote"] == "PO-4711"
    assert "po4711" in made.search_text.splitlines()
