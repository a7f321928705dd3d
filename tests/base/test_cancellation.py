"""Work asks whether it is still wanted, in whatever thread and however deep it is."""

import contextvars
import threading

import pytest
from django.db import transaction

from portal_backend.accounts.models import User
from portal_backend.base.actor import Role
from portal_backend.base.cancellation import Canceled, CancellationToken, current_token, is_canceled, raise_if_canceled
from tests import factories


def test_nothing_is_canceled_outside_of_a_request() -> None:
    assert current_token() is None
    assert not is_canceled()
    raise_if_canceled()


def test_raises_once_the_token_is_canceled() -> None:
    token = CancellationToken()
    with token.in_force():
        raise_if_canceled()
        assert current_token() is token
        token.cancel()
        token.cancel()
        assert is_canceled()
        with pytest.raises(Canceled):
            raise_if_canceled()
    raise_if_canceled()


def test_is_seen_in_a_thread_started_with_a_copy_of_the_context() -> None:
    token, seen = CancellationToken(), list[bool]()
    with token.in_force():
        context = contextvars.copy_context()
    token.cancel()
    for each in (context, contextvars.Context()):
        thread = threading.Thread(target=each.run, args=(lambda: seen.append(is_canceled()),))
        thread.start()
        thread.join()
    assert seen == [True, False]


def test_is_not_swallowed_by_code_that_answers_every_fault() -> None:
    token = CancellationToken()
    token.cancel()

    def answer_every_fault() -> None:
        try:
            raise_if_canceled()
        except Exception:  # noqa: BLE001 - decoders and endpoints do
            pytest.fail("swallowed")

    with token.in_force(), pytest.raises(Canceled):
        answer_every_fault()


@pytest.mark.django_db
def test_rolls_back_the_transaction_on_its_way() -> None:
    token = CancellationToken()

    @transaction.atomic
    def write() -> None:
        factories.person("ana", Role.ADMIN)
        token.cancel()
        raise_if_canceled()

    with token.in_force(), pytest.raises(Canceled):
        write()
    assert not User.objects.filter(username="ana").exists()
