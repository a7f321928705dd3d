"""Circuit breaker: a timeout opens it, and a single successful retry closes it."""

import pytest

from portal_backend.base.breaker import CircuitBreaker


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker("the store", retry_after=10, clock=clock)


def ask(breaker: CircuitBreaker, error: Exception | None = None) -> None:
    with breaker.guard((TimeoutError,), ConnectionError):
        if error is not None:
            raise error


def fall_silent(breaker: CircuitBreaker) -> None:
    with pytest.raises(TimeoutError):
        ask(breaker, TimeoutError("no answer"))


def test_skips_dependency_after_timeout_until_retry_time(breaker: CircuitBreaker, clock: Clock) -> None:
    ask(breaker)
    fall_silent(breaker)
    for clock.now in (100.0, 109.9):
        with pytest.raises(ConnectionError, match="the store"):
            ask(breaker)
    clock.now = 110.0
    ask(breaker)
    assert not breaker.is_open


def test_allows_a_single_retry(breaker: CircuitBreaker, clock: Clock) -> None:
    fall_silent(breaker)
    clock.now = 110.0
    assert [breaker.allows() for _ in range(3)] == [True, False, False]
    breaker.record_success()
    assert [breaker.allows() for _ in range(3)] == [True, True, True]


def test_allows_another_retry_if_the_first_never_ends(breaker: CircuitBreaker, clock: Clock) -> None:
    fall_silent(breaker)
    clock.now = 110.0
    assert breaker.allows()
    clock.now = 120.0
    assert breaker.allows()


def test_immediate_errors_do_not_open_the_breaker(breaker: CircuitBreaker) -> None:
    for _ in range(3):
        with pytest.raises(ConnectionRefusedError):
            ask(breaker, ConnectionRefusedError("refused"))
    ask(breaker)


def test_logs_opening_and_closing_once(breaker: CircuitBreaker, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        breaker.record_timeout("no answer")
    breaker.record_success()
    breaker.record_success()
    assert [each.levelname for each in caplog.records] == ["WARNING", "WARNING"]
