"""List parameters: sorts, page sizes, ranges and filters.

See contract 1 and security.md 5, 16.
"""

import json
from typing import Any

import pytest

from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient
from tests.resources.repair_rows import create_repair, create_repairs

pytestmark = pytest.mark.django_db
ACTIVE, CLOSED = "/repairing/fetch-by-criteria/active", "/repairing/fetch-by-criteria/closed"
WAITING = "/repairing/fetch-by-criteria/action-required"
REST = "/api/rest/active-repairs"
SHEET = "/files/export/active-repairs/xlsx"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.mark.parametrize("text", ["1", "10", "1000"])
def test_accepts_page_size_from_1_to_1000(caller: ApiClient, world: factories.World, text: str) -> None:
    create_repairs(world, 4)
    assert len(caller.get(ACTIVE, actor=world.admin, size=text).ok["content"]) == min(4, int(text))


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        *(("size", text, "range") for text in ("0", "-1", "1001", "1000000000", "9223372036854775808", "-0")),
        *(("size", text, "integer") for text in ("ten", "1.0", "1e2", "--5", "-", "+5", " 5", "٣", "1_0", "0x10")),
        *(("page", text, "range") for text in ("-1", "9223372036854775807", "9" * 30)),
        *(("page", text, "integer") for text in ("first", "--1", "1;", "null")),
    ],
)
def test_rejects_invalid_page_size_or_page(
    caller: ApiClient, world: factories.World, name: str, text: str, key: str
) -> None:
    for path in (ACTIVE, CLOSED, WAITING):
        response = caller.get(path, actor=world.client, **{name: text}).assert_error(400, "VALIDATION")
        assert list(response.fields) == [name]
        if key == "integer":
            assert response.fields[name] == [load_messages("en")["errors.field.integer"]]


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        "clientName,ASC",
        "units,ASC",
        "search_text,ASC",
        "client__name,ASC",
        "createdAt,UP",
        "createdAt,asc",
        "createdAt,DESC,ASC",
        "createdAt DESC",
        ",DESC",
        "-createdAt",
        "createdAt,",
        "createdAt);--,ASC",
    ],
)
def test_rejects_unknown_sort(caller: ApiClient, world: factories.World, text: str) -> None:
    expected = 200 if text == "createdAt," else 400
    for path in (ACTIVE, SHEET):
        response = caller.get(path, actor=world.admin, sort=text)
        assert response.status == expected
        assert expected == 200 or list(response.fields) == ["sort"]
    column, _, direction = text.partition(",")
    if expected == 400:
        caller.get(REST, actor=world.admin, sort=json.dumps([column, direction])).assert_error(400, "VALIDATION")


def test_rejects_sort_by_hidden_column(caller: ApiClient, world: factories.World) -> None:
    create_repair(world)
    refusals = []
    for path, column in ((ACTIVE, "clientUsername"), (CLOSED, "clientAccessIdentification"), (SHEET, "clientUsername")):
        assert caller.get(path, actor=world.service, sort=f"{column},ASC").status == 200
        refusals.append(caller.get(path, actor=world.client, sort=f"{column},ASC").assert_error(400, "VALIDATION"))
        refusals.append(caller.get(path, actor=world.client, sort="noSuchColumn,ASC").assert_error(400, "VALIDATION"))
    refusals.append(
        caller.get(REST, actor=world.client, sort='["clientUsername","ASC"]').assert_error(400, "VALIDATION")
    )
    assert all(each.data == refusals[0].data for each in refusals)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("range", text) for text in ("[0]", "[0,1,2]", "0-9", "[0,9", "{}", "null1", '["0","x"]', "[true,false]")),
        *(("range", text) for text in ("[-1,9]", "[9,0]", "[0,1000]", "[0.5,9]", "[0,9223372036854775808]", "[NaN,9]")),
        *(("sort", text) for text in ("[]", '["createdAt"]', "createdAt", '{"createdAt":"ASC"}', "[[],[]]", "[1,2]")),
        *(("filter", text) for text in ("[]", "x", '{"status":', "7", '"status"', '{"keyword": ["a"]}')),
        *(("filter", text) for text in ('{"unknown": 1}', '{"client_id": 1}', '{"status": {"a": 1}}', '{"id": [1.5]}')),
        *(("filter", text) for text in ('{"status": "NO_SUCH"}', '{"status": [null]}', '{"clientId": "x"}')),
        *(
            ("filter", text)
            for text in ('{"clientId": -1}', '{"myTurn": "yes"}', '{"id": "x"}', '{"keyword": "\\u0000"}')
        ),
        ("filter", "[" * 5000),
        ("filter", '{"keyword": "%s"}' % ("a" * 201)),
        ("filter", '{"clientId": 9223372036854775808}'),
        ("filter", '{"keyword": "\\ud800"}'),
    ],
)
def test_rejects_invalid_rest_parameters(caller: ApiClient, world: factories.World, name: str, text: str) -> None:
    caller.get(REST, actor=world.admin, **{name: text}).assert_error(400, "VALIDATION")


@pytest.mark.parametrize("text", ["abc", "1.5", "--1", "9" * 5000])
def test_rejects_invalid_ids(caller: ApiClient, world: factories.World, text: str) -> None:
    caller.get(f"{REST}/{text}", actor=world.admin).assert_error(400, "VALIDATION")
    caller.get("/repairing/fetch-history-by-criteria", actor=world.admin, repairId=text).assert_error(400, "VALIDATION")


