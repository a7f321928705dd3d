"""Secrets appear neither in logs, nor in the audit log, nor in error responses."""

import json
import logging
from typing import Any

import pytest

from portal_backend.audit.models import AuditEntry
from portal_backend.core.logs import LOG_FORMAT, RequestIdFilter, SingleLineFormatter
from portal_backend.notifications.models import Mail
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.process_specs import PROCESS_SPECS

pytestmark = pytest.mark.django_db
SECRETS = {"Wr0ng-guess!": "a wrong password", "N3w-secret-word!": "a new one", "kEy-of-nobody-77": "a wrong key"}


def format_record(record: logging.LogRecord) -> str:
    """Format a log record as the portal writes it."""
    RequestIdFilter().filter(record)
    return SingleLineFormatter(LOG_FORMAT).format(record)


def test_no_secret_is_logged_audited_or_returned(
    caller: ApiClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    here, refused = factories.world(), list[ClientResponse]()
    admin, name = here.admin, here.client.username
    guess, new, key = SECRETS

    def record(response: ClientResponse) -> Any:
        if response.status >= 400:
            refused.append(response)
        return response.data

    token = record(caller.post("/contacts/login", {"username": name, "password": factories.PASSWORD}))["token"]
    person = {"firstName": "Ann", "lastName": "Lee", "phone": "+34 600 000 000", "email": "ann@example.org"}
    own = {**person, "oldUsername": name, "newUsername": name, "backupEmails": []}
    record(caller.post("/contacts/login", {"username": name, "password": guess}))
    record(caller.get("/contacts/fetch/criteria", actor=token))
    record(caller.get("/contacts/profile", actor=key))
    record(caller.get(f"/files/image/{key}"))
    record(caller.get(f"/files/image/{key}?size=full"))
    record(caller.put("/support/request-reset-password", None, username=name))
    record(caller.put("/support/verify-action-key", {"key": key}))
    record(caller.put("/support/reset-password", {"key": key, "newPassword": new}))
    record(caller.put("/contacts/edit", {**own, "password": new, "currentPassword": guess}, actor=token))
    record(caller.put("/contacts/edit", {**own, "password": new, "role": "ADMIN"}, actor=token))
    record(caller.put("/contacts/edit", {**own, "oldUsername": "service", "password": new}, actor=admin))
    record(caller.post("/contacts", {**person, "username": "ann", "permission": "ADMIN", "password": new}, actor=admin))
    for entry in PROCESS_SPECS.values():
        record(caller.get(next(iter(entry.exports)), actor=here.client))
    monkeypatch.setattr("portal_backend.accounts.login.check_password", None)
    record(caller.post("/contacts/login", {"username": name, "password": guess}))

    links = [each.path for each in Mail.objects.exclude(path="")]
    secrets = {**SECRETS, factories.PASSWORD: "the password", token: "a token", admin.token: "another"}
    secrets |= {link.rpartition("=")[2].rpartition("/")[2]: "a link of a mail" for link in links}
    texts = {
        "the log": "\n".join(map(format_record, caplog.records)),
        "the activity log": json.dumps(
            list(AuditEntry.objects.values("object_repr", "details", "username", "request_id"))
        ),
        "a response": "\n".join(str(each.data) for each in refused),
    }
    assert {each.status for each in refused} >= {400, 401, 403, 404, 500}
    assert "login failed" in texts["the log"]
    assert "denied" in texts["the log"]
    assert "LOGIN_FAILED" in set(AuditEntry.objects.values_list("event", flat=True))
    found = {
        f"{what} in {place}" for secret, what in secrets.items() for place, text in texts.items() if secret in text
    }
    assert not found
