"""scripts/test: every check and every test, or a part of them."""

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

import children
import install
from children import Problem
from deployed import deployed
from environment import read_environment
from install import VENV_PYTHON, tool, with_venv
from mutating import try_mutants
from run_with_server import fresh_server
from services import DEPLOYED, PROGRAMS, find_program, install_programs, postgres_and_redis
from stages import Outcome, Stage, not_run, run_beside, run_stage, tell_summary

USAGE = """\
scripts/test                        everything
scripts/test quick                  the checks, the interface's tests, the server's short tests on SQLite
scripts/test ARGUMENTS              pytest with these arguments, on SQLite (scripts/test tests/workflow -k move)
scripts/test postgres [ARGUMENTS]   pytest on PostgreSQL and Redis
scripts/test coverage [ARGUMENTS]   pytest on SQLite with the lines and branches of the server that no test reaches
scripts/test mutants [NAMES]        faults put one by one into the process kernel and the scope code: tests must
                                    notice 95 in 100 (an hour); with names of faults these alone
scripts/test e2e [ARGUMENTS]        browser tests with these arguments, against a fresh portal
scripts/test drills [ARGUMENTS]     attacks on a fresh portal, processes killed, 2,000 changes recounted, 1,000 races on
                                    each database (Linux)
scripts/test production [--all]     the portal as compose.yml deploys it, behind https: drills, and browser tests or all
                                    of them; with other arguments these drills alone (Linux)
scripts/test fuzz [ARGUMENTS]       100 calls made up for each call of the API's document, 10,000 random operations
scripts/test lighthouse             Lighthouse on the login, a list and a process page (fetches it by npx)
scripts/test audit                  known advisories in the pinned packages (needs the advisory databases)"""
# what hangs is ended; alone on two cores a run takes a third of it
MINUTES = 60
# empty rather than absent: absent ones would be read from .env
OUTSIDE = (
    "DATABASE_URL",
    "DATABASE_REPLICA_URL",
    "REDIS_URL",
    "EMAIL_URL",
    "STORAGE_URL",
    "SECRET_KEY",
    "PORTAL_PUBLIC_URL",
    "PORTAL_DATA_DIR",
)
PYTEST = [tool("pytest"), "-n", "2", "--dist", "worksteal", "-q"]
# nearly half of the time goes into those
SHORT = ("-m", "not thorough")
RACES = "tests/workflow/test_races.py"
DRILLS = ["tests/drills", "tests/workflow/test_recounts.py", RACES]
COVERAGE = [*PYTEST[1:], "--cov", "--cov-report=term-missing:skip-covered"]
PRODUCTION = ["tests/production"]
# browser tests of what differs from scripts/run: several processes, files in a bucket, a replica, cookies over https
TELLING = ["login", "repair.spec", "newRepairFiles", "partRequest", "report", "mailLinks", "users"]
FUZZ = ["--fuzz", "100", "--operations", "10000", "tests/contract/test_fuzz.py", "tests/contract/test_stateful.py"]
BROWSER_TESTS = ["npm", "run", "e2e"]
LIGHTHOUSE = ["node", "tests/e2e/lighthouse.bench.ts"]


def main(arguments: list[str]) -> int:
    """Choose what to run by the first argument."""
    match arguments:
        case ["--help" | "-h", *_]:
            print(USAGE)
            return 0
        case ["audit"]:
            return _audit()
        case ["coverage", *rest]:
            return _pytest([*COVERAGE, *rest], on_postgres=False)
        case ["mutants", *rest]:
            return _mutants(rest)
        case ["e2e", *rest]:
            return _browser_tests([*BROWSER_TESTS, "--", *rest])
        case ["lighthouse"]:
            return _browser_tests(LIGHTHOUSE)
        case ["drills", *rest]:
            return _drills(rest)
        case ["production", *rest]:
            return _production(rest)
        case ["fuzz", *rest]:
            return _pytest([*FUZZ, *rest], on_postgres=False)
        case ["postgres", *rest]:
            return _pytest(rest, on_postgres=True)
        case [] | ["quick"]:
            return _everything(quick=bool(arguments))
        case _:
            return _pytest(arguments, on_postgres=False)


def _everything(*, quick: bool) -> int:
    began = time.monotonic()
    deadline = began + 60 * MINUTES
    environment = read_environment()
    print("Installing what is missing", flush=True)
    install.install(environment, install.TESTING_NEEDS)
    if not quick:
        install_programs(environment)
    print("\nChecks and tests", flush=True)
    with _test_environment(environment) as own:
        outcomes = run_beside([_checks_of_server(own), _checks_of_interface(own)], deadline)
        chosen = SHORT if quick else ("--half", "first")
        outcomes.append(run_stage(_pytest_stage("pytest on SQLite", own, *chosen), deadline))
        if not quick:
            outcomes.append(_try_on_postgres(own, deadline))
            outcomes.append(_try_in_browser(own, deadline))
    return tell_summary(outcomes, time.monotonic() - began)


def _checks_of_server(environment: dict[str, str]) -> list[Stage]:
    manage = [str(VENV_PYTHON), "manage.py"]
    deployed = {**environment, "PORTAL_PUBLIC_URL": "https://portal.example.org"}
    return [
        Stage("ruff", [tool("ruff"), "check"], environment),
        Stage("ruff format", [tool("ruff"), "format", "--check"], environment),
        Stage("import-linter", [tool("lint-imports")], environment),
        Stage("mypy", [tool("mypy")], environment),
        Stage("migrations complete", [*manage, "makemigrations", "--check", "--dry-run"], environment),
        Stage("deployment check", [*manage, "check", "--deploy", "--fail-level", "WARNING"], deployed),
    ]


