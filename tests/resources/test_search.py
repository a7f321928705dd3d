"""Keyword search in any alphabet and case, limited by role (contract 1)."""

import json
import unicodedata
from datetime import timedelta

import pytest

from portal_backend.catalogue.actions import PartData, save_part
from portal_backend.core.normalization import normalize_key
from portal_backend.core.translations import load_messages
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.resources.repair_rows import create_repair, keep_contract_columns

pytestmark = pytest.mark.django_db
ACTIVE = "/repairing/fetch-by-criteria/active"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def search(caller: ApiClient, actor: factories.Person, keyword: str) -> list[str]:
    """Return the numbers of the requests that both dialects find.

    Rows for the interface also contain the text in which the keyword was found.
    """
    page = caller.get(ACTIVE, actor=actor, keyword=keyword, size=1000).ok
    rest = caller.get("/api/rest/active-repairs", actor=actor, filter=json.dumps({"keyword": keyword}))
    hits = [row.pop("matched", "") for row in rest.ok]
    assert keep_contract_columns(rest.ok, page["content"]) == page["content"]
    assert all(normalize_key(keyword) in normalize_key(hit) for hit in hits)
    assert page["totalElements"] == len(page["content"])
    return sorted(row["requestId"] for row in page["content"])


@pytest.mark.parametrize(
    ("stored", "keyword"),
    [
        ("SN-4711", "sn-47"),
        ("Ñandú-9", "ñandú"),
        ("ñandú-9", "ÑANDÚ"),
        ("Київ-5", "київ"),
        ("київ-5", "КИЇВ"),
        ("Αθήνα", "ΑΘΉΝΑ"),
        ("Straße 3", "STRASSE"),
        ("Straße 4", "straße"),
        ("İZMİR", "İZMİR"),
        ("50%_off\\x", "50%_off\\x"),
        ("a'b\"c", "a'b\"c"),
        ("one two", "one two"),
        ("Análisis de dirección", "analisis de direccion"),
        ("analisis", "ANÁLISIS"),
        ("KX-77 123", "KX-77-123"),
        ("TAG 9-1", "TAG9-1"),
        ("VM-250", "vm 250"),
        ("VM‑250", "vm–250"),
        ("2СН-5841", "2CH-5841"),
        ("2CH-5841", "2СН5841"),
        ("KX\u200b77", "KX77"),
        ("Łódź", "lodz"),
        ("kaynağı", "kaynagi"),
        ("SN-4711", "“SN-4711”."),
        ("\U0001f4e1", "\U0001f4e1"),
    ],
)
def test_search_by_serial_number(caller: ApiClient, world: factories.World, stored: str, keyword: str) -> None:
    repair = create_repair(world, lines=[unicodedata.normalize("NFC", stored)])
    create_repair(world, lines=["something else"])
    assert search(caller, world.client, keyword) == [repair.number]
    assert search(caller, world.client, f"  {keyword} ") == [repair.number]
    assert search(caller, world.client, unicodedata.normalize("NFD", keyword)) == [repair.number]


@pytest.mark.parametrize("keyword", ["%", "_", "%%", "\\", "S%1", "S_-1", "S\\N-1", "' or 1=1 --", "sn-1 sn-2", "NEW"])
def test_search_has_no_wildcards(caller: ApiClient, world: factories.World, keyword: str) -> None:
    create_repair(world, lines=["SN-1", "SN-2"])
    assert search(caller, world.admin, keyword) == []


def test_match_does_not_span_lines(caller: ApiClient, world: factories.World) -> None:
    create_repair(world, lines=["abc", "def"])
    assert search(caller, world.admin, "cd") == []
    caller.get(ACTIVE, actor=world.admin, keyword="abc\ndef").assert_error(400, "VALIDATION")


def test_search_by_number_service_tag_and_serial_number(caller: ApiClient, world: factories.World) -> None:
    units = [
        request_bodies.unit(world.part.pk, "N/A", serviceTag="Žluťoučký-7"),
        request_bodies.unit(world.part.pk, "XJ-9", serviceTag=""),
    ]
    created = caller.post("/repairing/create", units, actor=world.client).ok
    other = caller.post("/repairing/create", [request_bodies.unit(world.part.pk, "-")], actor=world.client2).ok
    for keyword in ("žluťoučký-7", "xj-9", created["number"].lower(), created["number"][-6:]):
        assert search(caller, world.admin, keyword) == [created["number"]]
        assert search(caller, world.client, keyword) == [created["number"]]
        assert search(caller, world.client2, keyword) == []
    # placeholders are not serial numbers; descriptions and statuses are not searched
    for keyword in ("N/A", "does not switch on", "WAITING_APPROVAL"):
        assert search(caller, world.admin, keyword) == []
    assert search(caller, world.client2, other["number"]) == [other["number"]]


def test_search_by_client_and_service_name_except_for_clients(caller: ApiClient, world: factories.World) -> None:
    mine = create_repair(world)
    other = create_repair(world, world.client2)
    names = (world.client.user.client.name, world.client.user.username, world.client.user.client.service.name)  # type: ignore[union-attr]
    for name in names:
        expected = [mine.number] if name != world.client.username else sorted([mine.number, other.number])
        assert search(caller, world.admin, name.upper()) == expected
        assert search(caller, world.service, name) == [mine.number]
        assert search(caller, world.manager, name) == [mine.number]
        assert search(caller, world.client, name) == []
    assert search(caller, world.service2, "client one") == []


