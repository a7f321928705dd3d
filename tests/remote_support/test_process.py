"""Process, guards and sessions of remote support requests (contract 4.4)."""

from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
import time_machine
from pydantic.alias_generators import to_camel

from portal_backend.accounts.models import Client, Service
from portal_backend.remote_support.models import SEARCHED_FIELDS, SupportSession
from portal_backend.remote_support.schemas import SupportIn
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
LIST = "/support/fetch-remote-support-by-criteria"
SAVE, MOVE = "/support/process/service-review-session", "/support/update-status"
DELETE, APPROVE = "/support/delete/service-review-session", "/support/update/initial-approval"


@pytest.fixture
def world() -> World:
    return factories.world()


def save_session(caller: ApiClient, request: ServiceRequest, actor: Person | str, **session: Any) -> ClientResponse:
    return caller.post(SAVE, request_bodies.session(**session), actor=actor, requestId=request.pk)


def advance(caller: ApiClient, request: ServiceRequest, actor: Person) -> ClientResponse:
    return caller.put(MOVE, actor=actor, remoteSupportId=request.pk)


def read_support(caller: ApiClient, request: ServiceRequest, actor: Person | str) -> dict[str, Any]:
    data: dict[str, Any] = caller.get("/support/fetch/by/id", actor=actor, id=request.pk).ok
    return data


def test_request_passes_the_process(caller: ApiClient, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world)
    advance(caller, request, world.supervisor).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    approved = caller.post(APPROVE, actor=world.supervisor, remoteSupportId=request.pk, status="APPROVED").ok
    assert approved["isAllowedToContinue"] is True
    assert advance(caller, request, world.supervisor).ok["status"]["key"] == "SERVICE_REVIEW"
    refused = advance(caller, request, world.service).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert list(refused.fields) == ["serviceReviewSessions"]
    assert save_session(caller, request, world.service).ok["allowedToContinue"] is True
    assert advance(caller, request, world.service).ok["status"]["key"] == "WAITING_COMPLETION"
    assert advance(caller, request, world.service).ok["status"]["key"] == "DONE"


def test_texts_of_a_new_request_are_read_by_every_role_and_found(caller: ApiClient, world: World) -> None:
    names = [name for name, field in SupportIn.model_fields.items() if field.annotation is str]
    assert {"title", "description", "serial_number"} <= set(names)
    texts = {to_camel(name): f"Entered as {name}" for name in names}
    request = factories.request("REMOTE_SUPPORT", world, **texts)
    for person in world.one_of_each_role.values():
        data = read_support(caller, request, person)
        assert {key: data.get(key) for key in texts} == texts, person.role
    for name in SEARCHED_FIELDS:
        found = caller.get(LIST, actor=world.client, keyword=texts[to_camel(name)]).ok
        assert [row["id"] for row in found["content"]] == [request.pk], name


def test_rejection_ends_request(caller: ApiClient, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world)
    assert caller.post(APPROVE, actor=world.admin, remoteSupportId=request.pk, status="REJECTED").status == 200
    assert advance(caller, request, world.supervisor).ok["status"]["key"] == "REJECTED"


@pytest.mark.parametrize(("seconds", "verdict"), [(0, "200"), (3599, "200"), (3600, "409 STALE"), (3601, "409 STALE")])
def test_sessions_are_edited_for_one_hour_after_done(
    seconds: int, verdict: str, caller: ApiClient, world: World
) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "DONE")
    assert request.completed_at is not None
    session = SupportSession.objects.get()
    with time_machine.travel(request.completed_at + timedelta(seconds=seconds), tick=False):
        token = factories.session(world.service.user)
        mode = read_support(caller, request, token)["serviceReviewSessionsEditMode"]
        assert mode["enabled"] is (verdict == "200")
        assert mode["secondsLeft"] == max(0, 3600 - seconds)
        assert save_session(caller, request, token).outcome == verdict
        assert caller.delete(DELETE, actor=token, id=session.pk).outcome == verdict


def test_edit_window_is_visible_to_all_roles(caller: ApiClient, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "DONE")
    for person in world.one_of_each_role.values():
        assert read_support(caller, request, person)["serviceReviewSessionsEditMode"]["enabled"] is True
    waiting = factories.request("REMOTE_SUPPORT", world, "WAITING_COMPLETION")
    assert read_support(caller, waiting, world.client)["serviceReviewSessionsEditMode"] == {
        "enabled": False,
        "endAt": None,
        "secondsLeft": 0,
    }


