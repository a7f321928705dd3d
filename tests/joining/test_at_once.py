"""What is good for one time only, asked for twice at one moment."""

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
def test_an_account_request_is_decided_once(race: int, caller: Caller) -> None:
    here = factories.world()
    pk = asked(caller)
    users, mails = User.objects.count(), Mail.objects.count()
    admit: Call = lambda own: decide(own, here.supervisor, pk, role="CLIENT")  # noqa: E731
    reject: Call = lambda own: decide(own, here.supervisor2, pk)  # noqa: E731
    answers = together(admit, reject, admit, reject)
    assert verdicts(answers) == Counter({"200": 1, "409 STALE": 3})
    admitted = answers[0].status == 200 or answers[2].status == 200
    assert AccountRequest.objects.get().status == ("APPROVAL" if admitted else "REJECTED")
    assert User.objects.count() - users == int(admitted)
    assert Mail.objects.count() - mails == 1, "the requester is told once"


@pytest.mark.parametrize("race", range(ROUNDS))
def test_a_form_that_is_sent_twice_asks_once(race: int) -> None:
    factories.world()
    body = {"contact": WANTED, "address": address()}
    send: Call = lambda own: own.call("POST", ASK, body=body, headers={"Idempotency-Key": "one"})  # noqa: E731
    answers = together(send, send, send)
    assert verdicts(answers) == Counter({"200": 3})
    assert {answer.data for answer in answers} == {AccountRequest.objects.get().pk}


@pytest.mark.parametrize("race", range(ROUNDS))
def test_a_key_sets_one_password(race: int, caller: Caller, mailbox: Mailbox) -> None:
    factories.world()
    _ = ask(caller).ok
    key = mailed_key(mailbox)
    words = [f"Gr\u00faa-{number}-azul" for number in range(3)]

    def reset_to(password: str) -> Call:
        return lambda own: own.put("/support/reset-password", {"newPassword": password}, key=key)

    answers = together(*map(reset_to, words))
    assert verdicts(answers) == Counter({"200": 1, "410 ACTION_KEY_EXPIRED": 2})
    user = User.objects.get(username="client")
    assert [user.check_password(word) for word in words] == [answer.status == 200 for answer in answers]
