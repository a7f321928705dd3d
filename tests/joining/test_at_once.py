"""Concurrent use of account requests and reset tokens."""

from collections import Counter

import pytest

from portal_backend.accounts.models import User
from portal_backend.joining.models import AccountRequest
from portal_backend.notifications.models import Mail
from tests import factories
from tests.caller import Caller
from tests.contract.administration_rows import address
from tests.joining.conftest import mailed_key
from tests.joining.test_account_requests import ASK, WANTED, asked, decide
from tests.joining.test_recovery import ask
from tests.mailbox import Mailbox
from tests.together import Call, together, verdicts

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4


@pytest.mark.parametrize("race", range(ROUNDS))
def test_concurrent_decisions_decide_account_request_once(race: int, caller: Caller) -> None:
    here = factories.world()
    pk = asked(caller)
    users, mails = User.objects.count(), Mail.objects.count()
    approve: Call = lambda own: decide(own, here.supervisor, pk, role="CLIENT")  # noqa: E731
    reject: Call = lambda own: decide(own, here.supervisor2, pk)  # noqa: E731
    answers = together(approve, reject, approve, reject)
    assert verdicts(answers) == Counter({"200": 1, "409 STALE": 3})
    is_approved = answers[0].status == 200 or answers[2].status == 200
    assert AccountRequest.objects.get().status == ("APPROVAL" if is_approved else "REJECTED")
    assert User.objects.count() - users == int(is_approved)
    assert Mail.objects.count() - mails == 1, "the requester is told once"


@pytest.mark.parametrize("race", range(ROUNDS))
def test_concurrent_requests_with_one_idempotency_key_submit_once(race: int) -> None:
    factories.world()
    body = {"contact": WANTED, "address": address()}
    send: Call = lambda own: own.call("POST", ASK, body=body, headers={"Idempotency-Key": "one"})  # noqa: E731
    answers = together(send, send, send)
    assert verdicts(answers) == Counter({"200": 3})
    assert {answer.data for answer in answers} == {AccountRequest.objects.get().pk}


@pytest.mark.parametrize("race", range(ROUNDS))
def test_reset_token_sets_one_password_concurrently(race: int, caller: Caller, mailbox: Mailbox) -> None:
    factories.world()
    _ = ask(caller).ok
    key = mailed_key(mailbox)
    passwords = [f"Gr\u00faa-{number}-azul" for number in range(3)]

    def reset_to(password: str) -> Call:
        return lambda own: own.put("/support/reset-password", {"newPassword": password}, key=key)

    answers = together(*map(reset_to, passwords))
    assert verdicts(answers) == Counter({"200": 1, "410 ACTION_KEY_EXPIRED": 2})
    user = User.objects.get(username="client")
    assert [user.check_password(word) for word in passwords] == [answer.status == 200 for answer in answers]
