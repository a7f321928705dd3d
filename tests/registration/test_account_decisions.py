"""Effects of decisions on account requests: clients, emails, links, audit log.

See contract 9.
"""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from pytest_django import Settings

from portal_backend.accounts.models import Client, User
from portal_backend.audit.models import AuditEntry
from portal_backend.core.clock import now
from portal_backend.core.translations import load_messages
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Mail
from portal_backend.registration.models import AccountRequest
from tests import factories
from tests.accounts.test_users import CREATE, build_new_contact
from tests.api_client import ApiClient
from tests.contract.administration_data import PASSWORD, build_address_body
from tests.registration.conftest import read_mailed_key
from tests.registration.test_account_requests import CONTACT_BODY, DECIDE, SUBMIT, decide, submit_request
from tests.smtp_server import Mailbox, get_text

pytestmark = pytest.mark.django_db
KEY, RESET = "/support/verify-action-key", "/support/request-reset-password"


@pytest.fixture
def here() -> factories.World:
    return factories.world()


def submit_for_company(caller: ApiClient, company: str, **contact: Any) -> int:
    body = {"contact": {**CONTACT_BODY, **contact}, "address": {**build_address_body(), "companyName": company}}
    return int(caller.post(SUBMIT, body).ok)


def test_new_client_is_named_after_company(caller: ApiClient, here: factories.World) -> None:
    pk = submit_for_company(caller, "Border Lab")
    read = caller.get("/contacts/fetch/request-account", actor=here.supervisor, id=pk).ok
    assert read["clientName"] == "Border Lab"
    assert decide(caller, here.supervisor, pk, role="CLIENT").ok is True
    assert Client.objects.get(users__username="ana").name == "Border Lab"
    # made unique with a number, ignoring case
    for number, company in ((2, "BORDER LAB"), (3, "Border Lab")):
        pk = submit_for_company(caller, company, username=f"ana{number}", email=f"ana{number}@example.org")
        proposed = caller.get("/contacts/fetch/request-account", actor=here.supervisor, id=pk).ok["clientName"]
        assert proposed == f"{company} {number}"
        assert decide(caller, here.supervisor, pk, role="CLIENT").ok is True
        assert Client.objects.get(users__username=f"ana{number}").name == proposed


def test_new_client_gets_country_of_request(caller: ApiClient, here: factories.World) -> None:
    pk = submit_for_company(caller, "Border Lab")
    assert decide(caller, here.supervisor, pk, role="CLIENT").ok is True
    client = Client.objects.get(users__username="ana")
    assert client.country_code == AccountRequest.objects.get().country == build_address_body()["country"]
    # so that a Service can be assigned without choosing the country
    read = caller.get(f"/api/rest/clients/{client.pk}", actor=here.admin).ok
    changed = {**read, "service": here.service2.user.service_id}
    assert caller.put(f"/api/rest/clients/{client.pk}", changed, actor=here.admin).ok


@pytest.mark.parametrize(
    ("name", "country", "is_proposed"),
    [
        ("Läb de Frontera", "ES", True),
        ("LAB DE FRONTERA", "ES", True),
        ("Lab de Frontera", "PT", False),
        ("Lab de Frontera", "", False),
        ("Lab de Frontera 2", "ES", False),
    ],
)
def test_proposes_existing_client_of_company_and_country(
    caller: ApiClient, here: factories.World, name: str, country: str, is_proposed: bool
) -> None:
    client = Client.objects.create(name=name, country_code=country)
    assert build_address_body()["country"] == "ES"
    pk = submit_for_company(caller, "Lab de Frontera")
    for actor in (here.supervisor, here.admin):
        read = caller.get("/contacts/fetch/request-account", actor=actor, id=pk).ok
        assert read["existingClient"] == ({"id": client.pk, "name": name} if is_proposed else None)
    assert decide(caller, here.supervisor, pk, role="CLIENT", clientId=client.pk).ok is True
    assert caller.get("/contacts/fetch/request-account", actor=here.admin, id=pk).ok["existingClient"] is None


def test_new_client_can_get_another_name(caller: ApiClient, here: factories.World) -> None:
    pk = submit_for_company(caller, "Border Lab")
    assert decide(caller, here.supervisor, pk, role="CLIENT", clientName="Client one").ok is True
    assert Client.objects.get(users__username="ana").name == "Client one 2"


def test_rejects_unprintable_name_of_new_client(caller: ApiClient, here: factories.World) -> None:
    response = decide(caller, here.supervisor, submit_for_company(caller, "Border Lab"), role="CLIENT", clientName="ភ្នំ")
    fields = response.assert_error(400, "VALIDATION").fields
    assert fields == {"additionalInfoJson.clientName": ["Shipping documents can't show these characters: ភ ្ ន ំ"]}


