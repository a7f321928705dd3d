"""scripts/bench: the portal's common calls beside plain ones, on a PostgreSQL and Redis of its own, then embedded."""

import contextlib
import sys

import children
import install
from environment import read_environment
from install import VENV_PYTHON, with_venv
from services import install_programs, postgres_and_redis

USAGE = """\
scripts/bench [ARGUMENTS]            both of these
scripts/bench postgres [ARGUMENTS]   PostgreSQL and Redis with 1,000 and 100,000 repairs, or --sizes 1000 100000 1000000
scripts/bench embedded [ARGUMENTS]   SQLite with 1,000 and 20,000 repairs

Further arguments: --only TEXT, rows whose name holds it; --rounds NUMBER."""
PLACES = ("postgres", "embedded")


def main(arguments: list[str]) -> int:
    """Install, start the services, measure, clear up; 1 where something was over its limit."""
    if arguments[:1] in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    chosen = [place for place in PLACES if arguments[:1] == [place]]
    rest = arguments[len(chosen) :]
    environment = read_environment()
    install.install(environment, install.TESTING_NEEDS)
    return max(_measured(place, rest, environment) for place in chosen or PLACES)


def _measured(place: str, arguments: list[str], environment: dict[str, str]) -> int:
    # empty rather than absent: absent ones would be read from .env
    own = {**with_venv(environment), "DATABASE_URL": "", "REDIS_URL": ""}
    with contextlib.ExitStack() as stack:
        if place == "postgres":
            install_programs(environment)
            own |= stack.enter_context(postgres_and_redis())
        return children.finish(children.start([VENV_PYTHON, "-m", "benchmarks", *arguments], own))


if __name__ == "__main__":
    sys.exit(children.run("scripts/bench", lambda: main(sys.argv[1:])))
