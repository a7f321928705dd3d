"""Stages of the test run, with time limits and test counts.

A stage's output is buffered until it ends.
"""

import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import processes

ANSI_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\].*?(?:\x1b\\|\x07)")
COUNT_PATTERN = re.compile(r"(\d+) (passed|failed|errors?|flaky|skipped|todo|interrupted|did not run)")
FAILURE_WORDS = {"failed", "error", "errors", "interrupted", "did not run"}
SKIP_WORDS = {"skipped", "todo"}
# the line, or lines, in which each runner counts its tests
SUMMARY_PATTERNS = {
    "pytest": re.compile(
        r"^=* ?\d+ (?:passed|failed|error|skipped|deselected|xfailed|warning).* in [\d.:]+s.*$", re.MULTILINE
    ),
    "vitest": re.compile(r"^ *Tests +.*$", re.MULTILINE),
    "playwright": re.compile(r"^ +\d+ (?:passed|failed|flaky|skipped|interrupted|did not run)\b.*$", re.MULTILINE),
}
# the lines in which each runner names the tests that failed
FAILED_TEST_PATTERNS = {
    "pytest": re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE),
    "vitest": re.compile(r"^ *FAIL +(\S.*?) *$", re.MULTILINE),
    "playwright": re.compile(r"^ +\d+ (?:failed|interrupted)\n((?: {4}.*\n?)+)", re.MULTILINE),
}
_print_lock = threading.Lock()


@dataclass(frozen=True)
class Stage:
    """One program of the test run.

    `test_runner` names the runner whose summary is counted; without one the stage counts as one test.
    """

    name: str
    command: Sequence[str | Path]
    environment: Mapping[str, str]
    #: Runner whose summary is counted (a key of SUMMARY_PATTERNS); empty to count the stage as one test.
    test_runner: str = ""
    #: Time limit in seconds.
    timeout: float = 300
    #: Called when the stage has succeeded.
    on_success: Callable[[], None] | None = None


@dataclass
class Outcome:
    """Result of a stage."""

    name: str
    ok: bool
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    summary: list[str] = field(default_factory=list)
    #: Names of the tests that failed.
    failures: list[str] = field(default_factory=list)


def run_stage(stage: Stage, deadline: float) -> Outcome:
    """Run one stage to its end and print its result.

    The whole output is shown if it failed, else only its own summary.
    """
    _print_line(f"  started  {stage.name}")
    began = time.monotonic()
    limit = max(1.0, min(stage.timeout, deadline - began))
    with tempfile.TemporaryFile() as log:
        child = processes.start(stage.command, stage.environment, log)
        try:
            code = processes.wait_for_exit(child, limit)
        except subprocess.TimeoutExpired:
            code = -1
            log.write(f"\nStopped: it took longer than {limit:.0f} s.\n".encode())
        finally:
            processes.stop(child)
        log.seek(0)
        output = ANSI_ESCAPES.sub("", log.read().decode(errors="replace")).rstrip()
    outcome = _count_tests(stage, output, ok=code == 0)
    outcome.seconds = time.monotonic() - began
    if outcome.ok and stage.on_success:
        stage.on_success()
    lines = outcome.summary if outcome.ok else output.splitlines()
    _print_line(
        "\n".join(
            [
                f"  {'ok' if outcome.ok else 'FAILED':<9}{stage.name} ({outcome.seconds:.1f} s)",
                *(f"    | {line}" for line in lines),
            ]
        )
    )
    return outcome


def report_not_run(name: str, why: str) -> Outcome:
    """Report a stage that could not be run; it counts as failed."""
    _print_line(f"  FAILED   {name}: {why}")
    return Outcome(name, ok=False, seconds=0, failed=1, summary=[why])


def run_in_parallel(lanes: Sequence[Sequence[Stage]], deadline: float) -> list[Outcome]:
    """Run lanes of stages in parallel, each lane in its order."""
    results: list[list[Outcome]] = [[] for _ in lanes]

    def run_lane(index: int) -> None:
        try:
            for stage in lanes[index]:
                results[index].append(run_stage(stage, deadline))
        except processes.StopRequested:
            return

    threads = [threading.Thread(target=run_lane, args=(index,), daemon=True) for index in range(len(lanes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for index, lane in enumerate(lanes):
        results[index].extend(report_not_run(stage.name, "not reached") for stage in lane[len(results[index]) :])
    return [outcome for lane in results for outcome in lane]


def print_summary(outcomes: Sequence[Outcome], seconds: float) -> int:
    """Print the result of each stage and the totals; return the exit code."""
    print("\nSummary")
    for each in outcomes:
        counted = f"{each.passed} passed, {each.failed} failed" + (f", {each.skipped} skipped" if each.skipped else "")
        print(f"  {'ok' if each.ok else 'FAILED':<9}{each.name:<28}{each.seconds:>7.1f} s   {counted}")
        for name in each.failures:
            print(f"             {name}")
    print(f"  {len(outcomes)} stages in {seconds / 60:.1f} min\n")
    print(f"{sum(each.passed for each in outcomes)} passed, {sum(each.failed for each in outcomes)} failed", flush=True)
    return 0 if outcomes and all(each.ok for each in outcomes) else 1


def _count_tests(stage: Stage, output: str, *, ok: bool) -> Outcome:
    outcome = Outcome(stage.name, ok, seconds=0)
    if stage.test_runner:
        outcome.summary = [line.strip(" =") for line in SUMMARY_PATTERNS[stage.test_runner].findall(output)]
        if stage.test_runner != "playwright":
            outcome.summary = outcome.summary[-1:]
        for number, what in COUNT_PATTERN.findall(" ".join(outcome.summary)):
            if what in FAILURE_WORDS:
                outcome.failed += int(number)
            elif what in SKIP_WORDS:
                outcome.skipped += int(number)
            else:
                outcome.passed += int(number)
        outcome.ok = ok and outcome.passed > 0 and not outcome.failed
        if not outcome.ok:
            named = "\n".join(FAILED_TEST_PATTERNS[stage.test_runner].findall(output))
            outcome.failures = list(dict.fromkeys(line.strip(" ─") for line in named.splitlines()))
    else:
        outcome.passed = int(ok)
    if not outcome.ok and not outcome.failed:
        outcome.failed = 1
    return outcome


def _print_line(text: str) -> None:
    with _print_lock:
        print(text, flush=True)
