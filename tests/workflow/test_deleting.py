"""Deletion, restoration and change of Service of requests.

A deleted request is hidden everywhere until an operator restores it; another Service changes the scope.
"""

from io import BytesIO, StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from portal_backend.core.errors import ApiError
from portal_backend.workflow.actions import delete_request
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
SERVICE = "/requests/change/service"


@pytest.fixture
def here() -> World:
    return factories.world()


def delete(caller: ApiClient, request: ServiceRequest, actor: Person, **more: Any) -> Any:
    return caller.delete("/repairing/delete", actor=actor, repairId=request.pk, **more)


def find_places(caller: ApiClient, request: ServiceRequest, person: Person) -> set[str]:
    """Return the places in the portal where a user finds a request."""
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


def test_deleted_request_is_hidden_until_restored(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    assert find_places(caller, repair, here.supervisor) == EVERYWHERE
    assert delete(caller, repair, here.admin, version=repair.version).ok is True
    for person in (here.admin, here.supervisor, here.client, here.service, here.manager):
        assert find_places(caller, repair, person) == set()
    delete(caller, repair, here.admin).assert_error(404, "NOT_FOUND")
    output = StringIO()
    call_command("restore_request", repair.number, stdout=output)
    assert repair.number in output.getvalue()
    assert find_places(caller, repair, here.supervisor) == EVERYWHERE
    now = ServiceRequest.objects.get(pk=repair.pk)
    assert (now.status, StatusChange.objects.filter(request=repair).count()) == ("NEW", 1)


def test_deletes_only_its_kind_and_restores_only_one_request(here: World) -> None:
    one, other = factories.repair(here), factories.repair(here)
    with pytest.raises(ApiError):
        delete_request(PROCESSES["PARTS"], one.pk, actor=here.admin.actor)
    for each in (one, other):
        delete_request(PROCESSES["REPAIR"], each.pk, actor=here.admin.actor)
    call_command("restore_request", other.number, stdout=StringIO())
    assert list(ServiceRequest.objects.filter(deleted_at=None)) == [other]


def test_restore_rejects_requests_that_are_not_deleted(here: World) -> None:
    repair = factories.repair(here)
    for number in (repair.number, "R-1999-000001"):
        with pytest.raises(CommandError, match=number):
            call_command("restore_request", number)


def test_delete_with_old_version_is_a_version_conflict(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    before = dump_database()
    delete(caller, repair, here.admin, version=repair.version + 1).assert_error(409, "STALE")
    assert dump_database() == before


def test_version_read_before_deletion_is_stale_after_restoration(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, ready=True)
    assert delete(caller, repair, here.admin).status == 200
    call_command("restore_request", repair.number, stdout=StringIO())
    caller.post(
        "/repairing/change/repair/status", actor=here.supervisor, repairId=repair.pk, version=repair.version
    ).assert_error(409, "STALE")


def test_change_of_service_moves_request_to_the_new_scope(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT")
    other = here.service2.user.service_id
    assert find_places(caller, repair, here.service) == EVERYWHERE
    assert find_places(caller, repair, here.service2) == set()
    assert caller.put(SERVICE, actor=here.admin, requestId=repair.pk, serviceId=other).ok is True
    assert find_places(caller, repair, here.service) == set()
    assert find_places(caller, repair, here.service2) == EVERYWHERE
    assert "page" in find_places(caller, repair, here.client)
    now = ServiceRequest.objects.get(pk=repair.pk)
    assert (now.status, now.version) == ("IN_TRANSIT", repair.version + 1)
    assert StatusChange.objects.filter(request=repair).latest("pk").new_status == "IN_TRANSIT"


def test_search_uses_name_of_the_new_service(caller: ApiClient, here: World) -> None:
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
def test_change_of_service_rejects_unknown_service_or_request(
    query: dict[str, Any], verdict: str, caller: ApiClient, here: World
) -> None:
    repair = factories.repair(here)
    right = {"requestId": repair.pk, "serviceId": here.service2.user.service_id}
    before = dump_database()
    response = caller.put(SERVICE, actor=here.admin, **{**right, **query})
    assert response.outcome == verdict
    assert list(response.fields) == (list(query) if verdict.startswith("400") else [])
    assert dump_database() == before


def test_change_of_service_endpoint_accepts_only_its_kinds(caller: ApiClient, here: World) -> None:
    support, repair = factories.request("REMOTE_SUPPORT", here), factories.repair(here)
    other = here.service2.user.service_id
    caller.put(SERVICE, actor=here.admin, requestId=support.pk, serviceId=other).assert_error(404, "NOT_FOUND")
    own = "/support/change/service"
    caller.put(own, actor=here.admin, requestId=repair.pk, serviceId=other).assert_error(404, "NOT_FOUND")
    assert caller.put(own, actor=here.admin, requestId=support.pk, serviceId=other).ok is True
