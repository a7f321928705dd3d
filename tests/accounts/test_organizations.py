"""Clients, Services and managers' client lists, and their scope (contract 6.1)."""

from typing import Any

import pytest

from portal_backend.accounts.models import Client, Service
from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.contract.administration_data import PERSON_BODY
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.resources.repair_rows import create_repair

pytestmark = pytest.mark.django_db
CLIENT, SERVICE, MANAGER = "/client/edit", "/service/edit", "/sustainability-manager/save/clients"
PICK = "/client/fetch-by-criteria"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def get_visible_ids(caller: ApiClient, actor: factories.Person) -> set[int]:
    """Return the ids of the repairs that a user sees."""
    rows = caller.get("/repairing/fetch-by-criteria/active", actor=actor, size=100).ok["content"]
    return {row["id"] for row in rows}


def build_client_edit(old: str, new: str = "", **more: Any) -> dict[str, Any]:
    return {"oldClientName": old, "newClientName": new or old, "countryCode": "ES", "service": None, **more}


def build_service_edit(old: str, new: str = "", **more: Any) -> dict[str, Any]:
    names = {"oldServiceName": old, "newServiceName": new or old, "serviceContactUsername": "service"}
    return {**names, "price": 50, "supportSpecialServices": False, **more}


def move(caller: ApiClient, world: factories.World, person: factories.Person, **where: Any) -> None:
    body = {**PERSON_BODY, "oldUsername": person.username, "newUsername": person.username, **where}
    _ = caller.put("/contacts/edit", body, actor=world.admin).ok


def test_edit_client(caller: ApiClient, world: factories.World) -> None:
    two = Service.objects.get(name="Service two")
    one = Client.objects.get(name="Client one")
    response = caller.put(
        CLIENT, build_client_edit("Client one", " Ñandú ", countryCode="FR", service=two.pk), actor=world.admin
    ).ok
    expected = {"id": one.pk, "name": "Ñandú", "countryCode": "FR", "service": {"id": two.pk, "name": "Service two"}}
    assert {key: response[key] for key in expected} == expected
    card = caller.get("/contacts/profile", actor=world.admin, username="client").ok["clientForAdmin"]
    assert {key: card[key] for key in expected} == expected
    assert caller.put(CLIENT, build_client_edit("Ñandú"), actor=world.admin).ok["service"] is None
    before = dump_database()
    caller.put(CLIENT, build_client_edit("Client one"), actor=world.admin).assert_error(404, "NOT_FOUND")
    for name in ("Client two", "CLIENT TWO", "client two"):
        for lang in ("en", "es"):
            response = caller.call("PUT", CLIENT, world.admin, body=build_client_edit("Ñandú", name), lang=lang)
            assert (
                response.assert_error(409, "CLIENT_EXISTS").data["message"]
                == load_messages(lang)["errors.CLIENT_EXISTS"]
            )
    caller.put(CLIENT, build_client_edit("Client two", "ñANDÚ"), actor=world.admin).assert_error(409, "CLIENT_EXISTS")
    caller.put(CLIENT, build_client_edit("Ñandú", adminUsername="client"), actor=world.admin).assert_error(
        403, "FORBIDDEN"
    )
    assert find_changed_tables(before, dump_database()) == []
    assert caller.put(CLIENT, build_client_edit("Ñandú", "ÑANDÚ"), actor=world.admin).ok["name"] == "ÑANDÚ"


def test_edit_service(caller: ApiClient, world: factories.World) -> None:
    one = Service.objects.get(name="Service one")
    sent = build_service_edit("Service one", "Taller Óscar", price=99.99, supportSpecialServices=True)
    response = caller.put(SERVICE, sent, actor=world.admin).ok
    expected = {"id": one.pk, "name": "Taller Óscar", "price": 99.99, "supportSpecialServices": True}
    expected["serviceContactUsername"] = "service"
    assert {key: response[key] for key in expected} == expected
    assert caller.get("/contacts/profile", actor=world.service).ok["serviceForService"] == {
        "name": "Taller Óscar",
        "price": 99.99,
    }
    rows = {row["id"]: row for row in caller.get("/service/fetch/all", actor=world.manager).ok}
    assert rows[one.pk] == {"id": one.pk, "name": "Taller Óscar", "supportSpecialServices": True}
    # the contact user is optional
    none = caller.put(SERVICE, build_service_edit("Taller Óscar", serviceContactUsername=""), actor=world.admin).ok
    assert none["serviceContactUsername"] is None
    before = dump_database()
    caller.put(SERVICE, build_service_edit("Service one"), actor=world.admin).assert_error(404, "NOT_FOUND")
    for name in ("Service two", "SERVICE TWO"):
        sent = build_service_edit("Taller Óscar", name)
        for lang in ("en", "es"):
            refused = caller.call("PUT", SERVICE, world.admin, body=sent, lang=lang).assert_error(409, "SERVICE_EXISTS")
            assert refused.data["message"] == load_messages(lang)["errors.SERVICE_EXISTS"]
    sent = build_service_edit("Service two", "TALLER ÓSCAR", serviceContactUsername="service2")
    caller.put(SERVICE, sent, actor=world.admin).assert_error(409, "SERVICE_EXISTS")
    for person in ("client", "service2", "admin"):
        sent = build_service_edit("Taller Óscar", serviceContactUsername=person)
        assert set(caller.put(SERVICE, sent, actor=world.admin).assert_error(400, "VALIDATION").fields) == {
            "serviceContactUsername"
        }
    assert find_changed_tables(before, dump_database()) == []


