"""What the server makes of its environment, tried in processes of their own (contract section 8; security.md 24)."""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.dealt

ROOT = Path(__file__).resolve().parents[1]
POSTGRES = "postgres://portal:secret@127.0.0.1:1/portal"
STRONG = secrets.token_urlsafe(50)
DEPLOYED = {
    "DATABASE_URL": POSTGRES,
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": STRONG,
    "PORTAL_PUBLIC_URL": "https://portal.example.org",
    "PORTAL_BEHIND_PROXY": "1",
}
TELL = """
import json
from django.conf import settings
names = "HOST PORT PUBLIC_URL DATA_DIR DEMO EMBEDDED ALLOWED_HOSTS SECRET_KEY DEBUG TOKEN_HOURS SECURE_SSL_REDIRECT"
print(json.dumps({name: getattr(settings, name) for name in names.split()}, default=str))
"""


def run(place: Path, *command: str, root: Path = ROOT, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "portal_backend.settings",
        "PORTAL_DATA_DIR": str(place / "var"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, *command],
        env={**environment, **variables},
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def settings_of(place: Path, root: Path = ROOT, **variables: str) -> dict[str, object]:
    done = run(place, "-c", TELL, root=root, **variables)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    "key",
    ["", "short", STRONG[:31], "a" * 64, "change-me-" + STRONG, "django-insecure-" + STRONG],
    ids=["missing", "word", "31 characters", "one letter", "example", "Django's example"],
)
def test_a_real_database_wants_a_real_secret(tmp_path: Path, key: str) -> None:
    done = run(tmp_path, "-c", TELL, **{**DEPLOYED, "SECRET_KEY": key})
    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr.splitlines()[-1]
    assert not done.stdout


def test_the_embedded_default_makes_its_secret_once_and_keeps_it_to_itself(tmp_path: Path) -> None:
    first, second = settings_of(tmp_path), settings_of(tmp_path)
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert len(str(first["SECRET_KEY"])) >= 50
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0
    assert settings_of(tmp_path / "other")["SECRET_KEY"] != first["SECRET_KEY"]


def test_the_embedded_database_is_its_owners_alone(tmp_path: Path) -> None:
    settings_of(tmp_path)
    database = tmp_path / "var" / "portal.sqlite3"
    assert database.stat().st_mode & 0o077 == 0
    assert database.parent.stat().st_mode & 0o077 == 0
    database.chmod(0o644)
    settings_of(tmp_path)
    assert database.stat().st_mode & 0o077 == 0


def test_defaults(tmp_path: Path) -> None:
    found = settings_of(tmp_path)
    assert (found["HOST"], found["PORT"], found["PUBLIC_URL"]) == ("127.0.0.1", 8000, "http://127.0.0.1:8000")
    assert (found["EMBEDDED"], found["DEMO"], found["DEBUG"], found["TOKEN_HOURS"]) == (True, True, False, 12)
    assert found["SECURE_SSL_REDIRECT"] is False


def test_an_empty_value_counts_as_none(tmp_path: Path) -> None:
    names = set(re.findall(r'env\.\w+\("([A-Z_]+)"', (ROOT / "portal_backend/settings.py").read_text()))
    names -= {"PORTAL_DATA_DIR"}  # else it is the one of this checkout
    assert len(names) > 40
    assert settings_of(tmp_path, **dict.fromkeys(names, "")) == settings_of(tmp_path)


def test_a_deployment(tmp_path: Path) -> None:
    found = settings_of(tmp_path, **DEPLOYED)
    assert (found["EMBEDDED"], found["DEMO"], found["SECURE_SSL_REDIRECT"]) == (False, False, True)
    assert set(found["ALLOWED_HOSTS"]) == {"portal.example.org", "127.0.0.1", "localhost", "[::1]"}  # type: ignore[call-overload]
    assert settings_of(tmp_path, **DEPLOYED, PORTAL_DEMO="1")["DEMO"] is True


NAMES = """
import json
from django.conf import settings
names = "ALIASES DATABASE_ROUTERS EMAIL_BACKEND EMAIL_HOST EMAIL_HOST_USER EMAIL_USE_TLS".split()
found = {**{name: getattr(settings, name) for name in names[1:]}, "ALIASES": sorted(settings.DATABASES)}
print(json.dumps(found))
"""


def test_a_replica_and_a_mail_server_are_used_where_they_are_named(tmp_path: Path) -> None:
    named = {"DATABASE_REPLICA_URL": POSTGRES, "EMAIL_URL": "smtp+tls://ann:secret@mail.example.org:587"}
    plain, full = (json.loads(run(tmp_path, "-c", NAMES, **DEPLOYED, **more).stdout) for more in ({}, named))
    assert (plain["ALIASES"], plain["DATABASE_ROUTERS"]) == (["default"], [])
    assert plain["EMAIL_BACKEND"] == "portal_backend.base.mail.FileBackend"
    assert (full["ALIASES"], full["DATABASE_ROUTERS"]) == (
        ["default", "replica"],
        ["portal_backend.base.replica.Router"],
    )
    assert (full["EMAIL_HOST"], full["EMAIL_HOST_USER"], full["EMAIL_USE_TLS"]) == ("mail.example.org", "ann", True)


@pytest.mark.parametrize("absent", ["DATABASE_URL", "REDIS_URL"])
def test_a_replica_wants_its_primary_and_redis(tmp_path: Path, absent: str) -> None:
    done = run(tmp_path, "-c", TELL, **{**DEPLOYED, "DATABASE_REPLICA_URL": POSTGRES, absent: ""})
    assert done.returncode != 0
    assert "DATABASE_REPLICA_URL wants" in done.stderr.splitlines()[-1]


def test_dotenv_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "portal_backend", copy / "portal_backend", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / ".env").write_text("# places\nPORTAL_HOST=0.0.0.0\nPORTAL_PORT=8123\nPORTAL_TOKEN_HOURS=3\nPORTAL_DEMO=0\n")
    found = settings_of(tmp_path, root=copy, PORTAL_PORT="8124")
    assert (found["HOST"], found["PORT"], found["PUBLIC_URL"]) == ("0.0.0.0", 8124, "http://0.0.0.0:8124")
    assert (found["TOKEN_HOURS"], found["DEMO"]) == (3, False)


@pytest.mark.parametrize("key", [STRONG, STRONG[:32]], ids=["long", "as short as is allowed"])
def test_the_deployment_check_is_clean(tmp_path: Path, key: str) -> None:
    deployed = {**DEPLOYED, "SECRET_KEY": key}
    done = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **deployed)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_migrations_are_complete(tmp_path: Path) -> None:
    done = run(tmp_path, "manage.py", "makemigrations", "--check", "--dry-run")
    assert done.returncode == 0, done.stdout + done.stderr
