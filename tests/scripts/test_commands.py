"""Tests of scripts/run and scripts/test: error messages and child processes."""

import itertools
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import environment
import processes
import pytest
import server
import stages
import supervisor
import web_server
import worker
from supervisor import MAX_SHORT_RUNS, Supervisor

from portal_backend.asgi.shutdown import CANCEL_AFTER, INTERRUPT_AFTER

ROOT = Path(__file__).resolve().parents[2]


def run_script(command: str, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PORTAL_")}
    return subprocess.run(
        [ROOT / "scripts" / command, *arguments],
        env={**settings, "DATABASE_URL": "", "SECRET_KEY": "", **variables},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_reports_busy_port_in_one_line() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run_script("run", PORTAL_PORT=str(port))
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert f"port {port}" in done.stderr


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"PORTAL_PORT": "eighty"}, "PORTAL_PORT"),
        ({"PORTAL_PORT": "70000"}, "PORTAL_PORT"),
        ({"PORTAL_DEMO": "maybe"}, "PORTAL_DEMO"),
        ({"PORTAL_PYTHON": "/no/such/python"}, "PORTAL_PYTHON"),
        ({"DATABASE_URL": "postgres://portal@127.0.0.1/portal"}, "SECRET_KEY"),
    ],
)
def test_reports_invalid_setting_in_one_line(variables: dict[str, str], named: str) -> None:
    done = run_script("run", **variables)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert named in done.stderr


@pytest.mark.parametrize("command", ["run", "test"])
def test_reports_old_python_in_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "dirname").symlink_to(shutil.which("dirname") or "")
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = run_script(command, PATH=str(tmp_path))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Python 3.11" in done.stderr


def test_does_not_replace_portal_python_that_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "python3.9"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = run_script("test", "--help", PORTAL_PYTHON=str(old))
    assert done.returncode == 1
    assert f"PORTAL_PYTHON is '{old}'" in done.stderr
    assert run_script("test", "--help", PORTAL_PYTHON=shutil.which("python3") or "").returncode == 0


def test_data_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = environment.LaunchConfig("127.0.0.1", 1, tmp_path / "var", "http://127.0.0.1:1", embedded=True, demo=False)
    monkeypatch.setattr(processes, "wait_for_exit", lambda child: 0)
    monkeypatch.setattr(processes, "start", lambda *arguments: None)
    server.prepare_data(config, {})
    assert config.data_dir.stat().st_mode & 0o777 == 0o700


