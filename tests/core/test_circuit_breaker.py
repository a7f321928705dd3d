"""Circuit breaker: a timeout opens it, and a single successful retry closes it."""

import pytest

from portal_backend.core.circuit_breaker import CircuitBreaker


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


def call_service(breaker: CircuitBreaker, error: Exception | None = None) -> None:
    with breaker.protect((TimeoutError,), ConnectionError):
        if error is not None:
            raise error


def time_out(breaker: CircuitBreaker) -> None:
    with pytest.raises(TimeoutError):
        call_service(breaker, TimeoutError("no answer"))


def test_skips_dependency_after_timeout_until_retry_time(breaker: CircuitBreaker, clock: Clock) -> None:
    call_service(breaker)
    time_out(breaker)
    for clock.now in (100.0, 109.9):
        with pytest.raises(ConnectionError, match="the store"):
            call_service(breaker)
    clock.now = 110.0
    call_service(breaker)
    assert not breaker.is_open


def test_allows_a_single_retry(breaker: CircuitBreaker, clock: Clock) -> None:
    time_out(breaker)
    clock.now = 110.0
    assert [breaker.allow_request() for _ in range(3)] == [True, False, False]
    breaker.record_success()
    assert [breaker.allow_request() for _ in range(3)] == [True, True, True]


def test_allows_another_retry_if_the_first_never_ends(breaker: CircuitBreaker, clock: Clock) -> None:
    time_out(breaker)
    clock.now = 110.0
    assert breaker.allow_request()
    clock.now = 120.0
    assert breaker.allow_request()


def test_immediate_errors_do_not_open_the_breaker(breaker: CircuitBreaker) -> None:
    for _ in range(3):
        with pytest.raises(ConnectionRefusedError):
            call_service(breaker, ConnectionRefusedError("refused"))
    call_service(breaker)


def test_logs_opening_and_closing_once(breaker: CircuitBreaker, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        breaker.record_timeout("no answer")
    breaker.record_success()
    breaker.record_success()
    assert [each.levelname for each in caplog.records] == ["WARNING", "WARNING"]
