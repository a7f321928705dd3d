"""Run a management command for scripts/backup and scripts/restore.

Installs the required packages and reads the settings first.
"""

import sys
from pathlib import Path

import children
from children import ROOT
from environment import Place, read_environment
from install import VENV_PYTHON, install
from server import environment_of


def main(name: str, arguments: list[str]) -> int:
    """Run the management command and return its exit code."""
    environment = read_environment()
    place = Place.read(environment)
    install(environment)
    command: list[str | Path] = [VENV_PYTHON, ROOT / "manage.py", name, *arguments]
    return children.finish(children.start(command, environment_of(place, environment), cwd=Path.cwd()))


if __name__ == "__main__":
    sys.exit(children.run(f"scripts/{sys.argv[1]}", lambda: main(sys.argv[1], sys.argv[2:])))
