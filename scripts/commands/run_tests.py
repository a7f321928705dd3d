"""Run all checks and tests, or a part of them, for `scripts/test`."""

import contextlib
import sys
from tempfile import TemporaryFile

import install
import processes
from backing_services import DEPLOYMENT_PROGRAMS, TEST_PROGRAMS, install_programs, run_postgres_and_redis
from compose_stack import get_docker_problem, run_compose_stack
from deployed_stack import run_deployed_stack
from environment import read_environment
from full_run import run_all_stages
from install import get_tool_path, with_venv
from mutation_testing import run_mutants
from run_with_server import run_fresh_server
from testing_environment import (
    BROWSER_TESTS_COMMAND,
    PYTEST_COMMAND,
    isolated_environment,
    print_server_log,
    with_browser,
)

USAGE = """\
scripts/test                        everything
scripts/test quick                  the checks, the interface's tests, the server's short tests on SQLite
scripts/test ARGUMENTS              pytest with these arguments, on SQLite (scripts/test tests/workflow -k move)
scripts/test postgres [ARGUMENTS]   pytest on PostgreSQL and Redis
scripts/test coverage [ARGUMENTS]   pytest on PostgreSQL and Redis with a coverage report of the server (lines and
                                    branches); fails below 97%
scripts/test mutants [NAMES]        mutation testing of the process kernel and the scope code: at least 95% of the
                                    mutants must be killed (an hour); NAMES: only these mutants
scripts/test e2e [ARGUMENTS]        browser tests with these arguments, against a fresh portal
scripts/test drills [ARGUMENTS]     attacks on a fresh portal, killed processes, a recount after 2,000 changes, 1,000
                                    races on each database (Linux)
scripts/test production [--all]     the portal as compose.yml deploys it, behind https: drills and some browser tests,
                                    all with --all; with other arguments only these drills (Linux)
scripts/test compose [ARGUMENTS]    compose.yml in its own Compose project: upgrade under load, killed containers,
                                    backup and restore (skipped without a Docker daemon)
scripts/test fuzz [ARGUMENTS]       100 generated requests for each endpoint of the API, 10,000 random operations
scripts/test lighthouse             Lighthouse on the login, a list and a process page (fetches it by npx)
scripts/test audit                  known advisories in the pinned packages (needs the advisory databases)"""
RACE_TESTS = "tests/workflow/test_races.py"
DRILL_TESTS = ["tests/drills", "tests/workflow/test_counter_recounts.py", RACE_TESTS]
COVERAGE_ARGUMENTS = [
    *PYTEST_COMMAND[1:],
    "-p",
    "tests.coverage_plugin",
    "--cov",
    "--cov-report=term-missing:skip-covered",
]
PRODUCTION_TESTS = ["tests/production"]
COMPOSE_TESTS = ["tests/compose"]
# browser tests of the differences to scripts/run: several processes, an S3 bucket, a replica, cookies over HTTPS
PRODUCTION_BROWSER_TESTS = [
    "login",
    "session",
    "repair.spec",
    "newRepairFiles",
    "partRequest",
    "report",
    "mailLinks",
    "users",
]
FUZZ_ARGUMENTS = [
    "--fuzz",
    "100",
    "--operations",
    "10000",
    "tests/contract/test_fuzz.py",
    "tests/contract/test_stateful.py",
]
LIGHTHOUSE_COMMAND = ["node", "tests/e2e/lighthouse.bench.ts"]


def main(arguments: list[str]) -> int:
    """Run what the first argument selects; return the exit code."""
    match arguments:
        case ["--help" | "-h", *_]:
            print(USAGE)
            return 0
        case ["audit"]:
            return _audit_packages()
        case ["coverage", *rest]:
            return _run_pytest([*COVERAGE_ARGUMENTS, *rest], use_postgres=True)
        case ["mutants", *rest]:
            return _run_mutation_tests(rest)
        case ["e2e", *rest]:
            return _run_browser_tests([*BROWSER_TESTS_COMMAND, "--", *rest])
        case ["lighthouse"]:
            return _run_browser_tests(LIGHTHOUSE_COMMAND)
        case ["drills", *rest]:
            return _run_drills(rest)
        case ["production", *rest]:
            return _run_production_tests(rest)
        case ["compose", *rest]:
            return _run_compose_tests(rest)
        case ["postgres" | "fuzz" as part, *rest]:
            return _run_pytest([*(FUZZ_ARGUMENTS if part == "fuzz" else []), *rest], use_postgres=part == "postgres")
        case [] | ["quick"]:
            return run_all_stages(quick=bool(arguments))
        case _:
            return _run_pytest(arguments, use_postgres=False)


