"""Lists, counters and search of requests.

They cover filters, visible and sortable columns per role, and totals (contract 1, 2, 6.6).
"""

from typing import Any

import pytest

from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.resources.test_spreadsheets import read_rows

pytestmark = pytest.mark.django_db
ACTIVE, CLOSED = "/repairing/fetch-by-criteria/active", "/repairing/fetch-by-criteria/closed"
INBOX = "/requests/fetch-by-criteria/action-required"


@pytest.fixture
def here() -> World:
    return factories.world()


def ids(caller: ApiClient, path: str, actor: Person, **query: Any) -> list[int]:
    return [row["id"] for row in caller.get(path, actor=actor, **query).ok["content"]]


def test_active_and_closed_lists_partition_repairs(caller: ApiClient, here: World) -> None:
    new, done, rejected = (factories.repair(here, status) for status in ("NEW", "COMPLETED", "REJECTED"))
    assert ids(caller, ACTIVE, here.admin) == [new.pk]
    assert ids(caller, CLOSED, here.admin) == [rejected.pk, done.pk], "the last completed first"


def test_filters_by_status_client_and_my_turn(caller: ApiClient, here: World) -> None:
    new = factories.repair(here)
    shipping = factories.repair(here, "IN_SHIPPING_DETAILS")
    other = factories.repair(here, by=here.client2)
    assert set(ids(caller, ACTIVE, here.admin, status="NEW")) == {new.pk, other.pk}
    assert set(ids(caller, ACTIVE, here.admin, status=["NEW", "IN_SHIPPING_DETAILS"])) == {
        new.pk,
        shipping.pk,
        other.pk,
    }
    assert ids(caller, ACTIVE, here.admin, clientId=here.client2.user.client_id) == [other.pk]
    assert ids(caller, ACTIVE, here.client, myTurn="true") == [shipping.pk]
    assert set(ids(caller, ACTIVE, here.client, myTurn="false")) == {new.pk, shipping.pk}
    assert ids(caller, ACTIVE, here.client, clientId=here.client2.user.client_id) == [], "a filter opens no scope"


@pytest.mark.parametrize(
    "query",
    [
        {"status": "COMPLETED"},
        {"status": "NOWHERE"},
        {"clientId": "x"},
        {"myTurn": "maybe"},
        {"sort": "nothing,ASC"},
        {"sort": "createdAt,UP"},
        {"size": 0},
        {"size": 1001},
        {"size": -1},
        {"page": -1},
        {"page": "x"},
        {"keyword": "x" * 201},
    ],
)
def test_rejects_invalid_query_parameters(query: dict[str, Any], caller: ApiClient, here: World) -> None:
    caller.get(ACTIVE, actor=here.admin, **query).assert_error(400, "VALIDATION")


def test_client_neither_sees_nor_sorts_by_client_names(caller: ApiClient, here: World) -> None:
    factories.repair(here, "IN_SHIPPING_DETAILS")
    hidden = {"clientName", "clientUsername", "serviceUsername"}
    for path in (ACTIVE, INBOX):
        row = caller.get(path, actor=here.client).ok["content"][0]
        assert not hidden & set(row)
        caller.get(path, actor=here.client, sort="clientUsername,ASC").assert_error(400, "VALIDATION")
    caller.get(CLOSED, actor=here.client, sort="clientAccessIdentification,ASC").assert_error(400, "VALIDATION")
    assert caller.get(CLOSED, actor=here.supervisor, sort="clientAccessIdentification,ASC").status == 200


def test_active_list_row_has_declared_columns(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, units=3)
    row = caller.get(ACTIVE, actor=here.supervisor).ok["content"][0]
    assert {key: row[key] for key in row if not key.endswith("At")} == {
        "id": repair.pk,
        "requestId": repair.number,
        "clientUsername": "client",
        "clientName": "Client one",
        "units": 3,
        "status": "NEW",
        "actionRequired": "SUPERVISOR",
        "actionRequiredFromCurrentUser": True,
        "isOverdue": False,
    }
    other = caller.get(ACTIVE, actor=here.service).ok["content"][0]
    assert other["actionRequiredFromCurrentUser"] is False


