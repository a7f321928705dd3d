"""Coverage of subprocesses of the portal (plugin of `scripts/test coverage`).

The sandbox that parses uploaded files inherits no environment, not even coverage's, and is killed when its result is
no longer needed, before coverage has written its data.
"""

import contextlib
import os
import subprocess
from collections.abc import Mapping
from typing import Any

# set by coverage with `patch = ["subprocess"]`
COVERAGE_CONFIG_VARIABLE = "COVERAGE_PROCESS_CONFIG"
WRITE_TIMEOUT = 1


class MeasuredProcess(subprocess.Popen[Any]):
    """Process that is always measured and gets time to write its coverage data."""

    def __init__(self, *args: Any, env: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        if env is not None and COVERAGE_CONFIG_VARIABLE in os.environ:
            env = {**env, COVERAGE_CONFIG_VARIABLE: os.environ[COVERAGE_CONFIG_VARIABLE]}
        super().__init__(*args, env=env, **kwargs)  # type: ignore[call-overload]

    def kill(self) -> None:
        """Kill the process unless it ends by itself within a moment."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(WRITE_TIMEOUT)
        super().kill()


def pytest_configure() -> None:
    """Replace subprocess.Popen."""
    subprocess.Popen = MeasuredProcess  # type: ignore[assignment,misc]
