"""Run all checks and tests, or a part of them, for `scripts/test`."""

import contextlib
import sys
from tempfile import TemporaryFile

import children
import install
from containers import containers, missing_docker
from deployed import deployed
from environment import read_environment
from install import tool, with_venv
from mutating import try_mutants
from run_with_server import fresh_server
from services import DEPLOYED, PROGRAMS, install_programs, postgres_and_redis
from surroundings import BROWSER_TESTS, PYTEST, own_environment, tell_of_server, with_browser
from whole_run import run_everything

USAGE = """\
scripts/test                        everything
scripts/test quick                  the checks, the interface's tests, the server's short tests on SQLite
scripts/test ARGUMENTS              pytest with these arguments, on SQLite (scripts/test tests/workflow -k move)
scripts/test postgres [ARGUMENTS]   pytest on PostgreSQL and Redis
scripts/test coverage [ARGUMENTS]   pytest on PostgreSQL and Redis, and the lines and branches of the server that no
                                    test reaches: under 97 in 100 it fails
scripts/test mutants [NAMES]        faults put one by one into the process kernel and the scope code: tests must
                                    notice 95 in 100 (an hour); with names of faults these alone
scripts/test e2e [ARGUMENTS]        browser tests with these arguments, against a fresh portal
scripts/test drills [ARGUMENTS]     attacks on a fresh portal, processes killed, 2,000 changes recounted, 1,000 races on
                                    each database (Linux)
scripts/test production [--all]     the portal as compose.yml deploys it, behind https: drills, and browser tests or all
                                    of them; with other arguments these drills alone (Linux)
scripts/test compose [ARGUMENTS]    compose.yml itself in a project of its own: upgrade under load, containers killed,
                                    backup and restore (skipped without a Docker daemon)
scripts/test fuzz [ARGUMENTS]       100 calls made up for each call of the API's document, 10,000 random operations
scripts/test lighthouse             Lighthouse on the login, a list and a process page (fetches it by npx)
scripts/test audit                  known advisories in the pinned packages (needs the advisory databases)"""
RACES = "tests/workflow/test_races.py"
DRILLS = ["tests/drills", "tests/workflow/test_recounts.py", RACES]
COVERAGE = [*PYTEST[1:], "-p", "tests.measured", "--cov", "--cov-report=term-missing:skip-covered"]
PRODUCTION = ["tests/production"]
COMPOSE = ["tests/compose"]
# browser tests of the differences to scripts/run: several processes, an S3 bucket, a replica, cookies over HTTPS
TELLING = ["login", "session", "repair.spec", "newRepairFiles", "partRequest", "report", "mailLinks", "users"]
FUZZ = ["--fuzz", "100", "--operations", "10000", "tests/contract/test_fuzz.py", "tests/contract/test_stateful.py"]
LIGHTHOUSE = ["node", "tests/e2e/lighthouse.bench.ts"]


def main(arguments: list[str]) -> int:
    """Run what the first argument selects; return the exit code."""
    match arguments:
        case ["--help" | "-h", *_]:
            print(USAGE)
            return 0
        case ["audit"]:
            return _audit()
        case ["coverage", *rest]:
            return _pytest([*COVERAGE, *rest], on_postgres=True)
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
        case ["compose", *rest]:
            return _compose(rest)
        case ["postgres" | "fuzz" as part, *rest]:
            return _pytest([*(FUZZ if part == "fuzz" else []), *rest], on_postgres=part == "postgres")
        case [] | ["quick"]:
            return run_everything(quick=bool(arguments))
        case _:
            return _pytest(arguments, on_postgres=False)


def _pytest(arguments: list[str], *, on_postgres: bool) -> int:
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(own_environment(environment))
        if on_postgres:
            install_programs(environment)
            own = {**own, **stack.enter_context(postgres_and_redis())}
        return children.finish(children.start([tool("pytest"), *arguments], own))


def _mutants(names: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.MUTATING_NEEDS)
    with own_environment(environment) as own:
        return try_mutants(own, names)


def _browser_tests(command: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    install_programs(environment)
    install.build_interface(environment)
    runtime = install.install_runtime(environment)
    with TemporaryFile() as log:
        with fresh_server(environment, log, runtime) as own:
            code = children.finish(children.start(command, with_browser(own)))
        tell_of_server(log, failed=code != 0)
    return code


def _drills(arguments: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    runtime = install.install_runtime(environment)
    named = any(each.startswith("tests/") for each in arguments)
    long = [tool("pytest"), "-v", "--changes", "2000", "--races", "1000", *arguments]
    with TemporaryFile() as log:
        with fresh_server(environment, log, runtime) as own:
            own["RUNTIME_PYTHON"] = str(runtime / "bin" / "python")
            code = children.finish(children.start([*long, *([] if named else DRILLS)], own))
        tell_of_server(log, failed=code != 0)
    if named:
        return code
    # the run above is on SQLite
    return code | _pytest([*long[1:], RACES], on_postgres=True)


def _production(arguments: list[str]) -> int:
    environment = read_environment()
    install.install(environment, install.DEPLOYED_NEEDS)
    install_programs(environment, {**PROGRAMS, **DEPLOYED})
    install.build_interface(environment)
    drills = [each for each in arguments if each != "--all"]
    browser = [] if "--all" in arguments else TELLING
    runtime = install.install_runtime(environment)
    with own_environment(environment) as plain, deployed(plain, runtime) as own:
        codes = [children.finish(children.start([tool("pytest"), "-v", *(drills or PRODUCTION)], own))]
        if not drills:
            command = [*BROWSER_TESTS, "--", "--reporter=dot", *browser]
            codes.append(children.finish(children.start(command, with_browser(own))))
    return int(any(codes))


def _compose(arguments: list[str]) -> int:
    if why := missing_docker():
        print(f"Skipped: {why}. These drills run compose.yml itself.", flush=True)
        return 0
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    with own_environment(environment) as plain, containers(plain) as own:
        return children.finish(children.start([tool("pytest"), "-v", *(arguments or COMPOSE)], own))


def _audit() -> int:
    environment = read_environment()
    install.install(environment, install.AUDITING_NEEDS)
    own = with_venv(environment)
    # strict: a package unknown to the database is a failure
    pip_audit = [tool("pip-audit"), "--disable-pip", "--require-hashes", "--strict", "-r", "requirements/base.txt"]
    failed = [
        name
        for name, command in (("Python", pip_audit), ("Node", ["npm", "audit", "--omit=dev"]))
        if children.finish(children.start(command, own))
    ]
    for name in failed:
        print(f"{name} packages: advisories were found, or the database was not reached: see above", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(children.run("scripts/test", lambda: main(sys.argv[1:])))
