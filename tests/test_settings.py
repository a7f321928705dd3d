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


def run(
    place: Path, *command: str, root: Path = ROOT, given: str = "", **variables: str
) -> "subprocess.CompletedProcess[str]":
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
        input=given,
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


# each with what the line must say besides its name
INVALID = [
    ("PORTAL_THREADS", "many", "from 10 to 256"),
    ("PORTAL_THREADS", "9", "from 10 to 256"),
    ("PORTAL_PORT", "eighty", "from 1 to 65535"),
    ("PORTAL_BEHIND_PROXY", "yes", "from 0 to 5"),
    ("PORTAL_AUDIT_DAYS", "-5", "from 1"),
    ("PORTAL_AUDIT_DAYS", "0", "from 1"),
    ("PORTAL_AUDIT_DAYS", "99999999999", "from 1"),
    ("PORTAL_LOGIN_FAILURES", "3.5", "whole number"),
    ("PORTAL_DEMO", "maybe", "1 or 0"),
    ("PORTAL_LOG_CALLS", "si", "1 or 0"),
    ("PORTAL_LOG_FORMAT", "xml", "text, json"),
    ("PORTAL_HSTS", "always", "off, host, subdomains, preload"),
    ("PORTAL_PUBLIC_URL", "portal.example.org", "https://"),
    ("PORTAL_PUBLIC_URL", "ftp://portal.example.org", "https://"),
    ("PORTAL_PUBLIC_URL", "https://", "https://"),
    ("PORTAL_PUBLIC_URL", "https://example.org/portal", "host alone"),
    ("PORTAL_PUBLIC_URL", "https://exa mple.org", "https://"),
    ("PORTAL_HOST", "not a host", "a host"),
    ("PORTAL_ALLOWED_HOSTS", "https://example.org", "without http"),
    ("PORTAL_MAIL_FROM", "the portal", "an address"),
    ("DATABASE_URL", "mysql://portal:hidden@host/portal", "postgres://"),
    ("DATABASE_URL", "postgres://portal:hidden@host", "postgres://"),
    ("DATABASE_URL", "postgres://portal:hidden@host/portal?connect_timeout=abc", "connect_timeout"),
    ("REDIS_URL", "http://:hidden@host", "redis://"),
    ("REDIS_URL", "redis://:hidden@host/0?socket_timeout=zzz", "socket_timeout"),
    ("EMAIL_URL", "nonsense", "smtp+tls://"),
    ("EMAIL_URL", "smtp://ann:hidden@host:25?timeout=x", "smtp+tls://"),
    ("EMAIL_URL", "smtp://ann:hidden@host:99999x", "smtp+tls://"),
    ("STORAGE_URL", "https://KEY:hidden@host/bucket", "s3+https://"),
    ("PORTAL_DATA_DIR", "/dev/null/var", "a folder"),
]


# each case in a fresh run of the settings, all of them in one process: a process for each would take minutes
REFUSED = """
import json, os, runpy, sys
plain, told = dict(os.environ), []
for name, value in json.load(sys.stdin):
    os.environ.clear()
    os.environ.update(plain | {name: value})
    try:
        runpy.run_path("portal_backend/settings.py")
        told.append("")
    except SystemExit as refused:
        told.append(str(refused))
print(json.dumps(told))
"""


def refusals(place: Path, cases: list[tuple[str, str]]) -> list[str]:
    """What the portal says of each variable with each value, or nothing where it starts with it."""
    done = run(place, "-c", REFUSED, given=json.dumps(cases), SECRET_KEY=STRONG)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def test_names_each_invalid_setting_in_one_line(tmp_path: Path) -> None:
    told = refusals(tmp_path, [(name, value) for name, value, _ in INVALID])
    for (name, value, expected), line in zip(INVALID, told, strict=True):
        assert line.startswith(f"{name} is "), (name, value)
        assert expected in line
        assert "hidden" not in line, "a password is not shown"
        assert "\n" not in line


