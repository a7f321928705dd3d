"""Cancellation of work, in any thread and at any depth."""

import contextvars
import threading

import pytest
from django.db import transaction

from portal_backend.accounts.models import User
from portal_backend.core.actor import Role
from portal_backend.core.cancellation import (
    Canceled,
    CancellationToken,
    is_canceled,
    raise_if_canceled,
)
from tests import factories


def test_nothing_is_canceled_without_a_token() -> None:
    assert not is_canceled()
    raise_if_canceled()


def test_raises_once_the_token_is_canceled() -> None:
    token = CancellationToken()
    with token.activate():
        raise_if_canceled()
        assert not is_canceled()
        token.cancel()
        token.cancel()
        assert is_canceled()
        with pytest.raises(Canceled):
            raise_if_canceled()
    raise_if_canceled()


def test_thread_with_copied_context_is_canceled() -> None:
    token, results = CancellationToken(), list[bool]()
    with token.activate():
        context = contextvars.copy_context()
    token.cancel()
    for each in (context, contextvars.Context()):
        thread = threading.Thread(target=each.run, args=(lambda: results.append(is_canceled()),))
        thread.start()
        thread.join()
    assert results == [True, False]


def test_except_exception_does_not_swallow_cancellation() -> None:
    token = CancellationToken()
    token.cancel()

    def handle_every_exception() -> None:
        try:
            raise_if_canceled()
        except Exception:  # noqa: BLE001 - as decoders and endpoints do
            pytest.fail("swallowed")

    with token.activate(), pytest.raises(Canceled):
        handle_every_exception()


@pytest.mark.django_db
def test_cancellation_rolls_back_the_open_transaction() -> None:
    token = CancellationToken()

    @transaction.atomic
    def write() -> None:
        factories.person("ana", Role.ADMIN)
        token.cancel()
        raise_if_canceled()

    with token.activate(), pytest.raises(Canceled):
        write()
    assert not User.objects.filter(username="ana").exists()
