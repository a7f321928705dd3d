"""Deleting hides a request everywhere and can be undone by an operator; changing the Service changes its scope."""

from io import BytesIO, StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from portal_backend.base.errors import Refusal
from portal_backend.workflow.actions import delete_request
from portal_backend.workflow.models import Request, StatusChange
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.contract.rows import dump
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
SERVICE = "/requests/change/service"


@pytest.fixture
def here() -> World:
    return factories.world()


def delete(caller: Caller, request: Request, actor: Person, **more: Any) -> Any:
    return caller.delete("/repairing/delete", actor=actor, repairId=request.pk, **more)


def places(caller: Caller, request: Request, person: Person) -> set[str]:
    """Where somebody finds a request."""
    found = set()
    if caller.get("/repairing/fetch/repair", actor=person, repairId=request.pk).status == 200:
        found.add("page")
    if caller.get("/repairing/fetch-by-criteria/active", actor=person).ok["totalElements"]:
        found.add("list")
    if caller.get("/requests/search", actor=person, word=request.number).ok:
        found.add("search")
    book = load_workbook(BytesIO(caller.get("/files/export/active-repairs/xlsx", actor=person).ok))
    if book.worksheets[0].max_row > 1:
        found.add("export")
    counters = caller.get("/requests/fetch-number/action-required", actor=person)
    if counters.status == 200 and any(row["total"] for row in counters.data):
        found.add("badge")
    return found


EVERYWHERE = {"page", "list", "search", "export", "badge"}


def test_a_deleted_request_is_nowhere_and_restored_it_is_back(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    assert places(caller, repair, here.supervisor) == EVERYWHERE
    assert delete(caller, repair, here.admin, version=repair.version).ok is True
    for person in (here.admin, here.supervisor, here.client, here.service, here.manager):
        assert places(caller, repair, person) == set()
    delete(caller, repair, here.admin).refused(404, "NOT_FOUND")
    said = StringIO()
    call_command("restore_request", repair.number, stdout=said)
    assert repair.number in said.getvalue()
    assert places(caller, repair, here.supervisor) == EVERYWHERE
    now = Request.objects.get(pk=repair.pk)
    assert (now.status, StatusChange.objects.filter(request=repair).count()) == ("NEW", 1)


def test_what_is_restored_is_one_request_and_what_is_deleted_of_one_kind(here: World) -> None:
    one, other = factories.repair(here), factories.repair(here)
    with pytest.raises(Refusal):
        delete_request(PROCESSES["PARTS"], one.pk, actor=here.admin.actor)
    for each in (one, other):
        delete_request(PROCESSES["REPAIR"], each.pk, actor=here.admin.actor)
    call_command("restore_request", other.number, stdout=StringIO())
    assert list(Request.objects.filter(deleted_at=None)) == [other]


def test_only_a_deleted_request_can_be_restored(here: World) -> None:
    repair = factories.repair(here)
    for number in (repair.number, "R-1999-000001"):
        with pytest.raises(CommandError, match=number):
            call_command("restore_request", number)


def test_deleting_keeps_to_the_version(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    before = dump()
    delete(caller, repair, here.admin, version=repair.version + 1).refused(409, "STALE")
    assert dump() == before


def test_a_restored_version_is_not_the_one_that_was_seen_before(caller: Caller, here: World) -> None:
    repair = factories.repair(here, ready=True)
    assert delete(caller, repair, here.admin).status == 200
    call_command("restore_request", repair.number, stdout=StringIO())
    caller.post(
        "/repairing/change/repair/status", actor=here.supervisor, repairId=repair.pk, version=repair.version
    ).refused(409, "STALE")


def test_another_service_sees_it_and_the_old_one_does_not(caller: Caller, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT")
    other = here.service2.user.service_id
    assert places(caller, repair, here.service) == EVERYWHERE
    assert places(caller, repair, here.service2) == set()
    assert caller.put(SERVICE, actor=here.admin, requestId=repair.pk, serviceId=other).ok is True
    assert places(caller, repair, here.service) == set()
    assert places(caller, repair, here.service2) == EVERYWHERE
    assert "page" in places(caller, repair, here.client)
    now = Request.objects.get(pk=repair.pk)
    assert (now.status, now.version) == ("IN_TRANSIT", repair.version + 1)
    assert StatusChange.objects.filter(request=repair).latest("pk").new_status == "IN_TRANSIT"


def test_the_new_services_name_is_searched_and_the_old_one_is_not(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    caller.put(SERVICE, actor=here.admin, requestId=repair.pk, serviceId=here.service2.user.service_id)
    assert caller.get("/requests/search", actor=here.supervisor, word="Service two").ok
    assert caller.get("/requests/search", actor=here.supervisor, word="Service one").ok == []


@pytest.mark.parametrize(
    ("query", "verdict"),
    [
        ({"serviceId": 10**9}, "400 VALIDATION"),
        ({"serviceId": "x"}, "400 VALIDATION"),
        ({"requestId": 10**9}, "404 NOT_FOUND"),
        ({"requestId": None}, "400 VALIDATION"),
    ],
)
def test_a_wrong_service_or_request_is_refused(
    query: dict[str, Any], verdict: str, caller: Caller, here: World
) -> None:
    repair = factories.repair(here)
    right = {"requestId": repair.pk, "serviceId": here.service2.user.service_id}
    before = dump()
    answer = caller.put(SERVICE, actor=here.admin, **{**right, **query})
    assert answer.verdict == verdict
    assert list(answer.fields) == (list(query) if verdict.startswith("400") else [])
    assert dump() == before


def test_each_kind_has_its_own_call_for_another_service(caller: Caller, here: World) -> None:
    support, repair = factories.request("REMOTE_SUPPORT", here), factories.repair(here)
    other = here.service2.user.service_id
    caller.put(SERVICE, actor=here.admin, requestId=support.pk, serviceId=other).refused(404, "NOT_FOUND")
    own = "/support/change/service"
    caller.put(own, actor=here.admin, requestId=repair.pk, serviceId=other).refused(404, "NOT_FOUND")
    assert caller.put(own, actor=here.admin, requestId=support.pk, serviceId=other).ok is True
