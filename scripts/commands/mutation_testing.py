"""Mutation testing of the process kernel and the scope code.

For `scripts/test mutants`. mutmut creates the mutants, selects for each the tests that reach it, and works in mutants/
(configured in pyproject.toml).
"""

import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import processes
from install import get_tool_path
from processes import ROOT, CommandError

MUTANTS_DIR = ROOT / "mutants"
KILLED_STATUSES = {"killed", "timeout", "segfault"}
MIN_KILLED_PERCENT = 95
# creates the database, of which each mutant gets a copy
MAKE_DATABASE_ARGUMENTS = ["-q", "--reuse-db", "--create-db", "tests/workflow/test_request_numbers.py"]


def run_mutants(environment: Mapping[str, str], names: Sequence[str]) -> int:
    """Run all mutants, or those whose names match; return the exit code.

    The code is 1 if fewer than 95% are killed. Raises CommandError if the tests fail without a mutant.
    """
    if not names:
        shutil.rmtree(MUTANTS_DIR, ignore_errors=True)
    mutants_environment = {**environment, "PORTAL_MUTANT_DATABASE": str(Path(environment["TMPDIR"]) / "made.sqlite3")}
    if processes.wait_for_exit(
        processes.start([get_tool_path("pytest"), *MAKE_DATABASE_ARGUMENTS], mutants_environment)
    ):
        raise CommandError("The tests fail without mutants: see above.")
    if code := processes.wait_for_exit(processes.start([get_tool_path("mutmut"), "run", *names], mutants_environment)):
        return code
    results = subprocess.run(
        [get_tool_path("mutmut"), "results", "--all", "true"],
        cwd=ROOT,
        env=mutants_environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return report_killed(results.stdout)


def report_killed(results: str) -> int:
    """Print the killed mutants per module and the names of the others.

    `results` are lines of mutmut: the name of a mutant and its status. Returns 1 if too few were killed. Raises
    CommandError if none was checked.
    """
    counts_by_module: dict[str, Counter[str]] = defaultdict(Counter)
    survivors = []
    for line in results.splitlines():
        name, _, status = line.strip().partition(": ")
        if not status or status == "not checked":
            continue
        counts_by_module[name.rpartition(".")[0]]["killed" if status in KILLED_STATUSES else "survived"] += 1
        if status not in KILLED_STATUSES:
            survivors.append(f"  {status}: {name}")
    if not counts_by_module:
        raise CommandError("No mutant was checked.")
    print("\nMutants killed")
    for module, counts in sorted(counts_by_module.items()):
        print(f"  {module:<44} {counts['killed']:>5} of {counts.total():>5}")
    killed = sum(counts["killed"] for counts in counts_by_module.values())
    total = sum(counts.total() for counts in counts_by_module.values())
    print(f"  {'all':<44} {killed:>5} of {total:>5}, {100 * killed / total:.1f}% (at least {MIN_KILLED_PERCENT}%)")
    if survivors:
        print("\n".join(["Survived (show one with: mutmut show NAME)", *sorted(survivors)]))
    return int(100 * killed < MIN_KILLED_PERCENT * total)
