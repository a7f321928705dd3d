"""Concurrent use of account requests and reset tokens."""

from collections import Counter

import pytest

from portal_backend.accounts.models import User
from portal_backend.notifications.models import Mail
from portal_backend.registration.models import AccountRequest
from tests import factories
from tests.api_client import ApiClient
from tests.concurrent_calls import ApiCall, count_outcomes, run_concurrently
from tests.contract.administration_data import build_address_body
from tests.registration.conftest import read_mailed_key
from tests.registration.test_account_requests import CONTACT_BODY, SUBMIT, decide, submit_request
from tests.registration.test_password_reset import request_reset
from tests.smtp_server import Mailbox

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4


@pytest.mark.parametrize("race", range(ROUNDS))
def test_concurrent_decisions_decide_account_request_once(race: int, caller: ApiClient) -> None:
    here = factories.world()
    pk = submit_request(caller)
    users, mails = User.objects.count(), Mail.objects.count()
    approve: ApiCall = lambda own: decide(own, here.supervisor, pk, role="CLIENT")  # noqa: E731
    reject: ApiCall = lambda own: decide(own, here.supervisor2, pk)  # noqa: E731
    responses = run_concurrently(approve, reject, approve, reject)
    assert count_outcomes(responses) == Counter({"200": 1, "409 STALE": 3})
    is_approved = responses[0].status == 200 or responses[2].status == 200
    assert AccountRequest.objects.get().status == ("APPROVAL" if is_approved else "REJECTED")
    assert User.objects.count() - users == int(is_approved)
    assert Mail.objects.count() - mails == 1, "the requester is told once"


@pytest.mark.parametrize("race", range(ROUNDS))
def test_concurrent_requests_with_one_idempotency_key_submit_once(race: int) -> None:
    factories.world()
    body = {"contact": CONTACT_BODY, "address": build_address_body()}
    send: ApiCall = lambda own: own.call("POST", SUBMIT, body=body, headers={"Idempotency-Key": "one"})  # noqa: E731
    responses = run_concurrently(send, send, send)
    assert count_outcomes(responses) == Counter({"200": 3})
    assert {response.data for response in responses} == {AccountRequest.objects.get().pk}


@pytest.mark.parametrize("race", range(ROUNDS))
def test_reset_token_sets_one_password_concurrently(race: int, caller: ApiClient, mailbox: Mailbox) -> None:
    factories.world()
    _ = request_reset(caller).ok
    key = read_mailed_key(mailbox)
    passwords = [f"Gr\u00faa-{number}-azul" for number in range(3)]

    def reset_to(password: str) -> ApiCall:
        return lambda own: own.put("/support/reset-password", {"newPassword": password}, key=key)

    responses = run_concurrently(*map(reset_to, passwords))
    assert count_outcomes(responses) == Counter({"200": 1, "410 ACTION_KEY_EXPIRED": 2})
    user = User.objects.get(username="client")
    assert [user.check_password(word) for word in passwords] == [response.status == 200 for response in responses]
