"""A parameter that takes one value is refused with several: none of them is passed over."""

import pytest

from tests import factories
from tests.caller import Caller
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.mark.parametrize(
    ("path", "name", "values"),
    [
        ("/repairing/fetch-by-criteria/active", "clientId", ["1", "2"]),
        ("/repairing/fetch-by-criteria/active", "myTurn", ["false", "true"]),
        ("/repairing/fetch-by-criteria/active", "size", ["10", "25"]),
        ("/repairing/fetch-by-criteria/active", "page", ["0", "1"]),
        ("/repairing/fetch-by-criteria/active", "sort", ["createdAt,ASC", "status,ASC"]),
        ("/repairing/fetch-by-criteria/active", "keyword", ["a", "b"]),
        ("/repairing/fetch-history-by-criteria", "repairId", ["1", "2"]),
        ("/files/export/active-repairs/xlsx", "clientId", ["1", "2"]),
        ("/files/export/repair-tab/xlsx", "repairId", ["1", "2"]),
        ("/repairing/fetch/repair", "repairId", ["1", "2"]),
        ("/requests/search", "word", ["ab", "cd"]),
        ("/client/fetch-by-criteria", "word", ["ab", "cd"]),
        ("/api/rest/active-repairs", "sort", ['["createdAt","ASC"]', '["status","ASC"]']),
        ("/contacts/fetch", "username", ["client", "supervisor"]),
    ],
)
def test_refuses_two_values_where_one_is_meant(
    path: str, name: str, values: list[str], caller: Caller, here: World
) -> None:
    refused = caller.get(path, here.supervisor, **{name: values}).refused(400, "VALIDATION")
    assert refused.fields == {name: ["Give this only once"]}


def test_refuses_two_clients_in_the_filter_of_a_list(caller: Caller, here: World) -> None:
    refused = caller.get("/api/rest/active-repairs", here.supervisor, filter='{"clientId": [1, 2]}')
    assert set(refused.refused(400, "VALIDATION").fields) == {"clientId"}


def test_refuses_two_versions_of_a_save(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    query = {"repairId": repair.pk, "version": [repair.version, repair.version]}
    refused = caller.post("/repairing/change/initial/status/all", [], here.supervisor, **query)
    assert set(refused.refused(400, "VALIDATION").fields) == {"version"}


def test_takes_several_values_where_they_are_meant(caller: Caller, here: World) -> None:
    statuses = ["NEW", "IN_SERVICE"]
    _ = factories.repair(here)
    found = caller.get("/repairing/fetch-by-criteria/active", here.supervisor, status=statuses).ok
    assert found["totalElements"] == 1
