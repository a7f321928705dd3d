"""Settings from the environment, each tested in a process of its own.

See contract section 8 and security.md, 24.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
POSTGRES = "postgres://portal:secret@127.0.0.1:1/portal"
STRONG_SECRET = secrets.token_urlsafe(50)
DEPLOYED = {
    "DATABASE_URL": POSTGRES,
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": STRONG_SECRET,
    "PORTAL_PUBLIC_URL": "https://portal.example.org",
    "PORTAL_BEHIND_PROXY": "1",
}
PRINT_SETTINGS_SCRIPT = """
import json
from django.conf import settings
names = "HOST PORT PUBLIC_URL DATA_DIR DEMO EMBEDDED ALLOWED_HOSTS SECRET_KEY DEBUG SESSION_IDLE_HOURS"
names += " SECURE_SSL_REDIRECT"
print(json.dumps({name: getattr(settings, name) for name in names.split()}, default=str))
"""


def run(
    directory: Path, *command: str, root: Path = ROOT, stdin: str = "", **variables: str
) -> "subprocess.CompletedProcess[str]":
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "portal_backend.config.settings",
        "PORTAL_DATA_DIR": str(directory / "var"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, *command],
        env={**environment, **variables},
        cwd=root,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def load_settings(directory: Path, root: Path = ROOT, **variables: str) -> dict[str, object]:
    result = run(directory, "-c", PRINT_SETTINGS_SCRIPT, root=root, **variables)
    assert result.returncode == 0, result.stderr
    values: dict[str, object] = json.loads(result.stdout)
    return values


@pytest.mark.parametrize(
    "key",
    ["", "short", STRONG_SECRET[:31], "a" * 64, "change-me-" + STRONG_SECRET, "django-insecure-" + STRONG_SECRET],
    ids=["missing", "word", "31 characters", "one letter", "example", "Django's example"],
)
def test_postgres_requires_a_strong_secret_key(tmp_path: Path, key: str) -> None:
    result = run(tmp_path, "-c", PRINT_SETTINGS_SCRIPT, **{**DEPLOYED, "SECRET_KEY": key})
    assert result.returncode != 0
    assert "SECRET_KEY" in result.stderr.splitlines()[-1]
    assert not result.stdout


# variable, value, and expected part of the message
INVALID = [
    ("PORTAL_WEB_THREADS", "many", "from 10 to 256"),
    ("PORTAL_WEB_THREADS", "9", "from 10 to 256"),
    ("PORTAL_PORT", "eighty", "from 1 to 65535"),
    ("PORTAL_BEHIND_PROXY", "yes", "from 0 to 5"),
    ("PORTAL_AUDIT_RETENTION_DAYS", "-5", "from 1"),
    ("PORTAL_AUDIT_RETENTION_DAYS", "0", "from 1"),
    ("PORTAL_AUDIT_RETENTION_DAYS", "99999999999", "from 1"),
    ("PORTAL_LOGIN_FAILURES", "3.5", "whole number"),
    ("PORTAL_DEMO", "maybe", "1 or 0"),
    ("PORTAL_ACCESS_LOG", "si", "1 or 0"),
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


# Runs the settings module once per case in a single process; a process per case would take minutes.
COLLECT_ERRORS_SCRIPT = """
import json, os, runpy, sys
plain, messages = dict(os.environ), []
for name, value in json.load(sys.stdin):
    os.environ.clear()
    os.environ.update(plain | {name: value})
    try:
        runpy.run_path("portal_backend/config/settings.py")
        messages.append("")
    except SystemExit as error:
        messages.append(str(error))
