"""Run all checks and tests of scripts/test, in stages."""

import time
from tempfile import TemporaryFile

import install
from children import Problem
from environment import read_environment
from install import VENV_PYTHON, tool
from run_with_server import fresh_server
from services import install_programs, postgres_and_redis
from stages import Outcome, Stage, not_run, run_beside, run_stage, tell_summary
from surroundings import BROWSER_TESTS, PYTEST, own_environment, tell_of_server, with_browser

# a limit for tests that hang; without other load a run on two cores takes a third of it
MINUTES = 80
# the thorough tests take nearly half of the time
SHORT = ("-m", "not thorough")


def run_everything(*, quick: bool) -> int:
    """Run all stages, or the short ones; return 1 if one failed."""
    began = time.monotonic()
    deadline = began + 60 * MINUTES
    environment = read_environment()
    print("Installing what is missing", flush=True)
    install.install(environment, install.TESTING_NEEDS)
    if not quick:
        install_programs(environment)
    print("\nChecks and tests", flush=True)
    with own_environment(environment) as own:
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
        Stage("vitest", ["npm", "run", "test"], environment, counts="vitest", seconds=900),
    ]


def _pytest_stage(name: str, environment: dict[str, str], *arguments: str) -> Stage:
    return Stage(name, [*PYTEST, *arguments], environment, counts="pytest", seconds=1800)


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
            with fresh_server(environment, log, install.install_runtime(environment)) as own:
                command = [*BROWSER_TESTS, "--", "--reporter=dot"]  # prints only failures in detail
                stage = Stage(name, command, with_browser(own), counts="playwright", seconds=2400)
                outcome = run_stage(stage, deadline)
        except Problem as problem:
            outcome = not_run(name, str(problem))
        tell_of_server(log, failed=not outcome.ok)
    return outcome
