"""Submission and decision of account requests (contract 3, spec 2.9 and 2.10)."""

from typing import Any

import pytest

from portal_backend.accounts.models import Client, Service, User
from portal_backend.core.actor import Role
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Mail
from portal_backend.registration.models import AccountRequest
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.administration_data import PERSON_BODY, build_address_body
from tests.registration.conftest import read_mailed_key
from tests.smtp_server import Mailbox, get_text

pytestmark = pytest.mark.django_db
SUBMIT = "/contacts/request-account/request"
DECIDE = "/contacts/request-account/decision"
CONTACT_BODY = {**PERSON_BODY, "username": "ana", "backupEmails": [{"value": "b@example.org"}]}


def submit_request(caller: ApiClient, **contact: Any) -> int:
    body = {"contact": {**CONTACT_BODY, **contact}, "address": build_address_body()}
    return int(caller.post(SUBMIT, body, lang="es").ok)


def decide(caller: ApiClient, actor: factories.Person, pk: int, **info: Any) -> ClientResponse:
    """Approve a request with the given info, or reject it if there is none."""
    status = "APPROVAL" if info else "REJECTED"
    return caller.put(DECIDE, {"id": pk, "status": status, "additionalInfoJson": info or None}, actor=actor)


def test_account_request_is_emailed_to_every_supervisor(caller: ApiClient, mailbox: Mailbox) -> None:
    here = factories.world()
    User.objects.filter(pk=factories.person("gone", Role.SUPERVISOR).id).update(locked=True)
    pk = submit_request(caller)
    send_due_mails()
    assert mailbox.recipients == ["ana@example.org", "supervisor2@example.org", "supervisor@example.org"]
    text = get_text(mailbox.messages[0])
    assert mailbox.messages[0]["Subject"] == "Ana Ruiz (Customs) requested an account"
    assert "Ana Ruiz" in text
    assert f"/#/en/request-account/approve/{pk}?utm_source=mail" in text
    for actor in (here.supervisor, here.admin):
        read = caller.get("/contacts/fetch/request-account", actor=actor, id=pk).ok
        assert (read["status"], read["contact"]["username"], read["address"]["companyName"]) == (
            "WAITING_APPROVAL",
            "ana",
            "Customs",
        )


def test_idempotency_key_submits_account_request_once(caller: ApiClient) -> None:
    factories.world()
    body = {"contact": CONTACT_BODY, "address": build_address_body()}

    def send(key: str, **contact: Any) -> int:
        varied_body = {**body, "contact": {**CONTACT_BODY, **contact}}
        return int(caller.call("POST", SUBMIT, body=varied_body, headers={"Idempotency-Key": key}).ok)

    first = send("one")
    mails = Mail.objects.count()
    assert send("one") == first
    assert (AccountRequest.objects.count(), Mail.objects.count()) == (1, mails)
    # another key, and another body with the same key
    assert len({first, send("two"), send("one", username="eva")}) == 3
    refused = caller.call("POST", SUBMIT, body=body, headers={"Idempotency-Key": "x" * 65})
    refused.assert_error(400, "VALIDATION")


def test_approved_client_sets_password_with_emailed_link(caller: ApiClient, mailbox: Mailbox) -> None:
    here = factories.world()
    service = Service.objects.get(name="Service one")
    pk = submit_request(caller)
    assert decide(caller, here.supervisor, pk, role="CLIENT", serviceId=service.pk).ok is True
    user = User.objects.get(username="ana")
    assert (user.role, user.has_usable_password(), user.language) == ("CLIENT", False, "es")
    assert user.client is not None
    assert (user.client.name, user.client.service) == ("Customs", service)
    assert user.address.city == "Madrid"
    key = read_mailed_key(mailbox)
    assert mailbox.messages[-1]["To"] == "ana@example.org"
    assert mailbox.messages[-1]["Subject"] == "Su cuenta está lista"
    assert caller.post("/contacts/login", {"username": "ana", "password": "x"}).outcome == "401 BAD_CREDENTIALS"
    assert caller.put("/support/reset-password", {"newPassword": "Grúa-7-azul"}, key=key).ok is True
    login = caller.post("/contacts/login", {"username": "ana", "password": "Grúa-7-azul"}).ok
    assert login["permissions"] == ["CLIENT"]