def test_an_invalid_setting_ends_the_process_without_a_traceback(tmp_path: Path) -> None:
    done = run(tmp_path, "manage.py", "check", PORTAL_THREADS="many")
    assert done.returncode == 1
    assert done.stderr == "PORTAL_THREADS is 'many': set it to a whole number from 10 to 256.\n"


def test_an_email_provider_without_its_key_is_refused_before_the_first_email(tmp_path: Path) -> None:
    done = run(tmp_path, "scripts/commands/prepare_data.py", EMAIL_URL="anymail+mailgun://")
    assert done.returncode == 1
    assert done.stderr.startswith("EMAIL_URL is not valid: ")
    assert "Traceback" not in done.stderr


RETENTION = re.compile(r'env\.number\("([A-Z_]+_(?:DAYS|HOURS|MINUTES|SECONDS|ATTEMPTS|COUNT|BYTES))"')


def test_no_retention_or_limit_can_be_none(tmp_path: Path) -> None:
    names = RETENTION.findall((ROOT / "portal_backend/settings.py").read_text())
    assert {"PORTAL_AUDIT_DAYS", "PORTAL_MAIL_DAYS", "PORTAL_IMPORT_DAYS"} < set(names)
    told = refusals(tmp_path, [(name, value) for name in names for value in ("0", "-1")])
    assert [line.split()[0] for line in told] == [name for name in names for _ in range(2)]


def test_warns_of_variables_that_nothing_reads(tmp_path: Path) -> None:
    misspelt = {"PORTL_PORT": "8001", "PORTAL_TREADS": "8", "PORTAL_COLOUR": "red", "DATABASE_UR": "x"}
    harmless = {"LANG": "C", "COMPOSE_FILE": "x", "AWS_PROFILE": "x", "PORTAL_PYTHON": "python3", "STORAGE_KEY": "x"}
    told = "import json; from django.conf import settings; print(json.dumps(settings.UNKNOWN_VARIABLES))"
    found = json.loads(run(tmp_path, "-c", told, **misspelt, **harmless).stdout)
    assert found == [
        "DATABASE_UR is not a setting of the portal: is DATABASE_URL meant?",
        "PORTAL_COLOUR is not a setting of the portal.",
        "PORTAL_TREADS is not a setting of the portal: is PORTAL_THREADS meant?",
        "PORTL_PORT is not a setting of the portal: is PORTAL_PORT meant?",
    ]


HSTS = """
import json
from django.conf import settings
names = "SECONDS INCLUDE_SUBDOMAINS PRELOAD".split()
print(json.dumps([getattr(settings, f"SECURE_HSTS_{name}") for name in names]))
"""


@pytest.mark.parametrize(
    ("setting", "sent"),
    [
        ("", [31_536_000, False, False]),
        ("subdomains", [31_536_000, True, False]),
        ("preload", [31_536_000, True, True]),
        ("off", [0, False, False]),
    ],
)
def test_hsts_binds_other_hosts_on_request_only(tmp_path: Path, setting: str, sent: list[object]) -> None:
    assert json.loads(run(tmp_path, "-c", HSTS, **DEPLOYED, PORTAL_HSTS=setting).stdout) == sent


def test_uploads_are_their_owners_alone(tmp_path: Path) -> None:
    open_to_all = tmp_path / "var" / "uploads"
    open_to_all.mkdir(parents=True)
    open_to_all.chmod(0o755)
    written = "import django; django.setup(); from django.core.files.storage import default_storage as d"
    written += (
        "; from django.core.files.base import ContentFile; print(d.path(d.save('2026/a.txt', ContentFile(b'a'))))"
    )
    done = run(tmp_path, "-c", written)
    file = Path(done.stdout.strip())
    assert file.stat().st_mode & 0o777 == 0o600, done.stderr
    for folder in (file.parent, open_to_all, tmp_path / "var" / "tmp"):
        assert folder.stat().st_mode & 0o777 == 0o700


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
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "portal_backend/settings.py").read_text()))
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
    assert "DATABASE_REPLICA_URL" in done.stderr.splitlines()[-1]


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
