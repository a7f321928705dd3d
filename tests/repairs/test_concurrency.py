"""Concurrent requests: one wins, and no data are lost or duplicated.

These tests run on both databases (docs/security.md, Drills).
"""

from io import BytesIO
from itertools import count

import pytest

from portal_backend.repairs.models import RepairUnit
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import Comment, ServiceRequest, StatusChange
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.concurrent_calls import ApiCall, count_outcomes, run_concurrently
from tests.factories import World
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4
MOVE = "/repairing/change/repair/status"


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.mark.parametrize("race", range(ROUNDS))
def test_concurrent_continue_of_two_supervisors_succeeds_once(race: int, world: World) -> None:
    repair = factories.repair(world, ready=True)
    responses = run_concurrently(
        *(
            lambda caller, person=person: caller.post(MOVE, actor=person, repairId=repair.pk, expectedStatus="NEW")
            for person in (world.supervisor, world.supervisor2)
        )
    )
    assert count_outcomes(responses) == {"200": 1, "409 STALE": 1}
    winner = (world.supervisor, world.supervisor2)[[response.status for response in responses].index(200)]
    loser = next(response for response in responses if response.status == 409)
    assert loser.data["current"]["status"]["key"] == "IN_SHIPPING_DETAILS"
    assert loser.data["current"]["changedBy"] == winner.user.full_name
    news = StatusChange.objects.filter(request=repair).exclude(old_status="NONE").values_list("user_id", "new_status")
    assert list(news) == [(winner.id, "IN_SHIPPING_DETAILS")]
    assert ServiceRequest.objects.get(pk=repair.pk).version == repair.version + 1


@pytest.mark.parametrize("seen", ["expectedStatus", "version"])
def test_double_click_causes_one_transition(seen: str, world: World) -> None:
    """A second transition would be allowed: the service may leave the next status too."""
    repair = factories.repair(world, "IN_TRANSIT")
    RepairUnit.objects.filter(repair_id=repair.pk).update(diagnostic_status="IT_IS_WORKING")
    query = {"expectedStatus": "IN_TRANSIT"} if seen == "expectedStatus" else {"version": repair.version}
    responses = run_concurrently(
        *[lambda caller: caller.post(MOVE, actor=world.service, repairId=repair.pk, **query)] * 5
    )
    assert count_outcomes(responses) == {"200": 1, "409 STALE": 4}
    assert ServiceRequest.objects.get(pk=repair.pk).status == "IN_WAITING_DIAGNOSTICS"
    assert StatusChange.objects.filter(request=repair, old_status="IN_TRANSIT").count() == 1


def test_version_conflict_of_two_saves_rejects_one(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world))
    version = repair_client.request.version

    def decide(status: str) -> ApiCall:
        body = [{"id": repair_client.units[0], "status": status}]
        path = "/repairing/change/initial/status/all"
        return lambda own: own.post(path, body, actor=world.supervisor, repairId=repair_client.id, version=version)

    responses = run_concurrently(decide("APPROVED"), decide("REJECTED"))
    assert count_outcomes(responses) == {"200": 1, "409 STALE": 1}
    expected = "APPROVED" if responses[0].status == 200 else "REJECTED"
    assert (repair_client.get_unit().initial_approval, repair_client.request.version) == (expected, version + 1)


def test_concurrent_saves_of_different_units_all_succeed(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, units=6))
    version = repair_client.request.version
    path = "/repairing/change/initial/status/all"
    responses = run_concurrently(
        *(
            lambda own, pk=pk: own.post(
                path, [{"id": pk, "status": "APPROVED"}], actor=world.supervisor, repairId=repair_client.id
            )
            for pk in repair_client.units
        )
    )
    assert count_outcomes(responses) == {"200": 6}
    assert {repair_client.get_unit(i).initial_approval for i in range(6)} == {"APPROVED"}
    assert repair_client.request.version == version + 6
    assert sorted(response.data["version"] for response in responses) == list(range(version + 1, version + 7))


@pytest.mark.parametrize("race", range(ROUNDS))
def test_idempotency_key_creates_repair_once_on_retry(race: int, world: World) -> None:
    body = [request_bodies.unit(world.part.pk)]
    key = {"Idempotency-Key": f"form-{race}"}
    responses = run_concurrently(
        *[lambda own: own.post("/repairing/create", body, actor=world.client, headers=key)] * 4
    )
    assert [response.ok for response in responses] == [responses[0].ok] * 4
    assert ServiceRequest.objects.get().number == responses[0].data["number"]
    assert StatusChange.objects.count() == RepairUnit.objects.count() == 1


def test_concurrent_repairs_get_consecutive_numbers(world: World) -> None:
    body = [request_bodies.unit(world.part.pk)]
    people = (world.client, world.client2, world.client_mate) * 2
    responses = run_concurrently(
        *(lambda own, person=person: own.post("/repairing/create", body, actor=person) for person in people)
    )
    numbers = sorted(response.ok["number"] for response in responses)
    first = int(numbers[0][-6:])
    assert [int(number[-6:]) for number in numbers] == list(range(first, first + 6))


def test_concurrent_repairs_cannot_share_upload(caller: ApiClient, world: World) -> None:
    file = caller.upload("/files/upload", {"file": BytesIO(b"a note")}, world.client).ok
    body = [request_bodies.unit(world.part.pk, attachments=[{"id": file["id"]}])]
    responses = run_concurrently(*[lambda own: own.post("/repairing/create", body, actor=world.client)] * 3)
    assert count_outcomes(responses) == {"200": 1, "404 NOT_FOUND": 2}
    assert ServiceRequest.objects.count() == RepairUnit.objects.count() == 1


def test_concurrent_saves_do_not_duplicate_comment_or_package(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world))
    numbers = count()

    def comment(own: ApiClient) -> ClientResponse:
        text = f"Text {next(numbers)}"
        return own.put(
            "/repairing/save/request/approval/comment",
            request_bodies.comment(repair_client.id, "NEW", text),
            world.supervisor,
        )

    assert count_outcomes(run_concurrently(*[comment] * 4)) == {"200": 4}
    assert Comment.objects.count() == 1
    repair_client.set_status(world.admin, "IN_SHIPPING_DETAILS")
    path = "/repairing/save/shipping/data"
    save = lambda own: own.post(path, request_bodies.shipping(), actor=world.client, repairId=repair_client.id)  # noqa: E731
    assert count_outcomes(run_concurrently(*[save] * 3)) == {"200": 3}
    assert Package.objects.filter(request_id=repair_client.id).count() == 1


def test_concurrent_transition_and_deletion_exclude_each_other(world: World) -> None:
    repair = factories.repair(world, ready=True)
    seen = {"repairId": repair.pk, "version": repair.version}
    moved, deleted = run_concurrently(
        lambda own: own.post(MOVE, actor=world.supervisor, **seen),
        lambda own: own.delete("/repairing/delete", actor=world.admin, **seen),
    )
    assert (moved.status, deleted.status) in ((200, 409), (404, 200))
    now = ServiceRequest.objects.get(pk=repair.pk)
    assert (now.deleted_at is None) == (moved.status == 200)
    assert now.status == ("IN_SHIPPING_DETAILS" if moved.status == 200 else "NEW")