def test_services_are_listed_with_full_name_of_contact(caller: ApiClient, world: factories.World) -> None:
    Service.objects.create(name="Service without contact")
    rows = caller.get("/api/rest/services", actor=world.admin, sort='["contactFullName","ASC"]').ok
    shown = [(row["name"], row["contactFullName"], row["serviceContactUsername"]) for row in rows]
    assert shown[0] == ("Service without contact", "", None)
    assert ("Service one", "Service Tester", "service") in shown
    resources = {each["name"]: each for each in caller.get("/api/rest/meta", actor=world.admin).ok["resources"]}
    labels = {column["key"]: column["label"] for column in resources["services"]["columns"]}
    assert labels == {"name": "Name", "contactFullName": "Contact person", "price": "Price per hour (USD)"}


def test_moved_user_has_scope_of_new_organization_at_once(caller: ApiClient, world: factories.World) -> None:
    mine, foreign = create_repair(world), create_repair(world, world.client2)
    path = f"/api/rest/active-repairs/{mine.pk}"
    assert get_visible_ids(caller, world.client) == get_visible_ids(caller, world.service) == {mine.pk}
    assert caller.get(path, actor=world.client).status == 200
    move(caller, world, world.client, clientId=world.client2.user.client_id)
    move(caller, world, world.service, serviceId=world.service2.user.service_id)
    # the same tokens now have the other scope
    for person in (world.client, world.service):
        assert get_visible_ids(caller, person) == {foreign.pk}
        caller.get(path, actor=person).assert_error(404, "NOT_FOUND")
        assert caller.get("/repairing/fetch/repair", actor=person, repairId=mine.pk).outcome == "404 NOT_FOUND"
    assert get_visible_ids(caller, world.client_mate) == {mine.pk}
    # a user who left is no longer the contact shown to clients of the old Service
    card = caller.get("/contacts/profile", actor=world.client_mate).ok["serviceForClient"]
    assert (card["name"], card["username"], card["contactEmail"]) == ("Service one", None, None)
    assert caller.get("/contacts/profile", actor=world.client).ok["serviceForClient"]["name"] == "Service two"
    before = dump_database()
    for person, where in (
        (world.client, {"serviceId": world.service2.user.service_id}),
        (world.service, {"clientId": world.client2.user.client_id}),
        (world.manager, {"clientId": world.client2.user.client_id}),
        (world.client, {"clientId": 10**9}),
    ):
        body = {**PERSON_BODY, "oldUsername": person.username, "newUsername": person.username, **where}
        assert set(caller.put("/contacts/edit", body, actor=world.admin).assert_error(400, "VALIDATION").fields) == set(
            where
        )
    assert find_changed_tables(before, dump_database()) == []
    # without an organization in the body the user stays
    move(caller, world, world.client)
    move(caller, world, world.client, clientId="", serviceId=None)
    assert get_visible_ids(caller, world.client) == {foreign.pk}


def test_requests_keep_their_service_when_client_is_reassigned(caller: ApiClient, world: factories.World) -> None:
    mine = create_repair(world)
    two = world.service2.user.service_id
    _ = caller.put(CLIENT, build_client_edit("Client one", service=two), actor=world.admin).ok
    assert (get_visible_ids(caller, world.service), get_visible_ids(caller, world.service2)) == ({mine.pk}, set())
    later = create_repair(world)
    assert get_visible_ids(caller, world.service2) == set()
    from_now = factories.repair(world)
    assert from_now.service_id == two
    assert get_visible_ids(caller, world.service2) == {from_now.pk}
    assert get_visible_ids(caller, world.client) == {mine.pk, later.pk, from_now.pk}