@pytest.mark.parametrize(
    ("status", "verdict"), [("SERVICE_REVIEW", "200"), ("WAITING_COMPLETION", "409 NOT_ALLOWED_TO_CONTINUE")]
)
def test_last_session_can_be_deleted_in_service_review_only(
    status: str, verdict: str, caller: ApiClient, world: World
) -> None:
    request = factories.request("REMOTE_SUPPORT", world, status, ready=status == "SERVICE_REVIEW")
    session = SupportSession.objects.get()
    assert caller.delete(DELETE, actor=world.service, id=session.pk).outcome == verdict
    assert SupportSession.objects.exists() is (verdict != "200")
    if verdict != "200":
        assert save_session(caller, request, world.service).status == 200
        assert caller.delete(DELETE, actor=world.service, id=session.pk).status == 200


@pytest.mark.parametrize("hours", [0, -1, 1.005, 1000, "x", None, True])
def test_rejects_invalid_hours(hours: Any, caller: ApiClient, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    refused = save_session(caller, request, world.service, durationInHours=hours).assert_error(400, "VALIDATION")
    assert list(refused.fields) == ["durationInHours"]
    for good in (0.01, 999.99, "1.5"):
        assert save_session(caller, request, world.service, durationInHours=good).status == 200


def test_cost_uses_price_when_session_was_saved(caller: ApiClient, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    assert save_session(caller, request, world.service, durationInHours=2).status == 200
    Service.objects.filter(pk=request.service_id).update(price=Decimal("33.33"))
    assert save_session(caller, request, world.service, durationInHours=1.5, completionDate="2026-04-01").status == 200
    data = {role: read_support(caller, request, person) for role, person in world.one_of_each_role.items()}
    assert {role for role in data if "totalCost" in data[role]} == {"ADMIN", "SUPERVISOR", "SERVICE"}
    assert float(data[world.admin.role]["totalCost"]) == 150.0  # 2 x 50 + 1.5 x 33.33, to the cent
    assert {(each["totalHours"], each["lastSessionDate"]) for each in data.values()} == {(3.5, "2026-04-01")}


def test_rejects_session_of_another_request(caller: ApiClient, world: World) -> None:
    own, other = (factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW", ready=True) for _ in range(2))
    foreign = SupportSession.objects.get(support_id=other.pk)
    before = dump_database()
    save_session(caller, own, world.service, id=foreign.pk).assert_error(404, "NOT_FOUND")
    assert dump_database() == before


def test_idempotency_key_does_not_save_deleted_session_again(caller: ApiClient, world: World) -> None:
    request = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    send = partial(caller.post, SAVE, request_bodies.session(), actor=world.service, requestId=request.pk)
    once = {"Idempotency-Key": "once"}
    assert send(headers=once).ok["session"] == send(headers=once).ok["session"]
    assert caller.delete(DELETE, actor=world.service, id=SupportSession.objects.get().pk).status == 200
    send(headers=once).assert_error(404, "NOT_FOUND")
    assert not SupportSession.objects.exists()


def test_special_support_is_assigned_to_service_that_offers_it(caller: ApiClient, world: World) -> None:
    def service_of_new() -> str:
        made = caller.put("/support/save", request_bodies.remote_support(specialSupport=True), actor=world.client).ok
        return ServiceRequest.objects.get(pk=made["id"]).service.name

    assert service_of_new() == "Service one", "none gives it: the own one"
    for name in ("Service zero", "Service alpha"):
        Service.objects.create(name=name, support_special_services=True)
    assert service_of_new() == "Service alpha", "the first by name"
    Service.objects.filter(name="Service one").update(support_special_services=True)
    assert service_of_new() == "Service one"


def test_service_must_name_a_client_of_its_own(caller: ApiClient, world: World) -> None:
    own, foreign = (Client.objects.get(name=name).pk for name in ("Client one", "Client two"))
    refused = caller.put("/support/save", request_bodies.remote_support(), actor=world.service).assert_error(
        400, "VALIDATION"
    )
    assert list(refused.fields) == ["client"]
    caller.put(
        "/support/save", request_bodies.remote_support(client={"id": foreign}), actor=world.service
    ).assert_error(404, "NOT_FOUND")
    caller.put("/support/save", request_bodies.remote_support(client={"id": foreign}), actor=world.client).assert_error(
        404, "NOT_FOUND"
    )
    made = caller.put("/support/save", request_bodies.remote_support(client={"id": own}), actor=world.service).ok
    assert ServiceRequest.objects.get(pk=made["id"]).client_id == own


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
        ({"contact": request_bodies.contact(email="x")}, "contact.email"),
        ({"initialApproval": "APPROVED"}, "initialApproval"),
    ],
)
def test_rejects_invalid_field(change: dict[str, Any], field: str, caller: ApiClient, world: World) -> None:
    refused = caller.put("/support/save", request_bodies.remote_support(**change), actor=world.client).assert_error(
        400, "VALIDATION"
    )
    assert list(refused.fields) == [field]
