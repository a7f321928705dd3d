"""scripts/test mutants: small faults put into the process kernel and the scope code, one at a time; tests must notice.

mutmut makes the faults, chooses for each the tests that reach it, and works in mutants/ (pyproject.toml configures it).
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
LEAST = 95  # in a hundred
# makes the database that each fault gets a copy of
MAKE_DATABASE = ["-q", "--reuse-db", "--create-db", "tests/workflow/test_numbers.py"]


def try_mutants(environment: Mapping[str, str], names: Sequence[str]) -> int:
    """Try all faults anew, or those alone whose names match `names`; 1 where under 95 in 100 are noticed."""
    if not names:
        shutil.rmtree(FOLDER, ignore_errors=True)
    own = {**environment, "PORTAL_TESTS_DATABASE": str(Path(environment["TMPDIR"]) / "made.sqlite3")}
    if children.finish(children.start([tool("pytest"), *MAKE_DATABASE], own)):
        raise Problem("The tests fail without any fault: see above.")
    if code := children.finish(children.start([tool("mutmut"), "run", *names], own)):
        return code
    told = subprocess.run(
        [tool("mutmut"), "results", "--all", "true"], cwd=ROOT, env=own, check=True, capture_output=True, text=True
    )
    return tell_noticed(told.stdout)


def tell_noticed(results: str) -> int:
    """Print how many were noticed of each module, and the names of the others; 1 where they were too few.

    `results` are lines of mutmut: the name of a fault, and what became of it. Raises Problem where none was tried.
    """
    of_module: dict[str, Counter[str]] = defaultdict(Counter)
    unnoticed = []
    for line in results.splitlines():
        name, _, status = line.strip().partition(": ")
        if not status or status == "not checked":
            continue
        of_module[name.rpartition(".")[0]]["noticed" if status in NOTICED else "unnoticed"] += 1
        if status not in NOTICED:
            unnoticed.append(f"  {status}: {name}")
    if not of_module:
        raise Problem("No fault was tried.")
    print("\nFaults noticed")
    for module, counts in sorted(of_module.items()):
        print(f"  {module:<44} {counts['noticed']:>5} of {counts.total():>5}")
    noticed = sum(counts["noticed"] for counts in of_module.values())
    total = sum(counts.total() for counts in of_module.values())
    print(f"  {'all':<44} {noticed:>5} of {total:>5}, {100 * noticed / total:.1f} in 100 (at least {LEAST})")
    if unnoticed:
        print("\n".join(["Not noticed (mutmut show NAME tells the fault)", *sorted(unnoticed)]))
    return int(100 * noticed < LEAST * total)
