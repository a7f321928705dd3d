"""Coverage of what the portal starts in processes of its own (`scripts/test coverage` loads this as a plugin).

The process that reads the files of strangers is given nothing of ours, not even what tells it to be measured; and it is
killed once nobody listens any more, before it has written down what it ran.
"""

import contextlib
import os
import subprocess
from collections.abc import Mapping
from typing import Any

# set by coverage's `patch = ["subprocess"]`
CONFIG = "COVERAGE_PROCESS_CONFIG"
WRITING_SECONDS = 1


class MeasuredProcess(subprocess.Popen[Any]):
    """A process that is measured whatever its environment, and has a moment to write that down."""

    def __init__(self, *arguments: Any, env: Mapping[str, str] | None = None, **options: Any) -> None:
        if env is not None and CONFIG in os.environ:
            env = {**env, CONFIG: os.environ[CONFIG]}
        super().__init__(*arguments, env=env, **options)  # type: ignore[call-overload]

    def kill(self) -> None:
        """Kill it, if it does not end by itself."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(WRITING_SECONDS)
        super().kill()


def pytest_configure() -> None:
    """From now on every process is one of these."""
    subprocess.Popen = MeasuredProcess  # type: ignore[assignment,misc]
