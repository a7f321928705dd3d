"""`scripts/run` on a temporary data folder, started and stopped repeatedly."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from environment import find_free_port

from tests.drills.conftest import Server

ROOT = Path(__file__).resolve().parents[2]
STOP_TIMEOUT = 60.0


class PortalRun:
    """A portal with all its processes, which can be started several times."""

    def __init__(self, folder: Path, **settings: str) -> None:
        port = find_free_port()
        # empty rather than unset: unset ones would be read from .env
        unset = dict.fromkeys(("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "STORAGE_URL", "SECRET_KEY"), "")
        settings_of_run = {"PORTAL_PORT": str(port), "PORTAL_DATA_DIR": str(folder), "PORTAL_PUBLIC_URL": ""}
        self._environment = {**os.environ, **unset, **settings_of_run, **settings}
        self._port = port
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def server(self) -> Server:
        """The server; its process ids include all processes of the portal."""
        assert self.process is not None
        return Server("127.0.0.1", self._port, self.process.pid)

    def start(self) -> None:
        """Start the portal and wait until it is ready."""
        command = [sys.executable, str(ROOT / "scripts/commands/run_portal.py")]
        self.process = subprocess.Popen(command, env=self._environment, stdout=subprocess.PIPE, start_new_session=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if b"Press Ctrl-C to stop" in line:
                return
        pytest.fail("it did not get ready")

    def stop(self) -> float:
        """Send SIGTERM; return the seconds until the last process has ended."""
        assert self.process is not None
        family = self.server.get_process_ids()
        began = time.monotonic()
        self.process.terminate()
        while any(_is_alive(each) for each in family) and time.monotonic() - began < STOP_TIMEOUT:
            self.process.poll()
            time.sleep(0.05)
        return time.monotonic() - began

    def kill(self) -> None:
        """Kill the processes that are left."""
        if self.process is not None:
            for each in self.server.get_process_ids():
                if _is_alive(each):
                    os.kill(each, signal.SIGKILL)
            self.process.wait()


def _is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