def test_approved_user_joins_existing_client(caller: ApiClient) -> None:
    here = factories.world()
    one = Client.objects.get(name="Client one")
    assert decide(caller, here.admin, submit_request(caller), role="CLIENT", clientId=one.pk).ok is True
    assert User.objects.get(username="ana").client == one


def test_approved_manager_follows_selected_clients(caller: ApiClient) -> None:
    here = factories.world()
    two = Client.objects.get(name="Client two")
    role = "SUSTAINABILITY_MANAGER"
    pk = submit_request(caller)
    assert decide(caller, here.admin, pk, role=role, clients=[{"id": two.pk}]).ok is True
    profile = caller.get("/contacts/profile", actor=here.admin, username="ana").ok
    assert profile["managerForAdmin"] == {"clients": [{"id": two.pk, "name": "Client two"}]}
    read = caller.get("/contacts/fetch/request-account", actor=here.admin, id=pk).ok
    assert read["additionalInfoJson"] == {"role": role, "clients": [{"id": two.pk, "name": "Client two"}]}


@pytest.mark.parametrize("first", [{}, {"role": "CLIENT"}])
@pytest.mark.parametrize("second", [{}, {"role": "CLIENT"}])
def test_rejects_second_decision(caller: ApiClient, first: dict[str, str], second: dict[str, str]) -> None:
    here = factories.world()
    pk = submit_request(caller)
    assert decide(caller, here.supervisor, pk, **first).ok is True
    users = User.objects.count()
    assert decide(caller, here.supervisor2, pk, **second).outcome == "409 STALE"
    assert User.objects.count() == users
    assert AccountRequest.objects.get().status == ("APPROVAL" if first else "REJECTED")


def test_rejected_requester_gets_email_and_no_account(caller: ApiClient, mailbox: Mailbox) -> None:
    here = factories.world()
    assert decide(caller, here.supervisor, submit_request(caller)).ok is True
    send_due_mails()
    _, mail = [each for each in mailbox.messages if each["To"] == "ana@example.org"]
    assert mail["Subject"] == "Su solicitud de cuenta no fue aprobada"
    assert "Motivo" not in get_text(mail)
    assert not User.objects.filter(username="ana").exists()


@pytest.mark.parametrize("role", ["ADMIN", "SUPERVISOR", "SERVICE"])
def test_rejects_roles_other_than_client_and_manager(caller: ApiClient, role: str) -> None:
    here = factories.world()
    pk = submit_request(caller)
    assert decide(caller, here.admin, pk, role=role).outcome == "400 VALIDATION"
    body = {"contact": {**CONTACT_BODY, "role": role}, "address": build_address_body()}
    assert caller.post(SUBMIT, body).outcome == "400 VALIDATION"
    assert AccountRequest.objects.get().status == "WAITING_APPROVAL"


def test_taken_username_can_be_replaced_on_approval(caller: ApiClient) -> None:
    here = factories.world()
    pk = submit_request(caller, username="Client")
    refused = decide(caller, here.supervisor, pk, role="CLIENT").assert_error(409, "USERNAME_EXISTS")
    assert list(refused.fields) == ["additionalInfoJson.username"]
    assert decide(caller, here.supervisor, pk, role="CLIENT", username="anabel").ok is True
    assert User.objects.filter(username="anabel").exists()


def test_account_requests_are_rate_limited_per_ip_address(caller: ApiClient) -> None:
    body = {"contact": CONTACT_BODY, "address": build_address_body()}
    assert [caller.post(SUBMIT, body).status for _ in range(21)] == [200] * 20 + [429]


def test_list_filters_pending_account_requests(caller: ApiClient) -> None:
    here = factories.world()
    first, second, third = (submit_request(caller, username=name) for name in ("ana", "eva", "ida"))
    decide(caller, here.supervisor, second)
    waiting = {"filter": '{"state": ["WAITING_APPROVAL"]}', "sort": '["id", "ASC"]'}
    rows = caller.get("/api/rest/account-requests", actor=here.admin, **waiting).ok
    assert [(row["id"], row["decidedBy"]) for row in rows] == [(first, None), (third, None)]
    [decided] = caller.get("/api/rest/account-requests", actor=here.admin, filter='{"state": ["REJECTED"]}').ok
    assert decided["decidedBy"] == "supervisor"
    counted = caller.get("/api/rest/account-requests", actor=here.supervisor, range="[0, 0]", **waiting)
    assert counted.headers["Content-Range"].endswith("/2"), "the badge in the navigation is this total"