print(json.dumps(messages))
"""


def collect_errors(directory: Path, cases: list[tuple[str, str]]) -> list[str]:
    """Return the error message for each variable and value, or "" if it is accepted."""
    result = run(directory, "-c", COLLECT_ERRORS_SCRIPT, stdin=json.dumps(cases), SECRET_KEY=STRONG_SECRET)
    assert result.returncode == 0, result.stderr
    messages: list[str] = json.loads(result.stdout)
    return messages


def test_invalid_setting_has_one_line_message(tmp_path: Path) -> None:
    messages = collect_errors(tmp_path, [(name, value) for name, value, _ in INVALID])
    for (name, value, expected), line in zip(INVALID, messages, strict=True):
        assert line.startswith(f"{name} is "), (name, value)
        assert expected in line
        assert "hidden" not in line, "a password is not shown"
        assert "\n" not in line


def test_invalid_setting_exits_without_traceback(tmp_path: Path) -> None:
    result = run(tmp_path, "manage.py", "check", PORTAL_WEB_THREADS="many")
    assert result.returncode == 1
    assert result.stderr == "PORTAL_WEB_THREADS is 'many': set it to a whole number from 10 to 256.\n"


def test_email_provider_without_key_fails_at_start(tmp_path: Path) -> None:
    result = run(tmp_path, "scripts/commands/prepare_data.py", EMAIL_URL="anymail+mailgun://")
    assert result.returncode == 1
    assert result.stderr.startswith("EMAIL_URL is not valid: ")
    assert "Traceback" not in result.stderr


BOUNDED_NUMBER = re.compile(r'env\.number\("([A-Z_]+_(?:DAYS|HOURS|MINUTES|SECONDS|ATTEMPTS|COUNT|BYTES))"')


def test_retention_periods_and_limits_must_be_positive(tmp_path: Path) -> None:
    names = BOUNDED_NUMBER.findall((ROOT / "portal_backend/config/settings.py").read_text())
    assert {"PORTAL_AUDIT_RETENTION_DAYS", "PORTAL_MAIL_RETENTION_DAYS", "PORTAL_IMPORT_RETENTION_DAYS"} < set(names)
    messages = collect_errors(tmp_path, [(name, value) for name in names for value in ("0", "-1")])
    assert [line.split()[0] for line in messages] == [name for name in names for _ in range(2)]


def test_accepts_former_names_of_variables_with_a_warning(tmp_path: Path) -> None:
    script = (
        "import json; from django.conf import settings;"
        " print(json.dumps([settings.SESSION_IDLE_HOURS, settings.MAX_ATTACHMENTS,"
        " settings.UNKNOWN_VARIABLE_WARNINGS]))"
    )
    former = {"PORTAL_TOKEN_HOURS": "3", "PORTAL_ATTACHMENT_COUNT": "4", "PORTAL_MAX_ATTACHMENTS": "6"}
    hours, attachments, warnings = json.loads(run(tmp_path, "-c", script, **former).stdout)
    assert (hours, attachments) == (3, 6), "the new name takes precedence"
    assert warnings == [
        "PORTAL_ATTACHMENT_COUNT is now PORTAL_MAX_ATTACHMENTS; the old name works in this release only.",
        "PORTAL_TOKEN_HOURS is now PORTAL_SESSION_IDLE_HOURS; the old name works in this release only.",
    ]


def test_warns_of_unknown_variables(tmp_path: Path) -> None:
    misspelled = {"PORTL_PORT": "8001", "PORTAL_WEB_TREADS": "8", "PORTAL_COLOUR": "red", "DATABASE_UR": "x"}
    harmless = {"LANG": "C", "COMPOSE_FILE": "x", "AWS_PROFILE": "x", "PORTAL_PYTHON": "python3", "STORAGE_KEY": "x"}
    script = "import json; from django.conf import settings; print(json.dumps(settings.UNKNOWN_VARIABLE_WARNINGS))"
    warnings = json.loads(run(tmp_path, "-c", script, **misspelled, **harmless).stdout)
    assert warnings == [
        "DATABASE_UR is not a setting of the portal: is DATABASE_URL meant?",
        "PORTAL_COLOUR is not a setting of the portal.",
        "PORTAL_WEB_TREADS is not a setting of the portal: is PORTAL_WEB_THREADS meant?",
        "PORTL_PORT is not a setting of the portal: is PORTAL_PORT meant?",
    ]


PRINT_HSTS_SCRIPT = """
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
def test_hsts_includes_subdomains_only_if_configured(tmp_path: Path, setting: str, sent: list[object]) -> None:
    assert json.loads(run(tmp_path, "-c", PRINT_HSTS_SCRIPT, **DEPLOYED, PORTAL_HSTS=setting).stdout) == sent


def test_uploads_are_readable_by_owner_only(tmp_path: Path) -> None:
    open_to_all = tmp_path / "var" / "uploads"
    open_to_all.mkdir(parents=True)
    open_to_all.chmod(0o755)
    script = "import django; django.setup(); from django.core.files.storage import default_storage as d"
    script += "; from django.core.files.base import ContentFile; print(d.path(d.save('2026/a.txt', ContentFile(b'a'))))"
    result = run(tmp_path, "-c", script)
    file = Path(result.stdout.strip())
    assert file.stat().st_mode & 0o777 == 0o600, result.stderr
    for directory in (file.parent, open_to_all, tmp_path / "var" / "tmp"):
        assert directory.stat().st_mode & 0o777 == 0o700


def test_generated_secret_key_is_persistent_and_private(tmp_path: Path) -> None:
    first, second = load_settings(tmp_path), load_settings(tmp_path)
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert len(str(first["SECRET_KEY"])) >= 50
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0
    assert load_settings(tmp_path / "other")["SECRET_KEY"] != first["SECRET_KEY"]


