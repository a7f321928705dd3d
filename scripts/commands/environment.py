"""What the commands read from the environment and `.env` (contract section 8)."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from children import ROOT, Problem

TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
DEMO_USERS = ("admin", "supervisor", "manager", "client", "service", "client2", "service2")
DEMO_PASSWORD = "Portal-demo-1"  # noqa: S105 - told to everybody


def read_environment() -> dict[str, str]:
    """The environment over `.env`."""
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
class Place:
    """Where the portal listens, keeps its data and is found."""

    host: str
    port: int
    data_dir: Path
    public_url: str
    embedded: bool
    demo: bool

    @classmethod
    def read(cls, environment: dict[str, str]) -> "Place":
        """The variables of section 8 with their defaults; an empty value counts as none."""
        given = {name: value for name, value in environment.items() if value}
        host = given.get("PORTAL_HOST", "127.0.0.1")
        port = given.get("PORTAL_PORT", "8000")
        if not port.isdigit() or not 0 < int(port) < 65536:
            raise Problem(f"PORTAL_PORT is {port!r}: set it to a number from 1 to 65535.")
        embedded = "DATABASE_URL" not in given
        demo = given.get("PORTAL_DEMO", "1" if embedded else "0").lower()
        if demo not in TRUE | FALSE:
            raise Problem(f"PORTAL_DEMO is {demo!r}: set it to 1 or 0.")
        if not embedded and "SECRET_KEY" not in given:
            raise Problem(
                "SECRET_KEY is not set: with DATABASE_URL it must be, to a random text of at least 32 characters."
            )
        return cls(
            host=host,
            port=int(port),
            data_dir=(ROOT / given.get("PORTAL_DATA_DIR", "var")).resolve(),
            public_url=given.get("PORTAL_PUBLIC_URL", f"http://{_in_url(host)}:{port}"),
            embedded=embedded,
            demo=demo in TRUE,
        )

    @property
    def probe_url(self) -> str:
        """The address under which this machine itself reaches the server."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - compared, not bound
        return f"http://{_in_url(host)}:{self.port}"

    def check_port_is_free(self) -> None:
        """Say early and in one line what a server would say late and in many."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                raise Problem(
                    f"{self.host} port {self.port} cannot be listened on ({error.strerror}):"
                    f" stop what uses it, or choose another: PORTAL_PORT={self.port + 1} scripts/run"
                ) from error


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
