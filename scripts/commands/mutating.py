"""Mutation testing of the process kernel and the scope code.

For `scripts/test mutants`. mutmut creates the mutants, selects for each the tests that reach it, and works in mutants/
(configured in pyproject.toml).
"""

import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import children
from children import ROOT, Problem
from install import tool

FOLDER = ROOT / "mutants"
NOTICED = {"killed", "timeout", "segfault"}
LEAST = 95  # percent
# creates the database that each mutant gets a copy of
MAKE_DATABASE = ["-q", "--reuse-db", "--create-db", "tests/workflow/test_numbers.py"]


def try_mutants(environment: Mapping[str, str], names: Sequence[str]) -> int:
    """Run all mutants, or those whose names match; return the exit code.

    The code is 1 if fewer than 95 in 100 are killed. Raises CommandError if the tests fail without a mutant.
    """
    if not names:
        shutil.rmtree(FOLDER, ignore_errors=True)
    mutants_environment = {**environment, "PORTAL_TESTS_DATABASE": str(Path(environment["TMPDIR"]) / "made.sqlite3")}
    if children.finish(children.start([tool("pytest"), *MAKE_DATABASE], mutants_environment)):
        raise Problem("The tests fail without any fault: see above.")
    if code := children.finish(children.start([tool("mutmut"), "run", *names], mutants_environment)):
        return code
    results = subprocess.run(
        [tool("mutmut"), "results", "--all", "true"],
        cwd=ROOT,
        env=mutants_environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return tell_noticed(results.stdout)


def tell_noticed(results: str) -> int:
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
        counts_by_module[name.rpartition(".")[0]]["noticed" if status in NOTICED else "unnoticed"] += 1
        if status not in NOTICED:
            survivors.append(f"  {status}: {name}")
    if not counts_by_module:
        raise Problem("No fault was tried.")
    print("\nFaults noticed")
    for module, counts in sorted(counts_by_module.items()):
        print(f"  {module:<44} {counts['noticed']:>5} of {counts.total():>5}")
    killed = sum(counts["noticed"] for counts in counts_by_module.values())
    total = sum(counts.total() for counts in counts_by_module.values())
    print(f"  {'all':<44} {killed:>5} of {total:>5}, {100 * killed / total:.1f} in 100 (at least {LEAST})")
    if survivors:
        print("\n".join(["Not noticed (mutmut show NAME prints the mutant)", *sorted(survivors)]))
    return int(100 * killed < LEAST * total)