def test_environment_overrides_dotenv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("# a comment\nPORTAL_HOST=0.0.0.0\nexport PORTAL_PORT='8123'\n\nPORTAL_DEMO=0\n")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    for name in ("PORTAL_HOST", "PORTAL_DATA_DIR", "PORTAL_PUBLIC_URL", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PORTAL_PORT", "8124")
    monkeypatch.setenv("PORTAL_DEMO", "")
    config = environment.LaunchConfig.from_environment(environment.read_environment())
    assert (config.host, config.port, config.public_url) == ("0.0.0.0", 8124, "http://0.0.0.0:8124")
    assert config.data_dir == tmp_path / "var"
    assert config.probe_url == "http://127.0.0.1:8124"
    assert config.demo, "an empty variable counts as none, and the embedded database has demo data"


def test_stop_kills_all_children() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as held_open_by_all, os.fdopen(writing, "wb") as output:
        family = processes.start(["sh", "-c", "trap '' TERM; sleep 600 & wait"], output=output)
        time.sleep(0.2)
        processes.stop(family, timeout=0.2)
        output.close()
        assert held_open_by_all.read() == b"", "the pipe ends when the last of the family has"


@pytest.mark.parametrize(
    ("runner", "output", "counted"),
    [
        ("pytest", "..F.\n1 failed, 2 passed, 3 skipped, 1 error in 61.02s (0:01:01)", (2, 2, 3)),
        ("pytest", "===== 12 passed, 1 warning in 0.20s =====", (12, 0, 0)),
        (
            "vitest",
            " Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 7 passed (8)\n   Duration  1s",
            (7, 1, 0),
        ),
        (
            "playwright",
            "Running 9 tests\n  1 failed\n    a.spec.ts:3\n  2 flaky\n  1 skipped\n  5 passed (1.2m)",
            (7, 1, 1),
        ),
        ("playwright", "Error: no tests found", (0, 1, 0)),
    ],
)
def test_counts_tests_of_each_runner(runner: str, output: str, counted: tuple[int, int, int]) -> None:
    stage = stages.Stage("a stage", ["sh", "-c", f"echo '{output}'"], dict(os.environ), test_runner=runner)
    outcome = stages.run_stage(stage, time.monotonic() + 60)
    assert (outcome.passed, outcome.failed, outcome.skipped) == counted
    assert outcome.ok is (counted[1] == 0), "also where the runner itself ended with 0"


@pytest.mark.parametrize(
    ("runner", "output", "failures"),
    [
        (
            "pytest",
            "FAILED tests/test_a.py::test_b[1 2] - assert 1\nERROR tests/test_c.py\n1 failed in 1.00s",
            ["tests/test_a.py::test_b[1 2]", "tests/test_c.py"],
        ),
        (
            "vitest",
            " FAIL  src/a.test.ts > a > b\n FAIL  src/a.test.ts > a > b\n Tests  1 failed (1)",
            ["src/a.test.ts > a > b"],
        ),
        (
            "playwright",
            "  1 failed\n    a.spec.ts:3:1 › b › c ───\n  1 flaky\n    d.spec.ts:3:1 › e ──\n  5 passed (1m)",
            ["a.spec.ts:3:1 › b › c"],
        ),
    ],
)
def test_summary_names_the_tests_that_failed(
    runner: str, output: str, failures: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    stage = stages.Stage("a stage", ["sh", "-c", f"echo '{output}'; exit 1"], dict(os.environ), test_runner=runner)
    outcome = stages.run_stage(stage, time.monotonic() + 60)
    capsys.readouterr()
    stages.print_summary([outcome], 60)
    summary = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in summary if line.strip() in failures] == failures


def test_stage_timeout_stops_program() -> None:
    stage = stages.Stage("a stage", ["sleep", "600"], dict(os.environ), timeout=0.1)
    outcome = stages.run_stage(stage, time.monotonic() + 60)
    assert not outcome.ok
    assert outcome.seconds < 15


@pytest.mark.parametrize("path", [*sorted(ROOT.glob("requirements/*")), ROOT / "package-lock.json", ROOT / ".npmrc"])
def test_lock_files_name_no_package_registry(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "index-url" not in text
    assert '"resolved"' not in text
    assert "registry=" not in text


def test_web_server_disables_http_2() -> None:
    """One HTTP/2 connection can block every thread with bodies that never arrive."""
    words = web_server.build_command(["--workers", "3"], {"PORTAL_HOST": "::1", "PORTAL_PORT": "8123"})
    options = dict(itertools.pairwise(words))
    assert (options["--http"], options["--host"], options["--port"], options["--workers"]) == ("1", "::1", "8123", "3")
    assert "scripts/commands/web_server.py" in (ROOT / "Dockerfile").read_text().splitlines()[-1]


class FakeClock:
    """Clock by which each run of a program takes a given time."""

    def __init__(self, *lives: float) -> None:
        self._times = iter([moment for life in lives for moment in (0.0, life)])

    def __call__(self) -> float:
        return next(self._times)


def test_supervisor_restarts_web_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also when it is killed soon after, unless that happens every time."""
    durations = [60.0, 1.0, 1.0, 1.0, 1.0, 60.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    counter_file = tmp_path / "lives"
    supervisor = Supervisor(
        ["sh", "-c", f"echo life >> {counter_file}; kill -KILL $$"], "The program", clock=FakeClock(*durations)
    )
    assert supervisor.run() == 1
    assert len(counter_file.read_text().splitlines()) == len(durations)
    assert capsys.readouterr().err.count("is restarted") == len(durations) - 1


def test_supervisor_restarts_worker_without_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("supervisor.RESTART_DELAY", 0)
    counter_file = tmp_path / "lives"
    supervisor = Supervisor(
        ["sh", "-c", f"echo life >> {counter_file}; kill -KILL $$"], "The worker", retries_forever=True
    )

    def stop_it() -> None:
        wait_until(lambda: counter_file.exists() and counter_file.read_text().count("life") > 2 * MAX_SHORT_RUNS)
        supervisor.stop()

    stopping = threading.Thread(target=stop_it)
    stopping.start()
    assert supervisor.run() == 0
    stopping.join()


@pytest.mark.parametrize("address", ["", "redis://127.0.0.1:1/0"], ids=["embedded", "Redis"])
def test_worker_is_celery(address: str) -> None:
    words = worker.build_command(["--beat"], {"REDIS_URL": address})
    assert Path(words[0]).name == "celery"
    assert words[words.index("--app") : words.index("--app") + 3] == ["--app", "portal_backend.config", "worker"]
    assert "--beat" in words
    assert words[words.index("--pool") + 1] == "threads", "threads see that the worker is shutting down"
    queues = words[words.index("--queues") + 1] if "--queues" in words else "celery"
    assert queues == ("celery" if address else "celery,mails")


@pytest.mark.parametrize("address", ["", "redis://127.0.0.1:1/0"], ids=["embedded", "Redis"])
def test_jobs_have_a_separate_worker(address: str) -> None:
    assert "jobs" in server.get_worker_arguments({"REDIS_URL": address})
    words = worker.build_command(["jobs"], {"REDIS_URL": address})
    assert words[words.index("--queues") + 1] == "jobs"
    assert words[words.index("--concurrency") + 1] == "2", "a second thread for short jobs"
    assert "--beat" not in words
    assert (words[:3] == ["nice", "-n", worker.NICENESS]) == (not address)


def test_supervisor_does_not_retry_failed_start(tmp_path: Path) -> None:
    counter_file = tmp_path / "lives"
    assert (
        Supervisor(["sh", "-c", f"echo life >> {counter_file}; exit 3"], "The program", clock=FakeClock(1.0)).run() == 3
    )
    assert counter_file.read_text() == "life\n"


def test_supervisor_kills_orphans_of_killed_web_server(tmp_path: Path) -> None:
    held = tmp_path / "held open by all"
    os.mkfifo(held)
    reading = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    assert Supervisor(["sh", "-c", f"sleep 600 > '{held}' & kill -KILL $$"], "It", clock=FakeClock(1.0)).run() == 1
    wait_until(lambda: not _is_held(reading))
    assert not _is_held(reading)
    os.close(reading)


def _is_held(reading: int) -> bool:
    try:
        return os.read(reading, 1) != b""
    except BlockingIOError:
        return True


def test_supervisor_stops_web_server() -> None:
    supervisor = Supervisor(["sleep", "600"], "The program")
    stopping = threading.Thread(target=lambda: (wait_until(lambda: supervisor._process is not None), supervisor.stop()))
    stopping.start()
    assert supervisor.run() == 0
    stopping.join()


SUPERVISE_SCRIPT = """
import os, subprocess, sys
if len(sys.argv) > 1:
    subprocess.Popen([sys.executable, "-c", sys.argv[1], *sys.argv[2:]], start_new_session=True)
    sys.stdin.read()
else:
    sys.path.insert(0, "scripts/commands")
    import supervisor
    supervisor.PARENT_POLL_INTERVAL = 0.01
    supervisor.Supervisor(["sh", "-c", "echo started; exec sleep 600"], "The program").run_until_signaled()
"""


def test_supervisor_stops_when_its_parent_is_killed() -> None:
    """The program of a killed `scripts/run` does not go on."""
    command = [sys.executable, "-c", SUPERVISE_SCRIPT, SUPERVISE_SCRIPT]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"started\n"
        parent.kill()
        assert parent.stdout.read() == b"", "the last process that held it open has ended"


def test_stop_timeout_kills_process_group(tmp_path: Path) -> None:
    """No child is left as an orphan when the supervisor is stopped."""
    pid_file = tmp_path / "begun"
    script = f"trap '' TERM; sleep 600 & echo $! > {pid_file}; wait; sleep 600"
    supervisor = Supervisor(["sh", "-c", script], "The program", stop_timeout=0.05)
    stopping = threading.Thread(
        target=lambda: (
            wait_until(lambda: pid_file.exists() and pid_file.read_text().endswith("\n")),
            supervisor.stop(),
        )
    )
    stopping.start()
    assert supervisor.run() == 0
    stopping.join()
    started = Path(f"/proc/{pid_file.read_text().strip()}")
    wait_until(lambda: not started.exists() or "\nState:\tZ" in (started / "status").read_text())
    assert not started.exists() or "\nState:\tZ" in (started / "status").read_text()


def test_passes_on_second_signal(tmp_path: Path) -> None:
    """A worker takes it as a request to stop at once."""
    signals = tmp_path / "signals"
    script = f"trap 'echo term >> {signals}' TERM; touch {signals}; while true; do sleep 0.01; done"
    supervisor = Supervisor(["sh", "-c", script], "The program", stop_timeout=30)

    def stop_twice() -> None:
        for number in range(2):
            wait_until(lambda expected=number: signals.exists() and signals.read_text().count("term") >= expected)
            supervisor.stop()
        wait_until(lambda: signals.read_text().count("term") >= 2)
        supervisor._kill()

    stopping = threading.Thread(target=stop_twice)
    stopping.start()
    assert supervisor.run() == 0
    stopping.join()
    assert signals.read_text().count("term") == 2


def test_stop_all_signals_each_child_once(tmp_path: Path) -> None:
    """A second signal would mean "at once", and a job would not be released."""
    code = f"""
import sys, time
sys.path.insert(0, {str(ROOT / "scripts/commands")!r})
import processes
from pathlib import Path
signals = Path({str(tmp_path / "signals")!r})
script = f"trap 'echo term >> {{signals}}; sleep 0.2; exit' TERM; touch {{signals}}; while true; do sleep 0.01; done"
processes.start(["sh", "-c", script])
while not signals.exists():
    time.sleep(0.01)
processes.stop_all()
"""
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 0
    assert (tmp_path / "signals").read_text() == "term\n"


def test_web_server_ends_within_ten_seconds() -> None:
    """Requests are answered before granian kills its processes."""
    words = web_server.build_command([], {"PORTAL_HOST": "127.0.0.1", "PORTAL_PORT": "8000"})
    kill_timeout = float(words[words.index("--workers-kill-timeout") + 1])
    assert CANCEL_AFTER < INTERRUPT_AFTER < kill_timeout < supervisor.STOP_TIMEOUT < processes.STOP_TIMEOUT <= 10
    for place in ("Dockerfile", "scripts/commands/deployed_stack.py", "tests/drills/deployed_portal.py"):
        text = (ROOT / place).read_text()
        assert "web_server.py" in text
        assert "--workers-kill-timeout" not in text, "it would override the other"


def wait_until(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 30
    while not condition() and time.monotonic() < give_up:
        time.sleep(0.01)
