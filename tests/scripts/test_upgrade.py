"""Tests of scripts/upgrade: web servers are replaced one by one when healthy."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# containers are lines of a file; each command that changes something is logged
FAKE_DOCKER = """#!/bin/sh
cd "$STATE"
case "$*" in
    "compose version") ;;
    "compose ps"*) cat containers ;;
    "compose build") echo build >> log ;;
    "compose run --rm --no-deps prepare") echo prepare >> log; exit "${PREPARED:-0}" ;;
    "compose up"*--scale*)
        next=$(($(cat count) + 1)); echo $next > count; echo "new-$next" >> containers
        echo "start new-$next with $(wc -l < containers)" >> log ;;
    "compose up"*) echo "up ${*#*--no-deps }" >> log ;;
    inspect*) [ -n "$SICK" ] && echo starting || echo healthy ;;
    stop*) echo "$*" >> log ;;
    rm*) for name; do :; done; grep -v "^$name$" containers > kept; mv kept containers; echo "$*" >> log ;;
    logs*) echo "PORTAL_WEB_THREADS is 'many'" ;;
    *) echo "unexpected: $*" >> log; exit 64 ;;
esac
"""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Create two web servers, and a `docker` with the commands scripts/upgrade uses."""
    (tmp_path / "bin").mkdir()
    for name, text in (("docker", FAKE_DOCKER), ("sleep", "#!/bin/sh\n")):
        program = tmp_path / "bin" / name
        program.write_text(text)
        program.chmod(0o755)
    (tmp_path / "containers").write_text("old-1\nold-2\n")
    (tmp_path / "count").write_text("0\n")
    (tmp_path / "log").touch()
    return tmp_path


def run_upgrade(state: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": f"{state / 'bin'}{os.pathsep}{os.environ['PATH']}", "STATE": str(state), **variables}
    command = [str(ROOT / "scripts/upgrade"), *arguments]
    return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, timeout=60, check=False)


def read_log(state: Path) -> list[str]:
    return (state / "log").read_text().splitlines()


def test_starts_new_server_before_stopping_old_one(state: Path) -> None:
    done = run_upgrade(state)
    assert done.returncode == 0, done.stderr
    assert read_log(state) == [
        *("build", "prepare"),
        *("start new-1 with 3", "stop old-1", "rm old-1"),
        *("start new-2 with 3", "stop old-2", "rm old-2"),
        "up web mails worker jobs beat",
        "prepare",
    ]
    assert (state / "containers").read_text() == "new-1\nnew-2\n"


def test_no_build_option_uses_existing_image(state: Path) -> None:
    assert run_upgrade(state, "--no-build").returncode == 0
    assert "build" not in read_log(state)


def test_keeps_servers_when_database_preparation_fails(state: Path) -> None:
    done = run_upgrade(state, PREPARED="1")
    assert done.returncode == 1
    assert "keeps running" in done.stderr
    assert read_log(state) == ["build", "prepare"]


def test_keeps_old_servers_when_new_one_is_unhealthy(state: Path) -> None:
    done = run_upgrade(state, SICK="1")
    assert done.returncode == 1
    assert "PORTAL_WEB_THREADS is 'many'" in done.stderr, "its last lines are shown"
    assert (state / "containers").read_text() == "old-1\nold-2\n"
    assert not [line for line in read_log(state) if line.startswith("stop")]


def test_refuses_upgrade_without_running_servers(state: Path) -> None:
    (state / "containers").write_text("")
    done = run_upgrade(state)
    assert done.returncode == 1
    assert "docker compose up -d" in done.stderr
    assert read_log(state) == []


def test_rejects_unknown_argument(state: Path) -> None:
    assert run_upgrade(state, "--now").returncode == 1
    assert read_log(state) == []
