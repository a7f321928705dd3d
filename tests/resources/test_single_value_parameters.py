"""Single-value parameters are rejected if they are sent more than once."""

import pytest

from tests import factories
from tests.api_client import ApiClient
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
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
def test_rejects_repeated_single_value_parameter(
    path: str, name: str, values: list[str], caller: ApiClient, world: World
) -> None:
    refused = caller.get(path, world.supervisor, **{name: values}).assert_error(400, "VALIDATION")
    assert refused.fields == {name: ["Enter this only once"]}


def test_rejects_two_values_of_single_value_filter(caller: ApiClient, world: World) -> None:
    refused = caller.get("/api/rest/active-repairs", world.supervisor, filter='{"clientId": [1, 2]}')
    assert set(refused.assert_error(400, "VALIDATION").fields) == {"clientId"}


def test_rejects_repeated_version_parameter(caller: ApiClient, world: World) -> None:
    repair = factories.repair(world)
    query = {"repairId": repair.pk, "version": [repair.version, repair.version]}
    refused = caller.post("/repairing/change/initial/status/all", [], world.supervisor, **query)
    assert set(refused.assert_error(400, "VALIDATION").fields) == {"version"}


def test_accepts_repeated_multiple_value_parameter(caller: ApiClient, world: World) -> None:
    statuses = ["NEW", "IN_SERVICE"]
    _ = factories.repair(world)
    page = caller.get("/repairing/fetch-by-criteria/active", world.supervisor, status=statuses).ok
    assert page["totalElements"] == 1
