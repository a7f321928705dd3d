"""Run all checks and tests of scripts/test, in stages."""

import time
from tempfile import TemporaryFile

import install
from backing_services import install_programs, run_postgres_and_redis
from environment import read_environment
from install import VENV_PYTHON, get_tool_path
from processes import CommandError
from run_with_server import run_fresh_server
from stages import Outcome, Stage, print_summary, report_not_run, run_in_parallel, run_stage
from testing_environment import (
    BROWSER_TESTS_COMMAND,
    PYTEST_COMMAND,
    isolated_environment,
    print_server_log,
    with_browser,
)

# for tests that hang; without other load, a run on two cores takes 40 to 50 minutes
MAX_MINUTES = 80
# the thorough tests take nearly half of the time
SHORT_TEST_ARGUMENTS = ("-m", "not thorough")


def run_all_stages(*, quick: bool) -> int:
    """Run all stages, or the short ones; return 1 if one failed."""
    began = time.monotonic()
    deadline = began + 60 * MAX_MINUTES
    environment = read_environment()
    print("Installing missing requirements", flush=True)
    install.install(environment, install.TEST_REQUIREMENTS)
    if not quick:
        install_programs(environment)
    print("\nChecks and tests", flush=True)
    with isolated_environment(environment) as own:
        outcomes = run_in_parallel([_build_server_checks(own), _build_interface_checks(own)], deadline)
        chosen = SHORT_TEST_ARGUMENTS if quick else ("--half", "first")
        outcomes.append(run_stage(_build_pytest_stage("pytest on SQLite", own, *chosen), deadline))
        if not quick:
            outcomes.append(_run_on_postgres(own, deadline))
            outcomes.append(_run_browser_tests(own, deadline))
    return print_summary(outcomes, time.monotonic() - began)


def _build_server_checks(environment: dict[str, str]) -> list[Stage]:
    manage = [str(VENV_PYTHON), "manage.py"]
    deployed = {**environment, "PORTAL_PUBLIC_URL": "https://portal.example.org"}
    return [
        Stage("ruff", [get_tool_path("ruff"), "check"], environment),
        Stage("ruff format", [get_tool_path("ruff"), "format", "--check"], environment),
        Stage("import-linter", [get_tool_path("lint-imports")], environment),
        Stage("mypy", [get_tool_path("mypy")], environment),
        Stage("migrations complete", [*manage, "makemigrations", "--check", "--dry-run"], environment),
        Stage("deployment check", [*manage, "check", "--deploy", "--fail-level", "WARNING"], deployed),
    ]


def _build_interface_checks(environment: dict[str, str]) -> list[Stage]:
    sources = install.hash_interface_sources()
    return [
        Stage(
            "interface build", ["npm", "run", "build"], environment, on_success=lambda: install.record_build(sources)
        ),
        Stage("interface types and style", ["npm", "run", "check"], environment),
        Stage("vitest", ["npm", "run", "test"], environment, test_runner="vitest", timeout=900),
    ]


def _build_pytest_stage(name: str, environment: dict[str, str], *arguments: str) -> Stage:
    return Stage(name, [*PYTEST_COMMAND, *arguments], environment, test_runner="pytest", timeout=1800)


def _run_on_postgres(environment: dict[str, str], deadline: float) -> Outcome:
    name = "pytest on PostgreSQL, Redis"
    try:
        with run_postgres_and_redis() as addresses:
            return run_stage(_build_pytest_stage(name, {**environment, **addresses}, "--half", "second"), deadline)
    except CommandError as problem:
        return report_not_run(name, str(problem))


def _run_browser_tests(environment: dict[str, str], deadline: float) -> Outcome:
    name = "browser tests"
    with TemporaryFile() as log:
        try:
            with run_fresh_server(environment, log, install.install_runtime(environment)) as own:
                command = [*BROWSER_TESTS_COMMAND, "--", "--reporter=dot"]  # prints only failures in detail
                stage = Stage(name, command, with_browser(own), test_runner="playwright", timeout=2400)
                outcome = run_stage(stage, deadline)
        except CommandError as problem:
            outcome = report_not_run(name, str(problem))
        print_server_log(log, failed=not outcome.ok)
    return outcome