def test_numbered_client_name_fits_max_length(caller: ApiClient, here: factories.World) -> None:
    Client.objects.create(name="x" * 255)
    assert decide(caller, here.supervisor, submit_for_company(caller, "x" * 255), role="CLIENT").ok is True
    assert Client.objects.get(users__username="ana").name == f"{'x' * 253} 2"


@pytest.mark.parametrize("role", ["CLIENT", "SUSTAINABILITY_MANAGER"])
def test_rejects_client_name_without_new_client(caller: ApiClient, here: factories.World, role: str) -> None:
    joins = {"clientId": here.client.user.client_id} if role == "CLIENT" else {}
    response = decide(caller, here.supervisor, submit_request(caller), role=role, clientName="Border Lab", **joins)
    assert list(response.assert_error(400, "VALIDATION").fields) == ["additionalInfoJson.clientName"]


def test_audit_log_names_joined_or_created_client(caller: ApiClient, here: factories.World) -> None:
    one = here.client.user.client
    assert one is not None
    assert decide(caller, here.supervisor, submit_for_company(caller, "Border Lab"), role="CLIENT", clientId=one.pk).ok
    other = submit_for_company(caller, "Border Lab", username="eva")
    assert decide(caller, here.supervisor, other, role="CLIENT", serviceId=here.service.user.service_id).ok
    entries = AuditEntry.objects.filter(event="USER_CREATED").order_by("pk")
    assert [entry.details for entry in entries] == [
        {"role": "CLIENT", "client": "Client one"},
        {"role": "CLIENT", "newClient": "Border Lab", "clientService": "Service one"},
    ]
    for lang, words in (("en", "New client: Border Lab"), ("es", "Cliente nuevo: Border Lab")):
        rows = caller.call("GET", "/api/rest/audit", here.admin, lang=lang).ok
        assert any(words in str(row["details"]) for row in rows)


@pytest.mark.parametrize(("lang", "label"), [("en", "Reason"), ("es", "Motivo")])
def test_rejection_email_quotes_reason(
    caller: ApiClient, here: factories.World, mailbox: Mailbox, lang: str, label: str
) -> None:
    pk = int(caller.post(SUBMIT, {"contact": CONTACT_BODY, "address": build_address_body()}, lang=lang).ok)
    body = {"id": pk, "status": "REJECTED", "reason": "  We do not know this company.  "}
    assert caller.put(DECIDE, body, actor=here.supervisor).ok is True
    send_due_mails()
    mail = [each for each in mailbox.messages if each["To"] == "ana@example.org"][-1]
    assert f"{label}: We do not know this company." in get_text(mail)
    read = caller.get("/contacts/fetch/request-account", actor=here.admin, id=pk).ok
    assert (read["status"], read["reason"]) == ("REJECTED", "We do not know this company.")
    assert (read["decidedBy"], bool(read["decidedAt"])) == (here.supervisor.user.username, True)
    assert AuditEntry.objects.get(event="ACCOUNT_DECIDED").details["reason"] == "We do not know this company."


def test_rejects_reason_that_is_too_long_or_of_an_approval(caller: ApiClient, here: factories.World) -> None:
    pk = submit_request(caller)
    for body, field in (
        ({"status": "REJECTED", "reason": "x" * 1025}, "reason"),
        ({"status": "APPROVAL", "reason": "x", "additionalInfoJson": {"role": "CLIENT"}}, "reason"),
    ):
        response = caller.put(DECIDE, {"id": pk, **body}, actor=here.supervisor).assert_error(400, "VALIDATION")
        assert list(response.fields) == [field]
    assert AccountRequest.objects.get().status == "WAITING_APPROVAL"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_requester_gets_receipt_email(caller: ApiClient, here: factories.World, mailbox: Mailbox, lang: str) -> None:
    _ = caller.post(SUBMIT, {"contact": CONTACT_BODY, "address": build_address_body()}, lang=lang).ok
    send_due_mails()
    [mail] = [each for each in mailbox.messages if each["To"] == "ana@example.org"]
    assert mail["Subject"] == load_messages(lang)["mail.accountReceived.subject"]
    assert "http" not in get_text(mail)


def test_receipt_emails_are_rate_limited_per_email_address(
    caller: ApiClient, here: factories.World, settings: Settings
) -> None:
    settings.RESET_MAILS_PER_HOUR = 2
    for number in range(4):
        submit_request(
            caller, username=f"ana{number}", email="Victim@example.org" if number % 2 else "victim@example.org"
        )
    assert Mail.objects.filter(template="accountReceived").count() == 2
    assert AccountRequest.objects.count() == 4


def test_links_in_account_requests_are_removed_from_emails(
    caller: ApiClient, here: factories.World, mailbox: Mailbox
) -> None:
    pk = submit_for_company(caller, "Win at https://evil.example.com", firstName="evil.example", lastName="Name")
    assert decide(caller, here.supervisor, pk).ok is True
    send_due_mails()
    assert len(mailbox.messages) == 4
    for mail in mailbox.messages:
        text = f"{mail['Subject']}{get_text(mail)}"
        assert "evil.example" not in text
        assert "://evil" not in text