def _checks_of_interface(environment: dict[str, str]) -> list[Stage]:
    sources = install.sources_of_interface()
    return [
        Stage("interface build", ["npm", "run", "build"], environment, after=lambda: install.record_build(sources)),
        Stage("interface types and style", ["npm", "run", "check"], environment),
        Stage("vitest", ["npm", "run", "test"], environment, counts="vitest"),
    ]


def _pytest_stage(name: str, environment: dict[str, str], *arguments: str) -> Stage:
    return Stage(name, [*PYTEST, *arguments], environment, counts="pytest", seconds=900)


def _try_on_postgres(environment: dict[str, str], deadline: float) -> Outcome:
    name = "pytest on PostgreSQL, Redis"
    try:
        with postgres_and_redis() as addresses:
            return run_stage(_pytest_stage(name, {**environment, **addresses}, "--half", "second"), deadline)
    except Problem as problem:
        return not_run(name, str(problem))


def _try_in_browser(environment: dict[str, str], deadline: float) -> Outcome:
    name = "browser tests"
    with TemporaryFile() as log:
        try:
            with fresh_server(environment, log) as own:
                command = [*BROWSER_TESTS, "--", "--reporter=dot"]  # tells of failures alone
                stage = Stage(name, command, _with_browser(own), counts="playwright", seconds=1500)
                outcome = run_stage(stage, deadline)
        except Problem as problem:
            outcome = not_run(name, str(problem))
        _tell_of_server(log, failed=not outcome.ok)
    return outcome


def _pytest(arguments: list[str], *, on_postgres: bool) -> int:
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(_test_environment(environment))
        if on_postgres:
            install_programs(environment)
            own = {**own, **stack.enter_context(postgres_and_redis())}
        return children.finish(children.start([tool("pytest"), *arguments], own))


def _mutants(names: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.MUTATING_NEEDS)
    with _test_environment(environment) as own:
        return try_mutants(own, names)


def _browser_tests(command: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    install_programs(environment)
    install.build_interface(environment)
    with TemporaryFile() as log:
        with fresh_server(environment, log) as own:
            code = children.finish(children.start(command, _with_browser(own)))
        _tell_of_server(log, failed=code != 0)
    return code


def _drills(arguments: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    named = any(each.startswith("tests/") for each in arguments)
    long = [tool("pytest"), "-v", "--changes", "2000", "--races", "1000", *arguments]
    with TemporaryFile() as log:
        with fresh_server(environment, log) as own:
            code = children.finish(children.start([*long, *([] if named else DRILLS)], own))
        _tell_of_server(log, failed=code != 0)
    if named:
        return code
    # the one above is on SQLite
    return code | _pytest([*long[1:], RACES], on_postgres=True)


def _production(arguments: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    install_programs(environment, {**PROGRAMS, **DEPLOYED})
    install.build_interface(environment)
    drills = [each for each in arguments if each != "--all"]
    browser = [] if "--all" in arguments else TELLING
    with _test_environment(environment) as plain, deployed(plain) as own:
        codes = [children.finish(children.start([tool("pytest"), "-v", *(drills or PRODUCTION)], own))]
        if not drills:
            command = [*BROWSER_TESTS, "--", "--reporter=dot", *browser]
            codes.append(children.finish(children.start(command, _with_browser(own))))
    return int(any(codes))


def _with_browser(environment: dict[str, str]) -> dict[str, str]:
    if not (chromium := find_program("chromium")):
        raise Problem("Chromium is missing: install it (Debian: chromium).")
    return {"CHROMIUM": chromium, **environment}


def _tell_of_server(log: IO[bytes], *, failed: bool) -> None:
    log.seek(0)
    lines = [line for line in log.read().decode(errors="replace").splitlines() if " INFO " not in line]
    if failed and lines:
        print("\n    | ".join(["  What the web server told at last:", *lines[-40:]]), flush=True)


def _audit() -> int:
    environment = read_environment()
    install.install(environment, install.AUDITING_NEEDS)
    own = with_venv(environment)
    # strict: what the database does not know of is a failure, and not passed over
    pip_audit = [tool("pip-audit"), "--disable-pip", "--require-hashes", "--strict", "-r", "requirements/base.txt"]
    failed = [
        name
        for name, command in (("Python", pip_audit), ("Node", ["npm", "audit", "--omit=dev"]))
        if children.finish(children.start(command, own))
    ]
    for name in failed:
        print(f"{name} packages: advisories were found, or the database was not reached: see above", flush=True)
    return int(bool(failed))


@contextlib.contextmanager
def _test_environment(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Nothing of the machine's or the person's settings reaches the tests, and their data goes with them."""
    with TemporaryDirectory(prefix="portal-") as folder:
        yield {
            **{
                name: value for name, value in with_venv(environment).items() if name not in {"FORCE_COLOR", "NODE_ENV"}
            },
            **dict.fromkeys(OUTSIDE, ""),
            "PORTAL_DATA_DIR": str(Path(folder) / "var"),
            "TMPDIR": folder,
            "NO_COLOR": "1",
        }


if __name__ == "__main__":
    sys.exit(children.run("scripts/test", lambda: main(sys.argv[1:])))