def test_rejects_keyword_over_200_characters(caller: ApiClient, world: factories.World) -> None:
    repair = create_repair(world, lines=["k" * 250])
    assert search(caller, world.admin, "k" * 200) == [repair.number]
    for path in (ACTIVE, "/files/export/active-repairs/xlsx"):
        response = caller.get(path, actor=world.admin, keyword="k" * 201).assert_error(400, "VALIDATION")
        assert response.fields == {"keyword": [load_messages("en")["errors.field.max_length"].format(value=200)]}
    assert search(caller, world.admin, "") == [repair.number]
    assert search(caller, world.admin, "   ") == [repair.number]


def test_search_across_request_types(caller: ApiClient, world: factories.World) -> None:
    path = "/requests/search"
    mine = create_repair(world, lines=["Ñandú-1"])
    foreign = create_repair(world, world.client2, lines=["ñandú-2"])
    many = [create_repair(world, lines=[f"bulk-{position}"]) for position in range(25)]
    row = {"id": mine.pk, "requestId": mine.number, "requestType": "REPAIR", "status": "NEW", "matched": "Ñandú-1"}
    assert caller.get(path, actor=world.client, word="ÑANDÚ").ok == [row]
    assert caller.get(path, actor=world.service, word="ñandú").ok == [{**row, "clientName": "Client one"}]
    both = caller.get(path, actor=world.supervisor, word="ñandú").ok
    assert [each["id"] for each in both] == [foreign.pk, mine.pk]
    newest = caller.get(path, actor=world.client, word="bulk-").ok
    assert [each["id"] for each in newest] == [each.pk for each in reversed(many)][:20]
    by_name = caller.get(path, actor=world.admin, word="client one").ok
    assert len(by_name) == 20
    assert {each["matched"] for each in by_name} == {"Client one"}
    assert caller.get(path, actor=world.client, word="client one").ok == []
    for word in ("", "x", " x ", "x" * 101, "a\0b"):
        response = caller.get(path, actor=world.admin, word=word).assert_error(400, "VALIDATION")
        assert list(response.fields) == ["word"]
    caller.get(path, actor=world.admin).assert_error(400, "VALIDATION")


def test_search_by_part_model_and_manufacturer(caller: ApiClient, world: factories.World) -> None:
    finder = factories.part("identiFINDER R400", manufacturer="Térmo Inc.")
    other = factories.part("identiFINDER", manufacturer="Térmo Inc.")
    repair = factories.repair(world, parts=[finder])
    items = factories.request("PARTS", world, parts=[finder])
    foreign = factories.repair(world, parts=[other], by=world.client2)
    for keyword in ("IDENTIFINDER", "térmo", "inc. identifinder"):
        results = caller.get("/requests/search", actor=world.client, word=keyword).ok
        assert {(each["requestId"], each["matched"]) for each in results} == {
            (repair.number, "Térmo Inc. identiFINDER R400"),
            (items.number, "Térmo Inc. identiFINDER R400"),
        }
        assert search(caller, world.client, keyword) == [repair.number]
        assert search(caller, world.admin, keyword) == sorted([repair.number, foreign.number])
        assert search(caller, world.service2, keyword) == [foreign.number]


def test_search_uses_new_name_of_renamed_part(caller: ApiClient, world: factories.World) -> None:
    short, long = (factories.part(model, manufacturer="Acme") for model in ("Pager", "Pager S"))
    mine, other = (factories.repair(world, parts=[each]) for each in (short, long))
    texts = {"number": short.number, "manufacturer": "Acme", "model": "Beeper"}
    data = PartData(short.category.key, {**texts, "description_en": "-", "description_es": "-"}, [])
    save_part(short.pk, data, actor=world.admin.actor)
    assert search(caller, world.admin, "acme beeper") == [mine.number]
    assert search(caller, world.admin, "acme pager") == [other.number]
    assert search(caller, world.admin, "acme pager s") == [other.number]
    assert search(caller, world.admin, mine.number) == [mine.number]
    mine.refresh_from_db()
    lines = mine.search_display.split("\n")
    assert "Acme Beeper" in lines
    assert "" not in lines, "as many lines as before"
    assert mine.search_text.split("\n") == [normalize_key(line) for line in lines]


def test_search_sorts_by_creation_time(caller: ApiClient, world: factories.World) -> None:
    older, newer = (create_repair(world, lines=["imported"]) for _ in range(2))
    ServiceRequest.objects.filter(pk=older.pk).update(created_at=newer.created_at + timedelta(days=1))
    results = caller.get("/requests/search", actor=world.admin, word="imported").ok
    assert [each["id"] for each in results] == [older.pk, newer.pk]


def test_search_returns_matched_text(caller: ApiClient, world: factories.World) -> None:
    factories.repair(world)
    names = {"service one": "Service one", "client one": "Client one", "CLIENT": "Client one"}
    for keyword, shown in names.items():
        [hit] = caller.get("/requests/search", actor=world.supervisor, word=keyword).ok
        assert hit["matched"] == shown
        [row] = caller.get(
            "/api/rest/active-repairs", actor=world.supervisor, filter=json.dumps({"keyword": keyword})
        ).ok
        assert row["matched"] == shown
    assert caller.get("/requests/search", actor=world.client, word="service one").ok == []