def test_pagination_has_no_gaps_or_duplicates(caller: ApiClient, here: World) -> None:
    """All rows have the same time, so that only the id orders them."""
    created = [factories.repair(here).pk for _ in range(7)]
    ServiceRequest.objects.update(created_at=ServiceRequest.objects.latest("pk").created_at)
    for sort in ("createdAt,DESC", "status,ASC", "actionRequiredFromRole,DESC"):
        seen = [pk for page in range(4) for pk in ids(caller, ACTIVE, here.admin, size=2, page=page, sort=sort)]
        assert sorted(seen) == created
    assert caller.get(ACTIVE, actor=here.admin, size=2, page=9).ok == {"content": [], "totalElements": 7}


def test_action_required_list_and_counters_are_the_callers(caller: ApiClient, here: World) -> None:
    factories.repair(here)
    shipping = factories.repair(here, "IN_SHIPPING_DETAILS")
    parts = factories.request("PARTS", here, "IN_ONE_WAY_SHIPPING")
    factories.repair(here, "IN_SHIPPING_DETAILS", by=here.client2)
    rows = caller.get(INBOX, actor=here.client_mate).ok["content"]
    assert [(row["id"], row["requestType"]) for row in rows] == [(parts.pk, "PARTS"), (shipping.pk, "REPAIR")]
    counters = caller.get("/requests/fetch-number/action-required", actor=here.client_mate).ok
    assert {each["requestType"]: each["total"] for each in counters} == {"REPAIR": 1, "PARTS": 1, "REMOTE_SUPPORT": 0}
    assert caller.get("/repairing/fetch-number/action-required", actor=here.client_mate).ok == 1
    assert ids(caller, INBOX, here.client_mate, sort="requestType,ASC") == [parts.pk, shipping.pk]
    assert ids(caller, INBOX, here.client_mate, status="IN_SHIPPING_DETAILS") == [shipping.pk]
    assert ids(caller, INBOX, here.client_mate, requestType="PARTS") == [parts.pk]
    caller.get(INBOX, actor=here.client_mate, requestType="LOANS").assert_error(400, "VALIDATION")
    caller.get(INBOX, actor=here.client_mate, sort="serviceUsername,ASC").assert_error(400, "VALIDATION")


def test_action_required_export_names_client_and_service(caller: ApiClient, here: World) -> None:
    factories.repair(here)
    head, row = read_rows(caller.get("/files/export/action-required-repairs/xlsx", actor=here.supervisor))
    row_values = dict(zip(head, row, strict=True))
    assert (row_values["Client"], row_values["Service"], row_values["Service username"]) == (
        "Client one",
        "Service one",
        "service",
    )
    response = caller.get("/api/rest/action-required", actor=here.supervisor).ok[0]
    assert (response["serviceName"], response["serviceUsername"]) == ("Service one", "service")


@pytest.mark.parametrize(
    ("word", "who"),
    [
        ("sn-2", {"client", "supervisor"}),
        ("TAG-1", {"client", "supervisor"}),
        ("R-20", {"client", "supervisor"}),
        ("client one", {"supervisor"}),
        ("service one", {"supervisor"}),
        ("CLIENT", {"supervisor"}),
        ("%", set()),
        ("s_-2", set()),
        ("nowhere", set()),
    ],
)
def test_keyword_matches_visible_columns_only(word: str, who: set[str], caller: ApiClient, here: World) -> None:
    factories.repair(here, units=2)
    found = {person.username for person in (here.client, here.supervisor) if ids(caller, ACTIVE, person, keyword=word)}
    assert found == who
    if len(word) > 1:
        assert {
            p.username for p in (here.client, here.supervisor) if caller.get("/requests/search", actor=p, word=word).ok
        } == who


