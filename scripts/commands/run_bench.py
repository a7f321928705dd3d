"""Compare the cost of common API requests with baselines.

For `scripts/bench`: with a temporary PostgreSQL and Redis, then with the embedded database.
"""

import argparse
import contextlib
import sys
from pathlib import Path

import install
import processes
from backing_services import install_programs, run_postgres_and_redis
from environment import read_environment
from install import VENV_PYTHON, with_venv

USAGE = """\
scripts/bench [ARGUMENTS]            both databases
scripts/bench postgres [ARGUMENTS]   PostgreSQL and Redis with 1,000 and 100,000 repairs, or --sizes 1000 100000 1000000
scripts/bench embedded [ARGUMENTS]   SQLite with 1,000 and 20,000 repairs

Further arguments: --only TEXT, only rows whose name contains it; --rounds NUMBER; --seconds NUMBER, time limit per row
for starting another round; --keep FOLDER, keep the filled databases there for the next run (a million repairs take 7 GB
and five minutes)."""
TARGETS = ("postgres", "embedded")


def main(arguments: list[str]) -> int:
    """Install, start the services and run the benchmarks; return the exit code.

    The code is 1 if a row was over its limit.
    """
    if arguments[:1] in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    chosen = [target for target in TARGETS if arguments[:1] == [target]]
    options, other_arguments = _build_parser().parse_known_args(arguments[len(chosen) :])
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        other_arguments.append("--keep")
    environment = read_environment()
    install.install(environment, install.TEST_REQUIREMENTS)
    return max(_run_benchmarks(target, other_arguments, options.keep, environment) for target in chosen or TARGETS)


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench", add_help=False, allow_abbrev=False)
    parser.add_argument("--keep", type=lambda folder: Path(folder).resolve(), metavar="FOLDER")
    return parser


def _run_benchmarks(target: str, arguments: list[str], kept: Path | None, environment: dict[str, str]) -> int:
    # empty rather than unset: unset ones would be read from .env
    runtime = install.install_runtime(environment) / "bin" / "python"
    bench_environment = {**with_venv(environment), "DATABASE_URL": "", "REDIS_URL": "", "RUNTIME_PYTHON": str(runtime)}
    with contextlib.ExitStack() as stack:
        if target == "postgres":
            install_programs(environment)
            bench_environment |= stack.enter_context(run_postgres_and_redis(kept))
        elif kept:
            bench_environment["PORTAL_TEST_DATABASE"] = str(kept / "embedded")
        return processes.wait_for_exit(
            processes.start([VENV_PYTHON, "-m", "benchmarks", *arguments], bench_environment)
        )


if __name__ == "__main__":
    sys.exit(processes.run_command("scripts/bench", lambda: main(sys.argv[1:])))
