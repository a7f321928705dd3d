"""Run compose.yml as a separate project for `scripts/test compose`.

The project's containers and volumes are removed at the end.
"""

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import processes
from environment import find_free_port
from processes import CommandError
from proxy import HOST_NAME, create_certificate

# overrides the ports of compose.yml with free ports of the loopback address
PORTS_OVERRIDE = """\
services:
  proxy:
    ports: !override ["127.0.0.1:{http}:80", "127.0.0.1:{https}:443"]
"""


def get_docker_problem() -> str:
    """Return the reason why compose.yml cannot run here, or an empty string."""
    if not shutil.which("docker"):
        return "Docker is not installed"
    checks = (("docker", "info"), "no Docker daemon can be reached"), (("docker", "compose", "version"), "no Compose")
    for command, reason in checks:
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return reason
    return ""


@contextmanager
def run_compose_stack(environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Build and start all services; yield the environment for tests/compose."""
    with TemporaryDirectory(prefix="portal-") as temporary_folder:
        folder = Path(temporary_folder)
        certificate = create_certificate(folder)
        # file mode as in a real deployment
        certificate.key.chmod(0o600)
        ports = {"http": find_free_port(), "https": find_free_port()}
        (folder / "ports.yml").write_text(PORTS_OVERRIDE.format(**ports), encoding="utf-8")
        files = ["compose.yml", str(folder / "ports.yml"), *filter(None, [os.environ.get("COMPOSE_DRILL_FILE")])]
        project = {
            "COMPOSE_PROJECT_NAME": f"portal-drill-{os.getpid()}",
            "COMPOSE_FILE": os.pathsep.join(files),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "POSTGRES_PASSWORD": secrets.token_hex(16),
            "STORAGE_KEY": secrets.token_hex(16),
            "PORTAL_PUBLIC_URL": f"https://{HOST_NAME}",
            "PORTAL_CERTIFICATES": str(folder),
            "PORTAL_TLS": f"/certificates/{certificate.chain.name} /certificates/{certificate.key.name}",
            "PORTAL_WEB_SERVERS": "2",
            "PORTAL_WORKERS": "2",
            "PORTAL_DEMO": "1",
        }
        # compose.yml sets these itself; a service of this machine must never be used
        for name in ("DATABASE_URL", "REDIS_URL", "STORAGE_URL", "EMAIL_URL", "DATABASE_REPLICA_URL"):
            project[name] = ""
        project_environment = {**environment, **project}
        try:
            if processes.wait_for_exit(
                processes.start(["docker", "compose", "up", "--detach", "--build"], project_environment)
            ):
                subprocess.run(
                    ["docker", "compose", "logs", "--tail", "30", "prepare"],
                    env=project_environment,
                    cwd=processes.ROOT,
                    check=False,
                )
                raise CommandError("The containers could not be started: see above.")
            yield {
                **project_environment,
                # passed again as JSON, since tests/settings.py replaces some of them in the test process
                "PORTAL_COMPOSE": json.dumps(project),
                "PORTAL_COMPOSE_PORT": str(ports["https"]),
                "PORTAL_CA_FILE": str(certificate.authority),
            }
        finally:
            subprocess.run(
                ["docker", "compose", "down", "--volumes"], env=project_environment, cwd=processes.ROOT, check=False
            )
