"""compose.yml in a project of its own, for `scripts/test compose`: its containers and volumes go with it."""

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import children
from children import Problem
from environment import free_port
from proxy import NAME, make_certificate

# over compose.yml: free ports of this machine alone
PORTS = """\
services:
  proxy:
    ports: !override ["127.0.0.1:{http}:80", "127.0.0.1:{https}:443"]
"""


def missing_docker() -> str:
    """Why compose.yml cannot run here, or nothing."""
    if not shutil.which("docker"):
        return "Docker is not installed"
    asked = (("docker", "info"), "no Docker daemon can be reached"), (("docker", "compose", "version"), "no Compose")
    for words, why in asked:
        if subprocess.run(words, capture_output=True, check=False).returncode:
            return why
    return ""


@contextmanager
def containers(environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Build and start all services; gives the environment of those who use them (tests/compose)."""
    with TemporaryDirectory(prefix="portal-") as made:
        folder = Path(made)
        certificate = make_certificate(folder)
        # as an administrator keeps it
        certificate.key.chmod(0o600)
        ports = {"http": free_port(), "https": free_port()}
        (folder / "ports.yml").write_text(PORTS.format(**ports), encoding="utf-8")
        files = ["compose.yml", str(folder / "ports.yml"), *filter(None, [os.environ.get("COMPOSE_DRILL_FILE")])]
        project = {
            "COMPOSE_PROJECT_NAME": f"portal-drill-{os.getpid()}",
            "COMPOSE_FILE": os.pathsep.join(files),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "POSTGRES_PASSWORD": secrets.token_hex(16),
            "STORAGE_KEY": secrets.token_hex(16),
            "PORTAL_PUBLIC_URL": f"https://{NAME}",
            "PORTAL_CERTIFICATES": str(folder),
            "PORTAL_TLS": f"/certificates/{certificate.chain.name} /certificates/{certificate.key.name}",
            "PORTAL_WEB_SERVERS": "2",
            "PORTAL_WORKERS": "2",
            "PORTAL_DEMO": "1",
        }
        # what compose.yml names itself, and never a service of this machine
        for name in ("DATABASE_URL", "REDIS_URL", "STORAGE_URL", "EMAIL_URL", "DATABASE_REPLICA_URL"):
            project[name] = ""
        own = {**environment, **project}
        try:
            if children.finish(children.start(["docker", "compose", "up", "--detach", "--build"], own)):
                raise Problem("The containers could not be started: see above.")
            yield {
                **own,
                # once more: the settings of the tests replace some of them in their process
                "PORTAL_COMPOSE": json.dumps(project),
                "PORTAL_COMPOSE_PORT": str(ports["https"]),
                "PORTAL_AUTHORITY": str(certificate.authority),
            }
        finally:
            subprocess.run(["docker", "compose", "down", "--volumes"], env=own, cwd=children.ROOT, check=False)
