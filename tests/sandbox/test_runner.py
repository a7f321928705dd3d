"""Processes that parse strangers' files: what they answer, what ends them, and what is left of them."""

import os
import subprocess
import threading
from typing import Any

import pytest

from portal_backend.base.cancellation import Canceled, CancellationToken
from portal_backend.sandbox import runner
from portal_backend.sandbox.runner import Limits, ParserFailed, ParserRefused, run_parser

PARSER = "tests.sandbox.parsers"
Started = list["subprocess.Popen[bytes]"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The processes that were started."""
    processes: Started = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            processes.append(self)

    monkeypatch.setattr(runner.subprocess, "Popen", Noted)
    return processes


def limits(**changed: Any) -> Limits:
    return Limits(**{"memory": 300_000_000, "seconds": 30, "output": 1_000_000, **changed})


def answered(what: str, given: Limits | None = None, **order: Any) -> list[list[Any]]:
    return list(run_parser(PARSER, {"do": what, **order}, given or limits()))


def test_answers_line_by_line_whatever_their_length() -> None:
    lines = answered("answer", lines=3, length=50_000)
    assert [(number, len(text)) for _, number, text in lines] == [(0, 50_000), (1, 50_000), (2, 50_000)]


def test_passes_on_the_reason_of_a_refusal() -> None:
    with pytest.raises(ParserRefused) as caught:
        answered("refuse")
    assert (caught.value.word, caught.value.values) == ("page", {"most": 7})


def test_counts_the_answer_in_bytes() -> None:
    assert len(answered("answer", limits(output=45_000), lines=1, length=10_000)) == 1
    with pytest.raises(ParserRefused) as caught:
        answered("answer", limits(output=35_000), lines=1, length=10_000)
    assert caught.value.word == "too_large"


def test_reads_no_more_than_was_granted_whatever_the_process_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "REFUSAL_BYTES", -90_000)
    with pytest.raises(ParserFailed) as caught:
        answered("answer", limits(output=100_000), lines=2, length=10_000)
    assert caught.value.reason == "too_large"


@pytest.mark.parametrize(
    ("what", "changed", "reason"),
    [
        ("take time", {"seconds": 1}, "too_slow"),
        ("say nothing", {"timeout": 1.0}, "too_slow"),
        ("abort", {}, "too_large"),
        ("break", {}, "broken"),
    ],
)
def test_a_process_that_ends_without_an_answer(
    what: str, changed: dict[str, Any], reason: str, started: Started
) -> None:
    with pytest.raises(ParserFailed) as caught:
        answered(what, limits(**changed))
    assert caught.value.reason == reason
    assert started[0].returncode is not None


def test_a_process_has_no_more_memory_than_it_is_given() -> None:
    with pytest.raises(ParserRefused) as caught:
        answered("take memory")
    assert caught.value.word == "too_large"


def test_ends_the_process_with_the_call_that_it_works_for(started: Started) -> None:
    token = CancellationToken()
    timer = threading.Timer(0.1, token.cancel)
    timer.start()
    with token.in_force(), pytest.raises(Canceled):
        answered("say nothing")
    timer.join()
    assert started[0].returncode is not None


def test_ends_the_process_where_the_rest_is_not_wanted(started: Started) -> None:
    lines = run_parser(PARSER, {"do": "answer", "lines": 10**6, "length": 10}, limits(output=10**9))
    assert next(lines)[1] == 0
    lines.close()
    assert started[0].returncode is not None


def test_a_process_comes_after_the_calls_of_others() -> None:
    ((_, niceness),) = answered("tell its priority")
    assert niceness == min(19, os.nice(0) + 10)


def test_gives_a_process_nothing_of_the_portals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "secret")
    ((_, environment, django),) = answered("tell its environment")
    assert set(environment) <= {"LANG", "LC_CTYPE"}
    assert django == []
