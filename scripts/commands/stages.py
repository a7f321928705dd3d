"""Stages of the test run, with time limits and test counts.

A stage's output is held back until it ends.
"""

import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import children

COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\].*?(?:\x1b\\|\x07)")
COUNT = re.compile(r"(\d+) (passed|failed|errors?|flaky|skipped|todo|interrupted|did not run)")
FAILURES = {"failed", "error", "errors", "interrupted", "did not run"}
SKIPS = {"skipped", "todo"}
# the line, or lines, in which each runner counts its tests
SUMMARIES = {
    "pytest": re.compile(
        r"^=* ?\d+ (?:passed|failed|error|skipped|deselected|xfailed|warning).* in [\d.:]+s.*$", re.MULTILINE
    ),
    "vitest": re.compile(r"^ *Tests +.*$", re.MULTILINE),
    "playwright": re.compile(r"^ +\d+ (?:passed|failed|flaky|skipped|interrupted|did not run)\b.*$", re.MULTILINE),
}
_printing = threading.Lock()


@dataclass(frozen=True)
class Stage:
    """One program of the test run.

    `test_runner` names the runner whose summary is counted; without one the stage counts as one test.
    """

    name: str
    command: Sequence[str | Path]
    environment: Mapping[str, str]
    #: Runner whose summary is counted (a key of SUMMARY_PATTERNS); empty to count the stage as one test.
    counts: str = ""
    #: Time limit in seconds.
    seconds: float = 300
    #: Called when the stage has succeeded.
    after: Callable[[], None] | None = None


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


def run_stage(stage: Stage, deadline: float) -> Outcome:
    """Run one stage to its end and print its result.

    The whole output is shown if it failed, else only its own summary.
    """
    _tell(f"  started  {stage.name}")
    began = time.monotonic()
    limit = max(1.0, min(stage.seconds, deadline - began))
    with tempfile.TemporaryFile() as log:
        child = children.start(stage.command, stage.environment, log)
        try:
            code = children.finish(child, limit)
        except subprocess.TimeoutExpired:
            code = -1
            log.write(f"\nStopped: it took longer than {limit:.0f} s.\n".encode())
        finally:
            children.stop(child)
        log.seek(0)
        output = COLOURS.sub("", log.read().decode(errors="replace")).rstrip()
    outcome = _count(stage, output, ok=code == 0)
    outcome.seconds = time.monotonic() - began
    if outcome.ok and stage.after:
        stage.after()
    lines = outcome.summary if outcome.ok else output.splitlines()
    _tell(
        "\n".join(
            [
                f"  {'ok' if outcome.ok else 'FAILED':<9}{stage.name} ({outcome.seconds:.1f} s)",
                *(f"    | {line}" for line in lines),
            ]
        )
    )
    return outcome


def not_run(name: str, why: str) -> Outcome:
    """Report a stage that could not be run; it counts as failed."""
    _tell(f"  FAILED   {name}: {why}")
    return Outcome(name, ok=False, seconds=0, failed=1, summary=[why])


def run_beside(lanes: Sequence[Sequence[Stage]], deadline: float) -> list[Outcome]:
    """Run lanes of stages in parallel, each lane in its order."""
    results: list[list[Outcome]] = [[] for _ in lanes]

    def run_lane(index: int) -> None:
        try:
            for stage in lanes[index]:
                results[index].append(run_stage(stage, deadline))
        except children.Stop:
            return

    threads = [threading.Thread(target=run_lane, args=(index,), daemon=True) for index in range(len(lanes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for index, lane in enumerate(lanes):
        results[index].extend(not_run(stage.name, "not reached") for stage in lane[len(results[index]) :])
    return [outcome for lane in results for outcome in lane]


def tell_summary(outcomes: Sequence[Outcome], seconds: float) -> int:
    """Print the result of each stage and the totals; return the exit code."""
    print("\nSummary")
    for each in outcomes:
        counted = f"{each.passed} passed, {each.failed} failed" + (f", {each.skipped} skipped" if each.skipped else "")
        print(f"  {'ok' if each.ok else 'FAILED':<9}{each.name:<28}{each.seconds:>7.1f} s   {counted}")
    print(f"  {len(outcomes)} stages in {seconds / 60:.1f} min\n")
    print(f"{sum(each.passed for each in outcomes)} passed, {sum(each.failed for each in outcomes)} failed", flush=True)
    return 0 if outcomes and all(each.ok for each in outcomes) else 1


def _count(stage: Stage, output: str, *, ok: bool) -> Outcome:
    outcome = Outcome(stage.name, ok, seconds=0)
    if stage.counts:
        outcome.summary = [line.strip(" =") for line in SUMMARIES[stage.counts].findall(output)]
        if stage.counts != "playwright":
            outcome.summary = outcome.summary[-1:]
        for number, what in COUNT.findall(" ".join(outcome.summary)):
            if what in FAILURES:
                outcome.failed += int(number)
            elif what in SKIPS:
                outcome.skipped += int(number)
            else:
                outcome.passed += int(number)
        outcome.ok = ok and outcome.passed > 0 and not outcome.failed
    else:
        outcome.passed = int(ok)
    if not outcome.ok and not outcome.failed:
        outcome.failed = 1
    return outcome


def _tell(text: str) -> None:
    with _printing:
        print(text, flush=True)