def _run_pytest(arguments: list[str], *, use_postgres: bool) -> int:
    environment = read_environment()
    install.install(environment, install.TEST_REQUIREMENTS)
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(isolated_environment(environment))
        if use_postgres:
            install_programs(environment)
            own = {**own, **stack.enter_context(run_postgres_and_redis())}
        return processes.wait_for_exit(processes.start([get_tool_path("pytest"), *arguments], own))


def _run_mutation_tests(names: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.MUTATION_REQUIREMENTS)
    with isolated_environment(environment) as own:
        return run_mutants(own, names)


def _run_browser_tests(command: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.TEST_REQUIREMENTS)
    install_programs(environment)
    install.build_interface(environment)
    runtime = install.install_runtime(environment)
    with TemporaryFile() as log:
        with run_fresh_server(environment, log, runtime) as own:
            code = processes.wait_for_exit(processes.start(command, with_browser(own)))
        print_server_log(log, failed=code != 0)
    return code


def _run_drills(arguments: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.TEST_REQUIREMENTS)
    install_programs(environment)
    runtime = install.install_runtime(environment)
    named = any(each.startswith("tests/") for each in arguments)
    long = [get_tool_path("pytest"), "-v", "--changes", "2000", "--races", "1000", *arguments]
    with TemporaryFile() as log:
        with run_fresh_server(environment, log, runtime) as own:
            own["RUNTIME_PYTHON"] = str(runtime / "bin" / "python")
            code = processes.wait_for_exit(processes.start([*long, *([] if named else DRILL_TESTS)], own))
        print_server_log(log, failed=code != 0)
    if named:
        return code
    # the run above is on SQLite
    return code | _run_pytest([*long[1:], RACE_TESTS], use_postgres=True)


def _run_production_tests(arguments: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.DEPLOYED_REQUIREMENTS)
    install_programs(environment, {**TEST_PROGRAMS, **DEPLOYMENT_PROGRAMS})
    install.build_interface(environment)
    drills = [each for each in arguments if each != "--all"]
    browser = [] if "--all" in arguments else PRODUCTION_BROWSER_TESTS
    runtime = install.install_runtime(environment)
    with isolated_environment(environment) as plain, run_deployed_stack(plain, runtime) as own:
        codes = [
            processes.wait_for_exit(
                processes.start([get_tool_path("pytest"), "-v", *(drills or PRODUCTION_TESTS)], own)
            )
        ]
        if not drills:
            command = [*BROWSER_TESTS_COMMAND, "--", "--reporter=dot", *browser]
            codes.append(processes.wait_for_exit(processes.start(command, with_browser(own))))
    return int(any(codes))


def _run_compose_tests(arguments: list[str]) -> int:
    if why := get_docker_problem():
        print(f"Skipped: {why}. These drills run compose.yml itself.", flush=True)
        return 0
    environment = read_environment()
    install.install(environment, install.TEST_REQUIREMENTS)
    with isolated_environment(environment) as plain, run_compose_stack(plain) as own:
        return processes.wait_for_exit(
            processes.start([get_tool_path("pytest"), "-v", *(arguments or COMPOSE_TESTS)], own)
        )


def _audit_packages() -> int:
    environment = read_environment()
    install.install(environment, install.AUDIT_REQUIREMENTS)
    own = with_venv(environment)
    # strict: a package unknown to the database is a failure
    pip_audit = [
        get_tool_path("pip-audit"),
        "--disable-pip",
        "--require-hashes",
        "--strict",
        "-r",
        "requirements/base.txt",
    ]
    failed = [
        name
        for name, command in (("Python", pip_audit), ("Node", ["npm", "audit", "--omit=dev"]))
        if processes.wait_for_exit(processes.start(command, own))
    ]
    for name in failed:
        print(f"{name} packages: advisories found, or the advisory database is unreachable: see above", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(processes.run_command("scripts/test", lambda: main(sys.argv[1:])))