def test_ids_out_of_range_are_not_found(caller: ApiClient, world: factories.World) -> None:
    for text in ("0", "-1", str(2**63 - 1)):
        caller.get(f"{REST}/{text}", actor=world.admin).assert_error(404, "NOT_FOUND")
    caller.get(f"{REST}/{2**63}", actor=world.admin).assert_error(400, "VALIDATION")


def get_ids(response: Any) -> list[int]:
    rows = response.ok["content"] if isinstance(response.ok, dict) else response.ok
    return sorted(row["id"] for row in rows)


def test_filters_in_both_dialects(caller: ApiClient, world: factories.World) -> None:
    new = create_repair(world)
    shipping = create_repair(world, status="IN_SHIPPING_DETAILS")
    transit = create_repair(world, status="IN_TRANSIT")
    other = create_repair(world, world.client2, status="IN_SHIPPING_DETAILS")
    done = create_repair(world, status="COMPLETED")
    one, two = world.client.user.client_id, world.client2.user.client_id
    cases: list[tuple[factories.Person, dict[str, Any], list[Any]]] = [
        (world.admin, {}, [new, shipping, transit, other]),
        (world.admin, {"status": ["NEW"]}, [new]),
        (world.admin, {"status": ["NEW", "IN_TRANSIT"]}, [new, transit]),
        (world.admin, {"status": "IN_SHIPPING_DETAILS", "clientId": two}, [other]),
        (world.admin, {"clientId": one}, [new, shipping, transit]),
        (world.admin, {"clientId": 999}, []),
        (world.admin, {"status": "", "clientId": "", "myTurn": ""}, [new, shipping, transit, other]),
        (world.supervisor, {"myTurn": True}, [new]),
        (world.supervisor, {"myTurn": False}, [new, shipping, transit, other]),
        (world.client, {"myTurn": True}, [shipping]),
        (world.client2, {"myTurn": True}, [other]),
        (world.service, {"myTurn": True, "status": ["IN_TRANSIT", "NEW"]}, [transit]),
        # these roles are never responsible, and no filter extends the scope
        (world.admin, {"myTurn": True}, []),
        (world.manager, {"myTurn": True}, []),
        (world.client, {"clientId": two}, []),
        (world.client, {"clientId": one}, [new, shipping, transit]),
        (world.service, {"clientId": two}, []),
        (world.manager, {"clientId": two}, []),
    ]
    for actor, filters, expected in cases:
        expected_ids = sorted(each.pk for each in expected)
        v1 = {key: str(value).lower() if isinstance(value, bool) else value for key, value in filters.items()}
        assert get_ids(caller.get(ACTIVE, actor=actor, size=1000, **v1)) == expected_ids, (actor.username, filters)
        assert get_ids(caller.get(REST, actor=actor, filter=json.dumps(filters))) == expected_ids, (
            actor.username,
            filters,
        )
    assert get_ids(caller.get(CLOSED, actor=world.client, status="COMPLETED")) == [done.pk]
    # a closed status is not a status of the active list
    for path, status in ((ACTIVE, "COMPLETED"), (CLOSED, "NEW"), (ACTIVE, "NONE"), (ACTIVE, "new")):
        response = caller.get(path, actor=world.admin, status=status).assert_error(400, "VALIDATION")
        assert response.fields == {"status": [load_messages("en")["errors.field.choice"]]}
    caller.get(ACTIVE, actor=world.admin, status=["NEW", "nonsense"]).assert_error(400, "VALIDATION")
    caller.get(ACTIVE, actor=world.admin, myTurn="1").assert_error(400, "VALIDATION")
    caller.get(ACTIVE, actor=world.admin, clientId="x").assert_error(400, "VALIDATION")


def test_meta_lists_columns_and_filters_by_role(caller: ApiClient, world: factories.World) -> None:
    def offered(actor: factories.Person) -> dict[str, tuple[set[str], set[str]]]:
        return {
            each["name"]: ({row["key"] for row in each["columns"]}, {row["key"] for row in each["filters"]})
            for each in caller.get("/api/rest/meta", actor=actor).ok["resources"]
        }

    client, admin, supervisor = offered(world.client), offered(world.admin), offered(world.supervisor)
    assert "clientUsername" not in client["active-repairs"][0]
    assert "clientUsername" in admin["active-repairs"][0]
    assert client["active-repairs"][1] == {"status", "myTurn"}
    assert admin["active-repairs"][1] == {"status", "clientId"}
    assert supervisor["active-repairs"][1] == {"status", "clientId", "myTurn"}
    assert ("repair-history" in client, "repair-history" in admin) == (False, True)
    assert ("action-required" in admin, "action-required" in supervisor) == (False, True)
    resources = {each["name"]: each for each in caller.get("/api/rest/meta", actor=world.client).ok["resources"]}
    labels = {column["key"]: column["label"] for column in resources["active-repairs"]["columns"]}
    assert labels["createdAt"] == "Created", "the interface adds the offset"
    choices = {
        row["key"]: row for row in caller.get("/api/rest/meta", actor=world.service).ok["resources"][1]["filters"]
    }
    assert [each["name"] for each in choices["clientId"]["choices"]] == ["Client one"]
