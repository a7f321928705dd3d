"""The report counts the remote supports that spared a shipment: whose, of which days, and what led on."""

from typing import Any

import pytest

from portal_backend.workflow.actions import delete_request
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import PROCESSES
from tests import bodies, factories
from tests.caller import Caller
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
SINCE = {"createdFrom": "2020-01-01T00:00:00"}


@pytest.fixture
def here() -> World:
    return factories.world()


def counted(caller: Caller, actor: Person, **asked: Any) -> Any:
    told = caller.post("/reports/general/charts", asked or SINCE, actor=actor).ok["remote"]
    return told and (told["solved"], told["ended"])


def make_repair(caller: Caller, here: World, origin: Request) -> int:
    unit = [bodies.unit(here.part.pk)]
    made: int = caller.post("/repairing/create", unit, actor=here.client, originId=origin.pk).ok["id"]
    return made


def test_what_ended_without_a_shipment(caller: Caller, here: World) -> None:
    ended = [factories.request("REMOTE_SUPPORT", here, "DONE") for _ in range(3)]
    factories.request("REMOTE_SUPPORT", here, "WAITING_COMPLETION")
    assert counted(caller, here.admin) == (3, 3)
    repair = make_repair(caller, here, ended[0])
    make_repair(caller, here, ended[1])
    make_repair(caller, here, ended[1])
    assert counted(caller, here.admin) == (1, 3)
    delete_request(PROCESSES["REPAIR"], repair, actor=here.admin.actor)
    assert counted(caller, here.admin) == (2, 3)


def test_it_keeps_to_scope_client_service_and_days(caller: Caller, here: World) -> None:
    factories.request("REMOTE_SUPPORT", here, "DONE")
    other = factories.request("REMOTE_SUPPORT", here, "DONE", by=here.client2)
    assert [counted(caller, each) for each in (here.supervisor, here.manager)] == [(2, 2), (1, 1)]
    assert counted(caller, here.admin, clientId=other.client_id) == (1, 1)
    assert counted(caller, here.admin, serviceId=other.service_id) == (1, 1)
    assert counted(caller, here.admin, createdTo="2020-01-01T00:00:00") == (0, 0)


def test_it_is_not_told_where_the_question_is_about_repairs_alone(caller: Caller, here: World) -> None:
    factories.request("REMOTE_SUPPORT", here, "DONE")
    assert counted(caller, here.admin, status="NEW") is None
    assert counted(caller, here.admin, **SINCE, serialNumber="x") is None
