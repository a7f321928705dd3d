"""Sandbox processes: output, resource limits, cancellation and isolation."""

import os
import subprocess
import threading
from typing import Any

import pytest

from portal_backend.core.cancellation import Canceled, CancellationToken
from portal_backend.sandbox import runner
from portal_backend.sandbox.runner import ParserFailedError, ParserLimits, ParserRejectedError, run_parser

PARSER = "tests.sandbox.parsers"
Started = list["subprocess.Popen[bytes]"]


@pytest.fixture
def started_processes(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Record the processes that are started."""
    processes: Started = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            processes.append(self)

    monkeypatch.setattr(runner.subprocess, "Popen", Noted)
    return processes


def build_limits(**changed: Any) -> ParserLimits:
    return ParserLimits(**{"memory": 300_000_000, "seconds": 30, "output": 1_000_000, **changed})


def run_test_parser(what: str, limits: ParserLimits | None = None, **order: Any) -> list[list[Any]]:
    return list(run_parser(PARSER, {"do": what, **order}, limits or build_limits()))


def test_yields_lines_of_any_length() -> None:
    lines = run_test_parser("answer", lines=3, length=50_000)
    assert [(number, len(text)) for _, number, text in lines] == [(0, 50_000), (1, 50_000), (2, 50_000)]


def test_raises_rejection_with_reason() -> None:
    with pytest.raises(ParserRejectedError) as caught:
        run_test_parser("refuse")
    assert (caught.value.reason, caught.value.values) == ("page", {"most": 7})


def test_output_limit_counts_bytes() -> None:
    assert len(run_test_parser("answer", build_limits(output=45_000), lines=1, length=10_000)) == 1
    with pytest.raises(ParserRejectedError) as caught:
        run_test_parser("answer", build_limits(output=35_000), lines=1, length=10_000)
    assert caught.value.reason == "too_large"


def test_runner_enforces_output_limit_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "EXTRA_OUTPUT_BYTES", -90_000)
    with pytest.raises(ParserFailedError) as caught:
        run_test_parser("answer", build_limits(output=100_000), lines=2, length=10_000)
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
def test_raises_failure_of_process(what: str, changed: dict[str, Any], reason: str, started_processes: Started) -> None:
    with pytest.raises(ParserFailedError) as caught:
        run_test_parser(what, build_limits(**changed))
    assert caught.value.reason == reason
    assert started_processes[0].returncode is not None


def test_memory_limit() -> None:
    with pytest.raises(ParserRejectedError) as caught:
        run_test_parser("take memory")
    assert caught.value.reason == "too_large"


def test_cancellation_ends_process(started_processes: Started) -> None:
    token = CancellationToken()
    timer = threading.Timer(0.1, token.cancel)
    timer.start()
    with token.activate(), pytest.raises(Canceled):
        run_test_parser("say nothing")
    timer.join()
    assert started_processes[0].returncode is not None


def test_closing_generator_ends_process(started_processes: Started) -> None:
    lines = run_parser(PARSER, {"do": "answer", "lines": 10**6, "length": 10}, build_limits(output=10**9))
    assert next(lines)[1] == 0
    lines.close()
    assert started_processes[0].returncode is not None


def test_process_has_low_priority() -> None:
    ((_, niceness),) = run_test_parser("tell its priority")
    assert niceness == min(19, os.nice(0) + 10)


def test_process_has_no_portal_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "secret")
    ((_, environment, django),) = run_test_parser("tell its environment")
    assert set(environment) <= {"LANG", "LC_CTYPE"}
    assert django == []
