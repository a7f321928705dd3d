"""Settings that the commands read from the environment and `.env`.

The variables are those of contract section 8.
"""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from processes import ROOT, CommandError

TRUE_VALUES, FALSE_VALUES = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
DEMO_USERS = ("admin", "supervisor", "manager", "client", "service", "client2", "service2")
DEMO_PASSWORD = "Portal-demo-1"  # noqa: S105 - published in the README


def read_environment() -> dict[str, str]:
    """Return the variables of `.env`, overridden by the environment."""
    return {**_read_dotenv(ROOT / ".env"), **os.environ}


def _read_dotenv(path: Path) -> dict[str, str]:
    values = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            value = value.strip()
            quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            values[name.strip()] = value[1:-1] if quoted else value
    return values


@dataclass(frozen=True)
class LaunchConfig:
    """Addresses, data folder and mode of the portal to start."""

    #: Address to listen on.
    host: str
    port: int
    data_dir: Path
    #: URL by which users reach the portal.
    public_url: str
    #: True without DATABASE_URL: SQLite instead of PostgreSQL.
    embedded: bool
    demo: bool

    @classmethod
    def from_environment(cls, environment: dict[str, str]) -> "LaunchConfig":
        """Read the variables of section 8; an empty value counts as unset.

        Raises CommandError for an invalid value.
        """
        variables = {name: value for name, value in environment.items() if value}
        host = variables.get("PORTAL_HOST", "127.0.0.1")
        port = variables.get("PORTAL_PORT", "8000")
        if not port.isdigit() or not 0 < int(port) < 65536:
            raise CommandError(f"PORTAL_PORT is {port!r}: set it to a number from 1 to 65535.")
        embedded = "DATABASE_URL" not in variables
        demo = variables.get("PORTAL_DEMO", "1" if embedded else "0").lower()
        if demo not in TRUE_VALUES | FALSE_VALUES:
            raise CommandError(f"PORTAL_DEMO is {demo!r}: set it to 1 or 0.")
        if not embedded and "SECRET_KEY" not in variables:
            raise CommandError(
                "SECRET_KEY is not set: with DATABASE_URL it is required, at least 32 random characters."
            )
        return cls(
            host=host,
            port=int(port),
            data_dir=(ROOT / variables.get("PORTAL_DATA_DIR", "var")).resolve(),
            public_url=variables.get("PORTAL_PUBLIC_URL", f"http://{_format_url_host(host)}:{port}"),
            embedded=embedded,
            demo=demo in TRUE_VALUES,
        )

    @property
    def probe_url(self) -> str:
        """The URL by which this machine itself reaches the server."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - compared, not bound
        return f"http://{_format_url_host(host)}:{self.port}"

    def check_port_is_free(self) -> None:
        """Raise CommandError if the port cannot be bound.

        Checked before anything is installed or started, so that the error is short and immediate.
        """
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                raise CommandError(
                    f"{self.host} port {self.port} is not available ({error.strerror}):"
                    f" stop the process that uses it, or choose another port: PORTAL_PORT={self.port + 1} scripts/run"
                ) from error


def find_free_port() -> int:
    """Return a port that no process is listening on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _format_url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host