def test_first_password_link_expires_after_seven_days(
    caller: ApiClient, here: factories.World, mailbox: Mailbox
) -> None:
    start = now()
    with time_machine.travel(start, tick=False) as travelling:
        assert decide(caller, here.supervisor, submit_request(caller), role="CLIENT").ok is True
        key = read_mailed_key(mailbox)
        assert "7 días" in get_text(mailbox.messages[-1])
        travelling.move_to(start + timedelta(days=7) - timedelta(seconds=1))
        assert caller.put(KEY, key=key).ok is True
        travelling.move_to(start + timedelta(days=7))
        caller.put(KEY, key=key).assert_error(410, "ACTION_KEY_EXPIRED")


def test_password_reset_link_expires_after_one_hour(caller: ApiClient, here: factories.World, mailbox: Mailbox) -> None:
    start = now()
    with time_machine.travel(start, tick=False) as travelling:
        assert caller.put(RESET, username="client").ok is True
        key = read_mailed_key(mailbox)
        travelling.move_to(start + timedelta(hours=1) - timedelta(seconds=1))
        assert caller.put(KEY, key=key).ok is True
        travelling.move_to(start + timedelta(hours=1))
        caller.put(KEY, key=key).assert_error(410, "ACTION_KEY_EXPIRED")


def build_contact_without_password(username: str, role: str, **more: Any) -> dict[str, Any]:
    return {key: value for key, value in build_new_contact(username, role, **more).items() if key != "password"}


@pytest.mark.parametrize("lang", ["en", "es"])
def test_user_created_without_password_gets_invitation(
    caller: ApiClient, here: factories.World, mailbox: Mailbox, lang: str
) -> None:
    _ = caller.call("POST", CREATE, here.admin, body=build_contact_without_password("eva", "SUPERVISOR"), lang=lang).ok
    assert not User.objects.get(username="eva").has_usable_password()
    key = read_mailed_key(mailbox)
    [mail] = mailbox.messages
    assert mail["Subject"] == load_messages(lang)["mail.invitation.subject"]
    # the page welcomes an invited user instead of offering a reset
    assert f"/reset-password/{key}?invited=1&" in get_text(mail)
    assert caller.put("/support/reset-password", {"newPassword": "Grúa-7-azul"}, key=key).ok is True
    login = caller.post("/contacts/login", {"username": "eva", "password": "Grúa-7-azul"}).ok
    assert login["permissions"] == ["SUPERVISOR"]


def test_user_created_with_password_gets_no_email(caller: ApiClient, here: factories.World) -> None:
    _ = caller.post(CREATE, build_new_contact("eva", "SUPERVISOR"), actor=here.admin).ok
    assert User.objects.get(username="eva").check_password(PASSWORD)
    assert not Mail.objects.exists()


def test_form_invites_manager_and_sets_clients(caller: ApiClient, here: factories.World) -> None:
    one, two = str(here.client.user.client_id), str(here.client2.user.client_id)
    row = {
        "username": "eva",
        "firstName": "Eva",
        "lastName": "Ruiz",
        "phone": "+34 600 000 000",
        "email": "eva@example.org",
        "backupEmails": [],
        "role": "SUSTAINABILITY_MANAGER",
        "clients": [one, two],
    }
    _ = caller.post("/api/rest/contacts", row, actor=here.admin).ok
    profile = caller.get("/contacts/profile", actor=here.admin, username="eva").ok
    assert [str(each["id"]) for each in profile["managerForAdmin"]["clients"]] == [one, two]
    assert Mail.objects.get().template == "invitation"
    misplaced = caller.post("/api/rest/contacts", {**row, "username": "ida", "role": "ADMIN"}, actor=here.admin)
    assert list(misplaced.assert_error(400, "VALIDATION").fields) == ["clients"]


def test_api_call_sets_clients_of_new_manager(caller: ApiClient, here: factories.World) -> None:
    two = here.client2.user.client_id
    _ = caller.post(CREATE, build_new_contact("eva", "SUSTAINABILITY_MANAGER", clients=[two]), actor=here.admin).ok
    profile = caller.get("/contacts/profile", actor=here.admin, username="eva").ok
    assert [each["id"] for each in profile["managerForAdmin"]["clients"]] == [two]
    for role, clients in (("ADMIN", [two]), ("SUSTAINABILITY_MANAGER", [10**9])):
        body = build_new_contact("ida", role, clients=clients)
        response = caller.post(CREATE, body, actor=here.admin).assert_error(400, "VALIDATION")
        assert list(response.fields) == ["clients"]
    assert not User.objects.filter(username="ida").exists()
