"""Run a management command for scripts/backup and scripts/restore.

Installs the required packages and reads the settings first.
"""

import sys
from pathlib import Path

import processes
from environment import LaunchConfig, read_environment
from install import VENV_PYTHON, install
from processes import ROOT
from server import build_environment


def main(name: str, arguments: list[str]) -> int:
    """Run the management command and return its exit code."""
    environment = read_environment()
    config = LaunchConfig.from_environment(environment)
    install(environment)
    command: list[str | Path] = [VENV_PYTHON, ROOT / "manage.py", name, *arguments]
    return processes.wait_for_exit(processes.start(command, build_environment(config, environment), cwd=Path.cwd()))


if __name__ == "__main__":
    sys.exit(processes.run_command(f"scripts/{sys.argv[1]}", lambda: main(sys.argv[1], sys.argv[2:])))