def test_embedded_database_is_readable_by_owner_only(tmp_path: Path) -> None:
    load_settings(tmp_path)
    database = tmp_path / "var" / "portal.sqlite3"
    assert database.stat().st_mode & 0o077 == 0
    assert database.parent.stat().st_mode & 0o077 == 0
    database.chmod(0o644)
    load_settings(tmp_path)
    assert database.stat().st_mode & 0o077 == 0


def test_default_settings(tmp_path: Path) -> None:
    values = load_settings(tmp_path)
    assert (values["HOST"], values["PORT"], values["PUBLIC_URL"]) == ("127.0.0.1", 8000, "http://127.0.0.1:8000")
    assert (values["EMBEDDED"], values["DEMO"], values["DEBUG"], values["SESSION_IDLE_HOURS"]) == (
        True,
        True,
        False,
        12,
    )
    assert values["SECURE_SSL_REDIRECT"] is False


def test_empty_value_counts_as_unset(tmp_path: Path) -> None:
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "portal_backend/config/settings.py").read_text()))
    names -= {"PORTAL_DATA_DIR"}  # its default is in this checkout
    assert len(names) > 40
    assert load_settings(tmp_path, **dict.fromkeys(names, "")) == load_settings(tmp_path)


def test_settings_of_a_deployment(tmp_path: Path) -> None:
    values = load_settings(tmp_path, **DEPLOYED)
    assert (values["EMBEDDED"], values["DEMO"], values["SECURE_SSL_REDIRECT"]) == (False, False, True)
    assert set(values["ALLOWED_HOSTS"]) == {"portal.example.org", "127.0.0.1", "localhost", "[::1]"}  # type: ignore[call-overload]
    assert load_settings(tmp_path, **DEPLOYED, PORTAL_DEMO="1")["DEMO"] is True


PRINT_REPLICA_SCRIPT = """
import json
from django.conf import settings
names = "ALIASES DATABASE_ROUTERS EMAIL_BACKEND EMAIL_HOST EMAIL_HOST_USER EMAIL_USE_TLS".split()
values = {**{name: getattr(settings, name) for name in names[1:]}, "ALIASES": sorted(settings.DATABASES)}
print(json.dumps(values))
"""


def test_uses_configured_replica_and_mail_server(tmp_path: Path) -> None:
    variables = {"DATABASE_REPLICA_URL": POSTGRES, "EMAIL_URL": "smtp+tls://ann:secret@mail.example.org:587"}
    plain, full = (
        json.loads(run(tmp_path, "-c", PRINT_REPLICA_SCRIPT, **DEPLOYED, **overrides).stdout)
        for overrides in ({}, variables)
    )
    assert (plain["ALIASES"], plain["DATABASE_ROUTERS"]) == (["default"], [])
    assert plain["EMAIL_BACKEND"] == "portal_backend.core.mail.FileEmailBackend"
    assert (full["ALIASES"], full["DATABASE_ROUTERS"]) == (
        ["default", "replica"],
        ["portal_backend.core.replica.ReplicaRouter"],
    )
    assert (full["EMAIL_HOST"], full["EMAIL_HOST_USER"], full["EMAIL_USE_TLS"]) == ("mail.example.org", "ann", True)


@pytest.mark.parametrize("absent", ["DATABASE_URL", "REDIS_URL"])
def test_replica_requires_postgres_and_redis(tmp_path: Path, absent: str) -> None:
    result = run(tmp_path, "-c", PRINT_SETTINGS_SCRIPT, **{**DEPLOYED, "DATABASE_REPLICA_URL": POSTGRES, absent: ""})
    assert result.returncode != 0
    assert "DATABASE_REPLICA_URL" in result.stderr.splitlines()[-1]


def test_environment_overrides_dotenv(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "portal_backend", copy / "portal_backend", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / ".env").write_text(
        "# places\nPORTAL_HOST=0.0.0.0\nPORTAL_PORT=8123\nPORTAL_SESSION_IDLE_HOURS=3\nPORTAL_DEMO=0\n"
    )
    values = load_settings(tmp_path, root=copy, PORTAL_PORT="8124")
    assert (values["HOST"], values["PORT"], values["PUBLIC_URL"]) == ("0.0.0.0", 8124, "http://0.0.0.0:8124")
    assert (values["SESSION_IDLE_HOURS"], values["DEMO"]) == (3, False)


@pytest.mark.parametrize("key", [STRONG_SECRET, STRONG_SECRET[:32]], ids=["long", "as short as is allowed"])
def test_deployment_check_passes(tmp_path: Path, key: str) -> None:
    deployed = {**DEPLOYED, "SECRET_KEY": key}
    result = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **deployed)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout


def test_migrations_are_complete(tmp_path: Path) -> None:
    result = run(tmp_path, "manage.py", "makemigrations", "--check", "--dry-run")
    assert result.returncode == 0, result.stdout + result.stderr
