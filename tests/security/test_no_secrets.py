"""A day of calls with known secrets: none of them stands in a log, in the activity log or in an error's answer."""

import json
import logging
from typing import Any

import pytest

from portal_backend.audit.models import Entry
from portal_backend.base.logs import LINE, Named, OneLine
from portal_backend.notifications.models import Mail
from tests import factories
from tests.caller import Answered, Caller
from tests.contract.entries import ENTRIES

pytestmark = pytest.mark.django_db
SECRETS = {"Wr0ng-guess!": "a wrong password", "N3w-secret-word!": "a new one", "kEy-of-nobody-77": "a wrong key"}


def written(record: logging.LogRecord) -> str:
    """A line of the log as the portal writes it."""
    Named().filter(record)
    return OneLine(LINE).format(record)


def test_no_secret_is_logged_kept_or_told(
    caller: Caller, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    here, refused = factories.world(), list[Answered]()
    admin, name = here.admin, here.client.username
    guess, new, key = SECRETS

    def made(answered: Answered) -> Any:
        if answered.status >= 400:
            refused.append(answered)
        return answered.data

    token = made(caller.post("/contacts/login", {"username": name, "password": factories.PASSWORD}))["token"]
    person = {"firstName": "Ann", "lastName": "Lee", "phone": "+34 600 000 000", "email": "ann@example.org"}
    own = {**person, "oldUsername": name, "newUsername": name, "backupEmails": []}
    made(caller.post("/contacts/login", {"username": name, "password": guess}))
    made(caller.get("/contacts/fetch/criteria", actor=token))
    made(caller.get("/contacts/profile", actor=key))
    made(caller.get(f"/files/image/{key}"))
    made(caller.get(f"/files/image/{key}?size=full"))
    made(caller.put("/support/request-reset-password", None, username=name))
    made(caller.put("/support/verify-action-key", {"key": key}))
    made(caller.put("/support/reset-password", {"key": key, "newPassword": new}))
    made(caller.put("/contacts/edit", {**own, "password": new, "currentPassword": guess}, actor=token))
    made(caller.put("/contacts/edit", {**own, "password": new, "role": "ADMIN"}, actor=token))
    made(caller.put("/contacts/edit", {**own, "oldUsername": "service", "password": new}, actor=admin))
    made(caller.post("/contacts", {**person, "username": "ann", "permission": "ADMIN", "password": new}, actor=admin))
    for entry in ENTRIES.values():
        made(caller.get(next(iter(entry.exports)), actor=here.client))
    monkeypatch.setattr("portal_backend.accounts.login.check_password", None)
    made(caller.post("/contacts/login", {"username": name, "password": guess}))

    links = [each.path for each in Mail.objects.exclude(path="")]
    secrets = {**SECRETS, factories.PASSWORD: "the password", token: "a token", admin.token: "another"}
    secrets |= {link.rpartition("=")[2].rpartition("/")[2]: "a link of a mail" for link in links}
    told = {
        "the log": "\n".join(map(written, caplog.records)),
        "the activity log": json.dumps(list(Entry.objects.values("about", "details", "username", "call"))),
        "an answer": "\n".join(str(each.data) for each in refused),
    }
    assert {each.status for each in refused} >= {400, 401, 403, 404, 500}
    assert "login failed" in told["the log"]
    assert "denied" in told["the log"]
    assert "LOGIN_FAILED" in set(Entry.objects.values_list("event", flat=True))
    found = {f"{what} in {place}" for secret, what in secrets.items() for place, text in told.items() if secret in text}
    assert not found
