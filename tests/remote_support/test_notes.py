"""Process, guards and sessions of remote support requests (contract 4.4)."""

from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
import time_machine

from portal_backend.accounts.models import Client, Service
from portal_backend.remote_support.models import Session
from portal_backend.workflow.models import Request
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.contract.rows import dump
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
SAVE, MOVE = "/support/process/service-review-session", "/support/update-status"
DELETE, APPROVE = "/support/delete/service-review-session", "/support/update/initial-approval"


@pytest.fixture
def world() -> World:
    return factories.world()


def save(caller: Caller, request: Request, actor: Person | str, **session: Any) -> Answered:
    return caller.post(SAVE, bodies.session(**session), actor=actor, requestId=request.pk)


def go_on(caller: Caller, request: Request, actor: Person) -> Answered:
    return caller.put(MOVE, actor=actor, remoteSupportId=request.pk)


def read(caller: Caller, request: Request, actor: Person | str) -> dict[str, Any]:
    data: dict[str, Any] = caller.get("/support/fetch/by/id", actor=actor, id=request.pk).ok
    return data


def test_request_passes_the_process(caller: Caller, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world)
    go_on(caller, request, world.supervisor).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    approved = caller.post(APPROVE, actor=world.supervisor, remoteSupportId=request.pk, status="APPROVED").ok
    assert approved["isAllowedToContinue"] is True
    assert go_on(caller, request, world.supervisor).ok["status"]["key"] == "SERVICE_REVIEW"
    refused = go_on(caller, request, world.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert list(refused.fields) == ["serviceReviewSessions"]
    assert save(caller, request, world.service).ok["allowedToContinue"] is True
    assert go_on(caller, request, world.service).ok["status"]["key"] == "WAITING_COMPLETION"
    assert go_on(caller, request, world.service).ok["status"]["key"] == "DONE"


def test_rejection_ends_request(caller: Caller, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world)
    assert caller.post(APPROVE, actor=world.admin, remoteSupportId=request.pk, status="REJECTED").status == 200
    assert go_on(caller, request, world.supervisor).ok["status"]["key"] == "REJECTED"


@pytest.mark.parametrize(("seconds", "verdict"), [(0, "200"), (3599, "200"), (3600, "409 STALE"), (3601, "409 STALE")])
def test_sessions_are_edited_for_one_hour_after_done(seconds: int, verdict: str, caller: Caller, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "DONE")
    assert request.completed_at is not None
    session = Session.objects.get()
    with time_machine.travel(request.completed_at + timedelta(seconds=seconds), tick=False):
        token = factories.session(world.service.user)
        mode = read(caller, request, token)["serviceReviewSessionsEditMode"]
        assert mode["enabled"] is (verdict == "200")
        assert mode["secondsLeft"] == max(0, 3600 - seconds)
        assert save(caller, request, token).verdict == verdict
        assert caller.delete(DELETE, actor=token, id=session.pk).verdict == verdict


def test_edit_window_is_visible_to_all_roles(caller: Caller, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "DONE")
    for person in world.one_of_each_role.values():
        assert read(caller, request, person)["serviceReviewSessionsEditMode"]["enabled"] is True
    waiting = factories.request("REMOTE_SUPPORT", world, "WAITING_COMPLETION")
    assert read(caller, waiting, world.client)["serviceReviewSessionsEditMode"] == {
        "enabled": False,
        "endAt": None,
        "secondsLeft": 0,
    }


@pytest.mark.parametrize(
    ("status", "verdict"), [("SERVICE_REVIEW", "200"), ("WAITING_COMPLETION", "409 NOT_ALLOWED_TO_CONTINUE")]
)
def test_last_session_can_be_deleted_in_service_review_only(
    status: str, verdict: str, caller: Caller, world: World
) -> None:
    request = factories.request("REMOTE_SUPPORT", world, status, ready=status == "SERVICE_REVIEW")
    session = Session.objects.get()
    assert caller.delete(DELETE, actor=world.service, id=session.pk).verdict == verdict
    assert Session.objects.exists() is (verdict != "200")
    if verdict != "200":
        assert save(caller, request, world.service).status == 200
        assert caller.delete(DELETE, actor=world.service, id=session.pk).status == 200


@pytest.mark.parametrize("hours", [0, -1, 1.005, 1000, "x", None, True])
def test_rejects_invalid_hours(hours: Any, caller: Caller, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    refused = save(caller, request, world.service, durationInHours=hours).refused(400, "VALIDATION")
    assert list(refused.fields) == ["durationInHours"]
    for good in (0.01, 999.99, "1.5"):
        assert save(caller, request, world.service, durationInHours=good).status == 200


def test_cost_uses_price_when_session_was_saved(caller: Caller, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    assert save(caller, request, world.service, durationInHours=2).status == 200
    Service.objects.filter(pk=request.service_id).update(price=Decimal("33.33"))
    assert save(caller, request, world.service, durationInHours=1.5, completionDate="2026-04-01").status == 200
    data = {role: read(caller, request, person) for role, person in world.one_of_each_role.items()}
    assert {role for role in data if "totalCost" in data[role]} == {"ADMIN", "SUPERVISOR", "SERVICE"}
    assert float(data[world.admin.role]["totalCost"]) == 150.0  # 2 x 50 + 1.5 x 33.33, to the cent
    assert {(each["totalHours"], each["lastSessionDate"]) for each in data.values()} == {(3.5, "2026-04-01")}


def test_rejects_session_of_another_request(caller: Caller, world: World) -> None:
    own, other = (factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW", ready=True) for _ in range(2))
    foreign = Session.objects.get(support_id=other.pk)
    before = dump()
    save(caller, own, world.service, id=foreign.pk).refused(404, "NOT_FOUND")
    assert dump() == before


def test_idempotency_key_does_not_save_deleted_session_again(caller: Caller, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    send = partial(caller.post, SAVE, bodies.session(), actor=world.service, requestId=request.pk)
    once = {"Idempotency-Key": "once"}
    assert send(headers=once).ok["session"] == send(headers=once).ok["session"]
    assert caller.delete(DELETE, actor=world.service, id=Session.objects.get().pk).status == 200
    send(headers=once).refused(404, "NOT_FOUND")
    assert not Session.objects.exists()


def test_special_support_is_assigned_to_service_that_offers_it(caller: Caller, world: World) -> None:
    def service_of_new() -> str:
        made = caller.put("/support/save", bodies.support(specialSupport=True), actor=world.client).ok
        return Request.objects.get(pk=made["id"]).service.name

    assert service_of_new() == "Service one", "none gives it: the own one"
    for name in ("Service zero", "Service alpha"):
        Service.objects.create(name=name, support_special_services=True)
    assert service_of_new() == "Service alpha", "the first by name"
    Service.objects.filter(name="Service one").update(support_special_services=True)
    assert service_of_new() == "Service one"


def test_service_must_name_a_client_of_its_own(caller: Caller, world: World) -> None:
    own, foreign = (Client.objects.get(name=name).pk for name in ("Client one", "Client two"))
    refused = caller.put("/support/save", bodies.support(), actor=world.service).refused(400, "VALIDATION")
    assert list(refused.fields) == ["client"]
    caller.put("/support/save", bodies.support(client={"id": foreign}), actor=world.service).refused(404, "NOT_FOUND")
    caller.put("/support/save", bodies.support(client={"id": foreign}), actor=world.client).refused(404, "NOT_FOUND")
    made = caller.put("/support/save", bodies.support(client={"id": own}), actor=world.service).ok
    assert Request.objects.get(pk=made["id"]).client_id == own


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": ""}, "title"),
        ({"description": " "}, "description"),
        ({"specialSupport": "true"}, "specialSupport"),
        ({"preferredContactMethods": []}, "preferredContactMethods"),
        ({"preferredContactMethods": ["PIGEON"]}, "preferredContactMethods.0"),
        ({"preferredDate": ""}, "preferredDate"),
        ({"preferredDate": "2026-03-09"}, "preferredDate"),
        ({"preferredDate": "0001-01-01T00:00:00+14:00"}, "preferredDate"),
        ({"contact": bodies.contact(email="x")}, "contact.email"),
        ({"initialApproval": "APPROVED"}, "initialApproval"),
    ],
)
def test_rejects_invalid_field(change: dict[str, Any], field: str, caller: Caller, world: World) -> None:
    refused = caller.put("/support/save", bodies.support(**change), actor=world.client).refused(400, "VALIDATION")
    assert list(refused.fields) == [field]
