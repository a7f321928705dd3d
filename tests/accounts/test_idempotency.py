"""Idempotency keys: a repeated creating request creates once (contract section 1)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.models import IdempotencyKey
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse

pytestmark = pytest.mark.django_db
CREATE, ADD = "/repairing/create", "/repairing/add/repair-part"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def create(caller: ApiClient, actor: factories.Person, body: Any, key: str | None) -> ClientResponse:
    headers = {} if key is None else {"Idempotency-Key": key}
    return caller.post(CREATE, body, actor=actor, headers=headers)


def test_repeated_idempotency_key_returns_first_response(caller: ApiClient, world: factories.World) -> None:
    body = [request_bodies.unit(world.part.pk)]
    first = create(caller, world.client, body, "k" * 64).ok
    assert create(caller, world.client, body, "k" * 64).ok == first
    assert ServiceRequest.objects.count() == RepairUnit.objects.count() == 1
    assert create(caller, world.client, body, "another").ok != first
    for _ in range(2):
        create(caller, world.client, body, None)
        create(caller, world.client, body, "")
    assert ServiceRequest.objects.count() == 6


def test_idempotency_key_with_another_body_is_rejected(caller: ApiClient, world: factories.World) -> None:
    """The client would otherwise take the first response for the second request's."""
    body, other = [request_bodies.unit(world.part.pk)], [request_bodies.unit(world.part.pk, "SN-2")]
    first = create(caller, world.client, body, "key").ok
    refused = create(caller, world.client, other, "key").assert_error(409, "KEY_USED")
    assert refused.data["created"] == first
    assert create(caller, world.client, body, "key").ok == first
    assert ServiceRequest.objects.count() == 1
    # keys from before bodies were stored match any body
    IdempotencyKey.objects.update(body_digest="")
    assert create(caller, world.client, other, "key").ok == first


def test_idempotency_key_is_separate_for_each_user(caller: ApiClient, world: factories.World) -> None:
    body = [request_bodies.unit(world.part.pk)]
    made = [create(caller, who, body, "same").ok["id"] for who in (world.client, world.client_mate, world.client2)]
    assert len(set(made)) == 3
    assert ServiceRequest.objects.get(pk=made[2]).created_by == world.client2.user


def test_failed_request_stores_no_idempotency_key(caller: ApiClient, world: factories.World) -> None:
    bad = [request_bodies.unit(world.part.pk), request_bodies.unit(999_999)]
    create(caller, world.client, bad, "key").assert_error(400, "VALIDATION")
    foreign = [request_bodies.unit(world.part.pk, attachments=[{"id": "nothing"}])]
    create(caller, world.client, foreign, "key").assert_error(404, "NOT_FOUND")
    assert not IdempotencyKey.objects.exists()
    assert not ServiceRequest.objects.exists()
    create(caller, world.client, [request_bodies.unit(world.part.pk)], "key").ok  # noqa: B018 - .ok asserts success


@pytest.mark.parametrize("key", ["k" * 65, "a\tb", "é\x85"])
def test_rejects_invalid_idempotency_key(caller: ApiClient, world: factories.World, key: str) -> None:
    response = create(caller, world.client, [request_bodies.unit(world.part.pk)], key).assert_error(400, "VALIDATION")
    assert list(response.fields) == ["Idempotency-Key"]
    assert not ServiceRequest.objects.exists()


def test_idempotency_key_adds_repair_unit_once(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world, "IN_DIAGNOSTICS")
    body = request_bodies.unit(world.part.pk, "SN-ADDED")

    def add(actor: factories.Person) -> ClientResponse:
        return caller.post(ADD, body, actor=actor, repairId=repair.pk, headers={"Idempotency-Key": "unit"})

    first = add(world.service).ok
    assert add(world.service).ok["id"] == first["id"]
    assert RepairUnit.objects.filter(repair_id=repair.pk).count() == 2
    # a repeated request returns nothing that is out of the caller's scope by now
    ServiceRequest.objects.filter(pk=repair.pk).update(service=world.service2.user.service)
    add(world.service).assert_error(404, "NOT_FOUND")


def test_idempotency_key_is_separate_for_each_call(world: factories.World) -> None:
    for _ in range(2):
        assert idempotent("create", "key", world.client.actor, b"{}", lambda: {"id": 1}) == {"id": 1}
        assert idempotent("add", "key", world.client.actor, b"{}", lambda: {"part": 2}) == {"part": 2}


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_with_one_idempotency_key_create_once(caller: ApiClient) -> None:
    world = factories.world()
    body = [request_bodies.unit(world.part.pk)]

    def one(turn: int) -> ClientResponse:
        try:
            return create(ApiClient(), world.client, body, f"key-{turn // 4}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        responses = list(pool.map(one, range(20)))
    assert {response.outcome for response in responses} == {"200"}
    assert len({response.data["id"] for response in responses}) == ServiceRequest.objects.count() == 5
    assert all(len({each.data["id"] for each in responses[turn : turn + 4]}) == 1 for turn in range(0, 20, 4))