def test_service_filters_by_clients_that_sent_it_requests(caller: ApiClient, world: factories.World) -> None:
    one, two = world.client.user.client_id, world.client2.user.client_id
    mine, foreign = create_repair(world), create_repair(world, world.client2)

    def get_filter_choices(person: factories.Person) -> list[set[int | None]]:
        lists = {each["name"]: each for each in caller.get("/api/rest/meta", actor=person).ok["resources"]}
        return [
            {row["id"] for row in caller.get("/client/fetch/all", actor=person).ok},
            *(
                {
                    int(choice["key"])
                    for each in lists[name]["filters"]
                    if each["key"] == "clientId"
                    for choice in each["choices"]
                }
                for name in ("active-repairs", "instruments")
            ),
        ]

    caller.put(CLIENT, build_client_edit("Client one", service=world.service2.user.service_id), actor=world.admin)
    assert get_filter_choices(world.service) == [{one}] * 3, "what it was sent stays with it"
    assert get_filter_choices(world.service2) == [{one, two}] * 3, "those of its own before they send anything"
    rows = caller.get("/repairing/fetch-by-criteria/active", actor=world.service, clientId=one).ok["content"]
    assert [row["id"] for row in rows] == [mine.pk]
    assert caller.get(PICK, actor=world.service).ok["content"] == [], "only its own may be picked for a new request"
    ServiceRequest.objects.filter(pk=mine.pk).update(deleted_at=mine.created_at)
    assert get_filter_choices(world.service) == [set()] * 3
    assert foreign.client_id not in get_filter_choices(world.service)[0]


def test_manager_clients_define_scope(caller: ApiClient, world: factories.World) -> None:
    mine, foreign = create_repair(world).pk, create_repair(world, world.client2).pk
    one, two = world.client.user.client_id, world.client2.user.client_id
    for ids, expected in (([two], {foreign}), ([one, two, two], {mine, foreign}), ([], set()), ([one], {mine})):
        assert caller.post(MANAGER, ids, actor=world.admin, specifiedUsername="manager").ok is True
        assert get_visible_ids(caller, world.manager) == expected
        card = caller.get("/contacts/profile", actor=world.manager).ok["managerForAdmin"]
        assert {row["id"] for row in card["clients"]} == set(ids)
        assert {row["id"] for row in caller.get("/client/fetch/all", actor=world.manager).ok} == set(ids)
        report = caller.post("/reports/general/search", {"createdFrom": "2000-01-01T00:00:00"}, actor=world.manager).ok
        assert {row["id"] for row in report["content"]} == expected
    before = dump_database()
    for ids, query, status in (
        ([10**9], {"specifiedUsername": "manager"}, 400),
        (["x"], {"specifiedUsername": "manager"}, 400),
        ({}, {"specifiedUsername": "manager"}, 400),
        ([one], {"specifiedUsername": "client"}, 400),
        ([one], {}, 400),
        ([one], {"specifiedUsername": "nobody"}, 404),
        ([one], {"specifiedUsername": "manager", "currentUsername": "client"}, 403),
    ):
        assert caller.post(MANAGER, ids, actor=world.admin, **query).status == status, (ids, query)
    assert find_changed_tables(before, dump_database()) == []


def test_client_choices_search_sort_and_page(caller: ApiClient, world: factories.World) -> None:
    Client.objects.create(name="Ñandú", country_code="AR")
    one = {
        "id": world.client.user.client_id,
        "name": "Client one",
        "fullName": "Client Tester",
        "email": "client@example.org",
    }
    response = caller.get(PICK, actor=world.admin, word="CLIENT ONE").ok
    assert response == {"content": [one], "totalElements": 1}
    assert [row["name"] for row in caller.get(PICK, actor=world.admin).ok["content"]] == [
        "Client one",
        "Client two",
        "Ñandú",
    ]
    lone = caller.get(PICK, actor=world.supervisor, word="ñANDÚ").ok["content"]
    assert [(row["name"], row["fullName"], row["email"]) for row in lone] == [("Ñandú", None, None)]
    two = world.service2.user.service_id
    assert [row["name"] for row in caller.get(PICK, actor=world.admin, serviceIdentification=two).ok["content"]] == [
        "Client two"
    ]
    # a Service picks from those whose Service it is
    assert caller.get(PICK, actor=world.service).ok == {"content": [one], "totalElements": 1}
    assert caller.get(PICK, actor=world.service, serviceIdentification=two).ok["content"] == []
    for role in (Role.CLIENT, Role.SUSTAINABILITY_MANAGER):
        caller.get(PICK, actor=world.one_of_each_role[role]).assert_error(403, "FORBIDDEN")
    for query in ({"serviceIdentification": "x"}, {"word": "x" * 201}, {"sort": "country_code,ASC"}, {"size": 0}):
        caller.get(PICK, actor=world.admin, **query).assert_error(400, "VALIDATION")
    assert len(caller.get(PICK, actor=world.admin, size=1000).ok["content"]) == 3
    names = [(row["id"], row["name"]) for row in caller.get("/client/fetch/all", actor=world.supervisor).ok]
    assert names == list(Client.objects.order_by("name").values_list("pk", "name"))
