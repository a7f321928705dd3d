"""Django settings, read from the environment and .env (contract section 8)."""

import os
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

import environ

from portal_backend.asgi.concurrency import MIN_THREADS
from portal_backend.core.databases import (
    POSTGRES_URL_FORMAT,
    build_postgres_settings,
    build_replica_settings,
    build_sqlite_settings,
)
from portal_backend.core.environment import (
    Environment,
    create_private_directory,
    format_url_host,
    is_host,
    load_secret_key,
    raise_invalid_setting,
)
from portal_backend.core.logs import build_logging_settings
from portal_backend.core.mail import build_mail_settings
from portal_backend.core.redis_client import has_valid_redis_options
from portal_backend.core.storage import build_storage_settings

BASE_DIR = Path(__file__).resolve().parents[2]
MAX_DAYS, MAX_BYTES = 36_500, 1_000_000_000_000
environ.Env.read_env(BASE_DIR / ".env", overwrite=False)
env = Environment(os.environ)

HOST = env.text("PORTAL_HOST", "127.0.0.1")
if not is_host(HOST):
    raise_invalid_setting("PORTAL_HOST", "the name or the address of a host", HOST)
PORT = env.number("PORTAL_PORT", 8000, maximum=65_535)
DATA_DIR = env.directory("PORTAL_DATA_DIR", BASE_DIR / "var")
PUBLIC_URL = env.url(
    "PORTAL_PUBLIC_URL",
    ("http", "https"),
    "https://portal.example.org",
    default=f"http://{format_url_host(HOST)}:{PORT}",
).rstrip("/")
if any(urlsplit(PUBLIC_URL)[2:]):
    raise_invalid_setting("PORTAL_PUBLIC_URL", "scheme and host alone, such as https://portal.example.org", PUBLIC_URL)
DATABASE_URL = env.url("DATABASE_URL", *POSTGRES_URL_FORMAT, needs_path=True)
EMBEDDED = not DATABASE_URL
DEMO = env.flag("PORTAL_DEMO", EMBEDDED)
DEBUG = False

SECRET_KEY = load_secret_key(env.text("SECRET_KEY"), DATA_DIR if EMBEDDED else None)
# previous keys, as long as data encrypted or signed with them exists
SECRET_KEY_FALLBACKS = env.text_list("SECRET_KEY_FALLBACKS")

ALLOWED_HOSTS = env.text_list("PORTAL_ALLOWED_HOSTS") or sorted(
    {HOST, "localhost", "127.0.0.1", "[::1]", urlsplit(PUBLIC_URL).hostname or HOST}
)
if any("/" in each for each in ALLOWED_HOSTS):
    raise_invalid_setting("PORTAL_ALLOWED_HOSTS", "names of hosts with commas between them, without http://")
