"""scripts/bench: the portal's common calls beside plain ones, on a PostgreSQL and Redis of its own."""

import sys
from pathlib import Path

import children
import install
from children import ROOT, Problem, Stop
from environment import read_environment
from install import VENV_PYTHON, with_venv
from services import install_programs, postgres_and_redis


def main(arguments: list[str]) -> int:
    """Install, start the services, measure, clear up."""
    children.raise_stop_on_signals()
    try:
        environment = read_environment()
        install.install(environment, install.MEASURING_NEEDS)
        install_programs(environment)
        with postgres_and_redis() as addresses:
            command: list[str | Path] = [VENV_PYTHON, ROOT / "benchmarks/portal_100k.py", *arguments]
            return children.finish(children.start(command, {**with_venv(environment), **addresses}))
    except Problem as problem:
        print(f"scripts/bench: {problem}", file=sys.stderr)
        return 1
    except Stop as stopped:
        print("\nStopping.", flush=True)
        return stopped.exit_code
    finally:
        children.stop_all()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
