"""A new repair is taken as the list of its units, or as an object that holds them (contract section 9)."""

import pytest

from tests import bodies, factories
from tests.caller import Caller
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


def test_a_new_repair_is_taken_as_an_object_too(caller: Caller, here: World) -> None:
    units = [bodies.unit(here.part.pk), bodies.unit(here.part.pk, "SN-2")]
    made = caller.post("/repairing/create", {"units": units}, here.client).ok
    assert len(caller.get("/repairing/fetch/repair", here.client, repairId=made["id"]).ok["repairParts"]) == 2
    wrong = {"units": [bodies.unit(here.part.pk), {**units[1], "serialNumber": ""}]}
    refused = caller.post("/repairing/create", wrong, here.client).refused(400, "VALIDATION")
    assert set(refused.fields) == {"units.1.serialNumber"}
    unknown = {"units": [{**units[0], "partId": 10**9}]}
    assert set(caller.post("/repairing/create", unknown, here.client).fields) == {"units.0.partId"}
    assert set(caller.post("/repairing/create", {"units": units, "role": "ADMIN"}, here.client).fields) == {"role"}


def test_a_new_repair_names_its_origin_beside_the_units(caller: Caller, here: World) -> None:
    origin = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW")
    units = [bodies.unit(here.part.pk)]
    made = caller.post("/repairing/create", {"units": units, "originId": origin.pk}, here.client).ok
    related = caller.get("/repairing/fetch/repair", here.client, repairId=made["id"]).ok["related"]
    assert [each["id"] for each in related] == [origin.pk]
    foreign = {"units": units, "originId": 10**9}
    caller.post("/repairing/create", foreign, here.client).refused(404, "NOT_FOUND")