SECURE = PUBLIC_URL.startswith("https://")
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# only this host by default: on an apex domain the other choices would affect all sites of the organization
HSTS = env.choice("PORTAL_HSTS", "host", ("off", "host", "subdomains", "preload"))
SECURE_HSTS_SECONDS = 31_536_000 if SECURE and HSTS != "off" else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE and HSTS in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = SECURE and HSTS == "preload"
SECURE_SSL_REDIRECT = SECURE
# health checks and metrics are requested directly, not through the proxy that terminates TLS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
# W003 (CSRF): sessions use a token in a header, not a cookie, so other sites cannot send it.
# W009: the key was validated above. W005, W021: the operator decides by PORTAL_HSTS.
SILENCED_SYSTEM_CHECKS = ["security.W003", "security.W005", "security.W009", "security.W021"]
BEHIND_PROXY = env.number("PORTAL_BEHIND_PROXY", 0, minimum=0, maximum=5)  # number of proxies in a chain
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "modeltranslation",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "django_countries",  # for its translation catalogs of country names
    "ninja",
    "guardian",
    "portal_backend.audit",
    "portal_backend.accounts",
    "portal_backend.notifications",
    "portal_backend.jobs",
    "portal_backend.saved_views",
    "portal_backend.registration",
    "portal_backend.mfa",
    "portal_backend.workflow",
    "portal_backend.catalogue",
    "portal_backend.shipping",
    "portal_backend.files",
    "portal_backend.imports",
    "portal_backend.repairs",
    "portal_backend.part_requests",
    "portal_backend.remote_support",
    "portal_backend.reports",
    "portal_backend.demo",
    "portal_backend.operations",
    "portal_backend",  # the last: its ready() wires the others together
]
MIDDLEWARE = [
    "portal_backend.core.middleware.request_id_middleware",
    "portal_backend.core.middleware.head_request_middleware",
    "portal_backend.operations.metrics.metrics_middleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "portal_backend.core.middleware.language_middleware",
    "portal_backend.core.middleware.api_error_middleware",
    "portal_backend.core.middleware.early_error_middleware",
]
ROOT_URLCONF = "portal_backend.config.urls"
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["guardian.backends.ObjectPermissionBackend"]
GUARDIAN_MONKEY_PATCH_USER = False
ANONYMOUS_USER_NAME = None
PASSWORD_HASHERS = ["portal_backend.accounts.passwords.Argon2id"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
MODELTRANSLATION_DEFAULT_LANGUAGE = "en"
MODELTRANSLATION_FALLBACK_LANGUAGES = ("en", "es")
USE_TZ = True
TIME_ZONE = "UTC"

DATABASES = {
    "default": build_sqlite_settings(DATA_DIR / "portal.sqlite3", test_name=env.text("PORTAL_TEST_DATABASE"))
    if EMBEDDED
    else build_postgres_settings(DATABASE_URL)
}

REDIS_URL = env.url("REDIS_URL", ("redis", "rediss"), "redis://host:6379/0")
if REDIS_URL and not has_valid_redis_options(REDIS_URL):
    raise_invalid_setting("REDIS_URL", "an address with valid options, such as redis://host:6379/0?socket_timeout=5")
if REPLICA_URL := env.url("DATABASE_REPLICA_URL", *POSTGRES_URL_FORMAT, needs_path=True):
    if EMBEDDED or not REDIS_URL:
        raise_invalid_setting("DATABASE_REPLICA_URL", "nothing, or set DATABASE_URL and REDIS_URL too: it needs both")
    DATABASES["replica"] = build_replica_settings(REPLICA_URL)
    DATABASE_ROUTERS = ["portal_backend.core.replica.ReplicaRouter"]
    MIDDLEWARE.append("portal_backend.core.replica.track_writes_middleware")
# Counters of failed logins: one address can add about 1,500 in their window, which must not evict those of others.
IN_PROCESS_CACHE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
CACHES = {
    "process": {**IN_PROCESS_CACHE, "LOCATION": "process"},
    "default": {
        "BACKEND": "portal_backend.core.redis_cache.PersistentRedisCache",
        "LOCATION": REDIS_URL,
        # fail fast if Redis is unreachable
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if REDIS_URL
    else IN_PROCESS_CACHE,
}
# heartbeats of workers and beat, shared by all processes
CACHES["heartbeats"] = (
    CACHES["default"]
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(DATA_DIR / "heartbeats")}
)

STORAGE_URL = env.text("STORAGE_URL")
STORAGES = {
    "default": build_storage_settings(STORAGE_URL)
    if STORAGE_URL
    else {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": create_private_directory(DATA_DIR / "uploads")},
    },
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost/"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# tasks are acknowledged when done, so the task of a worker that dies is given to another
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# visibility_timeout exceeds the longest task; connection timeouts are short to fail fast
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 1,
    "socket_timeout": 10,
    # For celery.trigger_task, which would otherwise wait for six seconds; workers and beat use their own retry
    # settings.
    "max_retries": 0,
}
if not REDIS_URL:
    QUEUE_DIR = str(create_private_directory(DATA_DIR / "queue"))
    CELERY_BROKER_TRANSPORT = "portal_backend.core.folder_broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS |= {"data_folder_in": QUEUE_DIR, "data_folder_out": QUEUE_DIR}
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
    # the timer's thread sleeps this long, and the end of the worker waits for it
    CELERY_WORKER_TIMER_PRECISION = 0.25
# queues of their own, so that long jobs and a slow mail server do not delay other tasks
CELERY_TASK_ROUTES = {"jobs.run": {"queue": "jobs"}, "mail.send": {"queue": "mails"}}
CELERY_BEAT_SCHEDULER = "portal_backend.config.celery:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
# periodic tasks, intervals in seconds
CELERY_BEAT_SCHEDULE = {
    "send mails": {
        "task": "mail.send",
        "schedule": 5.0,
        "options": {"expires": 10},  # so that runs do not pile up while the mail server is slow
    },
    "send overdue delivery reminders": {"task": "requests.remind", "schedule": 600.0},
    "refresh new forecasts": {"task": "forecasts.refresh_new", "schedule": 20.0, "options": {"expires": 20}},
    "refresh all forecasts": {"task": "forecasts.refresh_all", "schedule": 3600.0},
    "purge unused uploads": {"task": "files.purge", "schedule": 3600.0},
    "purge expired sessions": {"task": "accounts.purge", "schedule": 3600.0},
    "purge expired reset tokens": {"task": "reset_tokens.purge", "schedule": 3600.0},
    "purge old imports": {"task": "imports.purge", "schedule": 3600.0},
    "purge audit log": {"task": "audit.purge", "schedule": 3600.0},
    "purge old emails": {"task": "mail.purge", "schedule": 3600.0},
    "run jobs": {
        "task": "jobs.run",
        "schedule": 15.0,
        "options": {"expires": 15},  # so that runs do not pile up during a long job
    },
    "purge old jobs": {"task": "jobs.purge", "schedule": 3600.0},
}

EMAIL_FILE_PATH = str(DATA_DIR / "mails")
EMAIL_BACKEND = "portal_backend.core.mail.FileEmailBackend"
if EMAIL_URL := env.text("EMAIL_URL"):
    vars().update(build_mail_settings(EMAIL_URL))
DEFAULT_FROM_EMAIL = env.text("PORTAL_MAIL_FROM", f"no-reply@{urlsplit(PUBLIC_URL).hostname or 'localhost'}")
if "@" not in parseaddr(DEFAULT_FROM_EMAIL)[1]:
    raise_invalid_setting(
        "PORTAL_MAIL_FROM", "an address such as Service portal <portal@example.org>", DEFAULT_FROM_EMAIL
    )
EMAIL_TIMEOUT = 15
MAX_MAIL_ATTEMPTS = env.number("PORTAL_MAX_MAIL_ATTEMPTS", 30, maximum=1_000)
MAIL_LEASE_SECONDS = env.number("PORTAL_MAIL_LEASE_SECONDS", 60, maximum=3_600)
IMPORT_RETENTION_DAYS = env.number("PORTAL_IMPORT_RETENTION_DAYS", 90, maximum=MAX_DAYS)
AUDIT_RETENTION_DAYS = env.number("PORTAL_AUDIT_RETENTION_DAYS", 730, maximum=MAX_DAYS)
MAIL_RETENTION_DAYS = env.number("PORTAL_MAIL_RETENTION_DAYS", 90, maximum=MAX_DAYS)

FILE_UPLOAD_HANDLERS = ["portal_backend.files.upload_handler.LimitedUploadHandler"]
FILE_UPLOAD_TEMP_DIR = create_private_directory(DATA_DIR / "tmp")
# attachments are readable by the operating system user of the portal only
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
# anonymous requests (login, account request) have a few hundred bytes
MAX_ANONYMOUS_BODY_BYTES = 16_000
# slow clients occupy no thread, and because of the GIL more threads would not help
WEB_THREADS = env.number("PORTAL_WEB_THREADS", 16, minimum=MIN_THREADS, maximum=256)

TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # the API documentation pages serve their script from this host
INTERFACE_DIR = BASE_DIR / "portal_ui" / "dist"
WHITENOISE_ROOT = INTERFACE_DIR
WHITENOISE_INDEX_FILE = True
WHITENOISE_ALLOW_ALL_ORIGINS = False


def _set_cache_headers(headers: dict[str, str], path: str, url: str) -> None:
    """Set cache headers for WhiteNoise: hashed assets forever, the page revalidated."""
    immutable = url.startswith("/assets/")
    headers["Cache-Control"] = "public, max-age=31536000, immutable" if immutable else "no-cache"


WHITENOISE_ADD_HEADERS_FUNCTION = _set_cache_headers

# limits of contract sections 1, 3 and 5
SESSION_IDLE_HOURS = env.number("PORTAL_SESSION_IDLE_HOURS", 12, maximum=24 * MAX_DAYS)
SESSION_MAX_DAYS = env.number("PORTAL_SESSION_MAX_DAYS", 30, maximum=MAX_DAYS)
LOGINS_PER_MINUTE = env.number("PORTAL_LOGINS_PER_MINUTE", 100)
LOGIN_FAILURES = env.number("PORTAL_LOGIN_FAILURES", 5)
LOGIN_LOCKOUT_MINUTES = env.number("PORTAL_LOGIN_LOCKOUT_MINUTES", 15, maximum=1_440)
FEEDBACKS_PER_HOUR = env.number("PORTAL_FEEDBACKS_PER_HOUR", 20)
LOGIN_CHALLENGE_MINUTES = env.number("PORTAL_LOGIN_CHALLENGE_MINUTES", 10, maximum=1_440)
CODE_FAILURES_PER_DAY = env.number("PORTAL_CODE_FAILURES_PER_DAY", 100)
RESET_REQUESTS_PER_HOUR = env.number("PORTAL_RESET_REQUESTS_PER_HOUR", 20)
RESET_MAILS_PER_HOUR = env.number("PORTAL_RESET_MAILS_PER_HOUR", 5)
RESET_TOKEN_MINUTES = env.number("PORTAL_RESET_TOKEN_MINUTES", 60, maximum=10_080)
INVITATION_DAYS = env.number("PORTAL_INVITATION_DAYS", 7, maximum=90)
ACCOUNT_MAILS_PER_HOUR = env.number("PORTAL_ACCOUNT_MAILS_PER_HOUR", 10)
MAILS_PER_HOUR = env.number("PORTAL_MAILS_PER_HOUR", 1_000)
CREATIONS_PER_HOUR = env.number("PORTAL_CREATIONS_PER_HOUR", 500)
ACCOUNT_REQUESTS_PER_HOUR = env.number("PORTAL_ACCOUNT_REQUESTS_PER_HOUR", 20)
MAX_ATTACHMENT_BYTES = env.number("PORTAL_MAX_ATTACHMENT_BYTES", 50_000_000, maximum=MAX_BYTES)
MAX_ATTACHMENTS = env.number("PORTAL_MAX_ATTACHMENTS", 5, maximum=100)
MAX_INLINE_BYTES = env.number("PORTAL_MAX_INLINE_BYTES", 1_000_000, maximum=7_000_000)
MAX_INLINE_IMAGES = env.number("PORTAL_MAX_INLINE_IMAGES", 10, maximum=100)
UPLOADS_PER_HOUR = env.number("PORTAL_UPLOADS_PER_HOUR", 1_000)
MAX_UNUSED_UPLOAD_BYTES = env.number("PORTAL_MAX_UNUSED_UPLOAD_BYTES", 5_000_000_000, maximum=MAX_BYTES)
UNUSED_UPLOAD_RETENTION_DAYS = env.number("PORTAL_UNUSED_UPLOAD_RETENTION_DAYS", 7, maximum=MAX_DAYS)
MAX_IMPORT_ROWS = env.number("PORTAL_MAX_IMPORT_ROWS", 200_000)
MAX_REPAIR_UNITS = env.number("PORTAL_MAX_REPAIR_UNITS", 1_000, maximum=10_000)
EXPORT_SYNC_MAX_ROWS = env.number("PORTAL_EXPORT_SYNC_MAX_ROWS", 10_000)
MAX_OPEN_JOBS = env.number("PORTAL_MAX_OPEN_JOBS", 5, maximum=100)
JOB_RETENTION_HOURS = env.number("PORTAL_JOB_RETENTION_HOURS", 24, maximum=24 * MAX_DAYS)

HEARTBEAT_FILE = env.text("PORTAL_HEARTBEAT_FILE")
METRICS_TOKEN = env.text("PORTAL_METRICS_TOKEN")
LOGGING = build_logging_settings(
    json=env.choice("PORTAL_LOG_FORMAT", "text", ("text", "json")) == "json",
    access_log=env.flag("PORTAL_ACCESS_LOG", False),
)
UNKNOWN_VARIABLE_WARNINGS = env.list_unknown_variables(os.environ)
