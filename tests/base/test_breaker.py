"""What fell silent costs one call its timeout, and is skipped by the others until one has tried again."""

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


def test_skips_what_fell_silent_until_its_time_is_over(breaker: CircuitBreaker, clock: Clock) -> None:
    ask(breaker)
    fall_silent(breaker)
    for clock.now in (100.0, 109.9):
        with pytest.raises(ConnectionError, match="the store"):
            ask(breaker)
    clock.now = 110.0
    ask(breaker)
    assert not breaker.is_open


def test_lets_one_caller_try_again(breaker: CircuitBreaker, clock: Clock) -> None:
    fall_silent(breaker)
    clock.now = 110.0
    assert [breaker.allows() for _ in range(3)] == [True, False, False]
    breaker.record_success()
    assert [breaker.allows() for _ in range(3)] == [True, True, True]


def test_a_trial_that_never_ends_is_followed_by_another(breaker: CircuitBreaker, clock: Clock) -> None:
    fall_silent(breaker)
    clock.now = 110.0
    assert breaker.allows()
    clock.now = 120.0
    assert breaker.allows()


def test_what_refuses_at_once_is_asked_again(breaker: CircuitBreaker) -> None:
    for _ in range(3):
        with pytest.raises(ConnectionRefusedError):
            ask(breaker, ConnectionRefusedError("refused"))
    ask(breaker)


def test_tells_the_log_once(breaker: CircuitBreaker, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        breaker.record_timeout("no answer")
    breaker.record_success()
    breaker.record_success()
    assert [each.levelname for each in caplog.records] == ["WARNING", "WARNING"]