def test_search_returns_matching_line_and_at_most_twenty_results(caller: ApiClient, here: World) -> None:
    newest = [factories.repair(here, units=2) for _ in range(22)][-1]
    found = caller.get("/requests/search", actor=here.supervisor, word="sN-2").ok
    assert len(found) == 20
    assert found[0] == {
        "id": newest.pk,
        "requestId": newest.number,
        "requestType": "REPAIR",
        "status": "NEW",
        "clientName": "Client one",
        "matched": "SN-2",
    }
    assert "clientName" not in caller.get("/requests/search", actor=here.client, word="sn-2").ok[0]
    for word in ("x", "x" * 101, ""):
        caller.get("/requests/search", actor=here.client, word=word).assert_error(400, "VALIDATION")


def test_placeholder_serial_number_is_not_searchable(caller: ApiClient, here: World) -> None:
    units = [request_bodies.unit(here.part.pk, "N/A", serviceTag="-")]
    assert caller.post("/repairing/create", units, actor=here.client).status == 200
    assert caller.get("/requests/search", actor=here.client, word="N/A").ok == []


def test_search_ignores_case_of_spanish_letters(caller: ApiClient, here: World) -> None:
    units = [request_bodies.unit(here.part.pk, "SEÑAL-É1")]
    assert caller.post("/repairing/create", units, actor=here.client).status == 200
    assert len(ids(caller, ACTIVE, here.client, keyword="señal-é1")) == 1


def test_history_is_paginated_newest_first_and_hidden_from_clients(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT")
    path = "/repairing/fetch-history-by-criteria"
    page = caller.get(path, actor=here.supervisor, repairId=repair.pk, size=2).ok
    assert page["totalElements"] == 5
    assert [row["newStatus"] for row in page["content"]] == ["IN_TRANSIT", "IN_PICK_UP_ARRANGED"]
    assert page["content"][0]["changedBy"] == here.admin.user.full_name
    oldest = caller.get(path, actor=here.manager, repairId=repair.pk, sort="createdAt,ASC", size=1).ok["content"][0]
    assert (oldest["oldStatus"], oldest["newStatus"], oldest["role"]) == ("NONE", "NEW", "CLIENT")
    caller.get(path, actor=here.client, repairId=repair.pk).assert_error(403, "FORBIDDEN")
    caller.get(path, actor=here.service2, repairId=repair.pk).assert_error(404, "NOT_FOUND")
    caller.get(path, actor=here.service2).assert_error(400, "VALIDATION")


def test_action_required_list_has_next_step_in_the_users_language(caller: ApiClient, here: World) -> None:
    factories.repair(here, "IN_SHIPPING_DETAILS")
    factories.repair(here, "NEW")
    for actor, language, words in (
        (here.client, "en", "Enter shipping details"),
        (here.client, "es", "Indicar datos de envío"),
        (here.supervisor, "en", "Approve or reject units"),
    ):
        rows = caller.get("/api/rest/action-required", actor=actor, lang=language).ok
        assert [row["nextStep"] for row in rows] == [words]


def test_rows_of_active_requests_have_next_step_that_is_no_column(caller: ApiClient, here: World) -> None:
    factories.repair(here, "IN_SHIPPING_DETAILS")
    for actor, language, words in (
        (here.client, "es", "Indicar datos de envío"),
        (here.supervisor, "en", "Enter shipping details"),
    ):
        (row,) = caller.get("/api/rest/active-repairs", actor=actor, lang=language).ok
        assert row["nextStep"] == words
        assert "nextStep" not in caller.get(ACTIVE, actor=actor, lang=language).ok["content"][0]
        resources = caller.get("/api/rest/meta", actor=actor).ok["resources"]
        (declared,) = (row for row in resources if row["name"] == "active-repairs")
        assert "nextStep" not in {column["key"] for column in declared["columns"]}


def test_my_turn_filter_is_offered_where_rows_differ(caller: ApiClient, here: World) -> None:
    # Remote support never waits for a client.
    for actor, support in ((here.supervisor, {"remote-support"}), (here.client, set())):
        declared = caller.get("/api/rest/meta", actor=actor).ok["resources"]
        names = {row["name"] for row in declared if any(each["key"] == "myTurn" for each in row["filters"])}
        assert names == {"active-repairs", "part-requests", *support}
