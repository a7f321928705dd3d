"""The guards of remote support, its sessions to the second, and every note under its table (contract 4.4)."""

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
def here() -> World:
    return factories.world()


def save(caller: Caller, request: Request, actor: Person | str, **session: Any) -> Answered:
    return caller.post(SAVE, bodies.session(**session), actor=actor, requestId=request.pk)


def go_on(caller: Caller, request: Request, actor: Person) -> Answered:
    return caller.put(MOVE, actor=actor, remoteSupportId=request.pk)


def read(caller: Caller, request: Request, actor: Person | str) -> dict[str, Any]:
    told: dict[str, Any] = caller.get("/support/fetch/by/id", actor=actor, id=request.pk).ok
    return told


def test_it_goes_from_approval_to_done(caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here)
    go_on(caller, request, here.supervisor).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    approved = caller.post(APPROVE, actor=here.supervisor, remoteSupportId=request.pk, status="APPROVED").ok
    assert approved["isAllowedToContinue"] is True
    assert go_on(caller, request, here.supervisor).ok["status"]["key"] == "SERVICE_REVIEW"
    refused = go_on(caller, request, here.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert list(refused.fields) == ["serviceReviewSessions"]
    assert save(caller, request, here.service).ok["allowedToContinue"] is True
    assert go_on(caller, request, here.service).ok["status"]["key"] == "WAITING_COMPLETION"
    assert go_on(caller, request, here.service).ok["status"]["key"] == "DONE"


def test_a_rejected_request_ends(caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here)
    assert caller.post(APPROVE, actor=here.admin, remoteSupportId=request.pk, status="REJECTED").status == 200
    assert go_on(caller, request, here.supervisor).ok["status"]["key"] == "REJECTED"


@pytest.mark.parametrize(("seconds", "verdict"), [(0, "200"), (3599, "200"), (3600, "409 STALE"), (3601, "409 STALE")])
def test_sessions_are_edited_for_one_hour_after_done(seconds: int, verdict: str, caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here, "DONE")
    assert request.completed_at is not None
    session = Session.objects.get()
    with time_machine.travel(request.completed_at + timedelta(seconds=seconds), tick=False):
        token = factories.session(here.service.user)
        mode = read(caller, request, token)["serviceReviewSessionsEditMode"]
        assert mode["enabled"] is (verdict == "200")
        assert mode["secondsLeft"] == max(0, 3600 - seconds)
        assert save(caller, request, token).verdict == verdict
        assert caller.delete(DELETE, actor=token, id=session.pk).verdict == verdict


def test_the_countdown_is_everybodys(caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here, "DONE")
    for person in here.one_of_each_role.values():
        assert read(caller, request, person)["serviceReviewSessionsEditMode"]["enabled"] is True
    waiting = factories.request("REMOTE_SUPPORT", here, "WAITING_COMPLETION")
    assert read(caller, waiting, here.client)["serviceReviewSessionsEditMode"] == {
        "enabled": False,
        "endAt": None,
        "secondsLeft": 0,
    }


@pytest.mark.parametrize(
    ("status", "verdict"), [("SERVICE_REVIEW", "200"), ("WAITING_COMPLETION", "409 NOT_ALLOWED_TO_CONTINUE")]
)
def test_the_last_session_goes_in_service_review_alone(status: str, verdict: str, caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here, status, ready=status == "SERVICE_REVIEW")
    session = Session.objects.get()
    assert caller.delete(DELETE, actor=here.service, id=session.pk).verdict == verdict
    assert Session.objects.exists() is (verdict != "200")
    if verdict != "200":
        assert save(caller, request, here.service).status == 200
        assert caller.delete(DELETE, actor=here.service, id=session.pk).status == 200


@pytest.mark.parametrize("hours", [0, -1, 1.005, 1000, "x", None, True])
def test_hours_are_more_than_none_and_less_than_a_thousand(hours: Any, caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW")
    refused = save(caller, request, here.service, durationInHours=hours).refused(400, "VALIDATION")
    assert list(refused.fields) == ["durationInHours"]
    for good in (0.01, 999.99, "1.5"):
        assert save(caller, request, here.service, durationInHours=good).status == 200


def test_cost_is_hours_times_the_price_when_they_were_saved(caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW")
    assert save(caller, request, here.service, durationInHours=2).status == 200
    Service.objects.filter(pk=request.service_id).update(price=Decimal("33.33"))
    assert save(caller, request, here.service, durationInHours=1.5, completionDate="2026-04-01").status == 200
    told = {role: read(caller, request, person) for role, person in here.one_of_each_role.items()}
    assert {role for role in told if "totalCost" in told[role]} == {"ADMIN", "SUPERVISOR", "SERVICE"}
    assert float(told[here.admin.role]["totalCost"]) == 150.0  # 2 x 50 + 1.5 x 33.33, to the cent
    assert {(each["totalHours"], each["lastSessionDate"]) for each in told.values()} == {(3.5, "2026-04-01")}


def test_a_session_of_another_request_is_404(caller: Caller, here: World) -> None:
    own, other = (factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW", ready=True) for _ in range(2))
    foreign = Session.objects.get(support_id=other.pk)
    before = dump()
    save(caller, own, here.service, id=foreign.pk).refused(404, "NOT_FOUND")
    assert dump() == before


def test_a_session_that_was_saved_once_and_deleted_since_is_not_saved_again(caller: Caller, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW")
    send = partial(caller.post, SAVE, bodies.session(), actor=here.service, requestId=request.pk)
    once = {"Idempotency-Key": "once"}
    assert send(headers=once).ok["session"] == send(headers=once).ok["session"]
    assert caller.delete(DELETE, actor=here.service, id=Session.objects.get().pk).status == 200
    send(headers=once).refused(404, "NOT_FOUND")
    assert not Session.objects.exists()


def test_special_support_goes_to_a_service_that_gives_it(caller: Caller, here: World) -> None:
    def service_of_new() -> str:
        made = caller.put("/support/save", bodies.support(specialSupport=True), actor=here.client).ok
        return Request.objects.get(pk=made["id"]).service.name

    assert service_of_new() == "Service one", "none gives it: the own one"
    for name in ("Service zero", "Service alpha"):
        Service.objects.create(name=name, support_special_services=True)
    assert service_of_new() == "Service alpha", "the first by name"
    Service.objects.filter(name="Service one").update(support_special_services=True)
    assert service_of_new() == "Service one"


def test_a_service_names_a_client_of_its_own(caller: Caller, here: World) -> None:
    own, foreign = (Client.objects.get(name=name).pk for name in ("Client one", "Client two"))
    refused = caller.put("/support/save", bodies.support(), actor=here.service).refused(400, "VALIDATION")
    assert list(refused.fields) == ["client"]
    caller.put("/support/save", bodies.support(client={"id": foreign}), actor=here.service).refused(404, "NOT_FOUND")
    caller.put("/support/save", bodies.support(client={"id": foreign}), actor=here.client).refused(404, "NOT_FOUND")
    made = caller.put("/support/save", bodies.support(client={"id": own}), actor=here.service).ok
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
def test_a_bad_field_is_named(change: dict[str, Any], field: str, caller: Caller, here: World) -> None:
    refused = caller.put("/support/save", bodies.support(**change), actor=here.client).refused(400, "VALIDATION")
    assert list(refused.fields) == [field]
