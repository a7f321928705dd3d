"""Django settings, read from the environment and .env (contract section 8)."""

import os
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

import environ

from portal_backend.base.databases import POSTGRES_URL, embedded_database, postgres_database, replica_database
from portal_backend.base.environment import Environment, in_url, is_host, private_folder, refuse
from portal_backend.base.logs import logging_settings
from portal_backend.base.mail import mail_settings
from portal_backend.base.pages import page_cache
from portal_backend.base.redis_client import has_valid_options
from portal_backend.base.secrets import secret_key
from portal_backend.base.storage import storage_settings
from portal_backend.front.lanes import MIN_THREADS

BASE_DIR = Path(__file__).resolve().parent.parent
MAX_DAYS, MAX_BYTES = 36_500, 1_000_000_000_000
environ.Env.read_env(BASE_DIR / ".env", overwrite=False)
env = Environment(os.environ)

HOST = env.text("PORTAL_HOST", "127.0.0.1")
if not is_host(HOST):
    refuse("PORTAL_HOST", "the name or the address of a host", HOST)
PORT = env.number("PORTAL_PORT", 8000, maximum=65_535)
DATA_DIR = env.folder("PORTAL_DATA_DIR", BASE_DIR / "var")
PUBLIC_URL = env.url(
    "PORTAL_PUBLIC_URL", ("http", "https"), "https://portal.example.org", default=f"http://{in_url(HOST)}:{PORT}"
).rstrip("/")
if any(urlsplit(PUBLIC_URL)[2:]):
    refuse("PORTAL_PUBLIC_URL", "scheme and host alone, such as https://portal.example.org", PUBLIC_URL)
DATABASE_URL = env.url("DATABASE_URL", *POSTGRES_URL, needs_path=True)
EMBEDDED = not DATABASE_URL
DEMO = env.flag("PORTAL_DEMO", EMBEDDED)
DEBUG = False

SECRET_KEY = secret_key(env.text("SECRET_KEY"), DATA_DIR if EMBEDDED else None)
# previous keys, as long as data encrypted or signed with them exists
SECRET_KEY_FALLBACKS = env.texts("SECRET_KEY_FALLBACKS")

ALLOWED_HOSTS = env.texts("PORTAL_ALLOWED_HOSTS") or sorted(
    {HOST, "localhost", "127.0.0.1", "[::1]", urlsplit(PUBLIC_URL).hostname or HOST}
)
if any("/" in each for each in ALLOWED_HOSTS):
    refuse("PORTAL_ALLOWED_HOSTS", "names of hosts with commas between them, without http://")
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
    "portal_backend.joining",
    "portal_backend.factors",
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
]
MIDDLEWARE = [
    "portal_backend.base.middleware.guard",
    "portal_backend.base.middleware.answer_head",
    "portal_backend.operations.metrics.measure",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "portal_backend.base.middleware.speak",
    "portal_backend.base.middleware.shape_errors",
    "portal_backend.base.middleware.refuse_early",
]
ROOT_URLCONF = "portal_backend.urls"
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
    "default": embedded_database(DATA_DIR / "portal.sqlite3", test_name=env.text("PORTAL_TEST_DATABASE"))
    if EMBEDDED
    else postgres_database(DATABASE_URL)
}

REDIS_URL = env.url("REDIS_URL", ("redis", "rediss"), "redis://host:6379/0")
if REDIS_URL and not has_valid_options(REDIS_URL):
    refuse("REDIS_URL", "an address with valid options, such as redis://host:6379/0?socket_timeout=5")
if REPLICA_URL := env.url("DATABASE_REPLICA_URL", *POSTGRES_URL, needs_path=True):
    if EMBEDDED or not REDIS_URL:
        refuse("DATABASE_REPLICA_URL", "nothing, or set DATABASE_URL and REDIS_URL too: it needs both")
    DATABASES["replica"] = replica_database(REPLICA_URL)
    DATABASE_ROUTERS = ["portal_backend.base.replica.Router"]
    MIDDLEWARE.append("portal_backend.base.replica.note_writes")
# Counters of failed logins: one address can add about 1,500 in their window, which must not evict those of others.
IN_PROCESS = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
CACHES = {
    "process": {**IN_PROCESS, "LOCATION": "process"},
    "default": {
        "BACKEND": "portal_backend.base.caching.KeptClientCache",
        "LOCATION": REDIS_URL,
        # fail fast if Redis is unreachable
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if REDIS_URL
    else IN_PROCESS,
}
# heartbeats of workers and beat, shared by all processes
CACHES["heartbeats"] = (
    CACHES["default"]
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(DATA_DIR / "heartbeats")}
)

STORAGE_URL = env.text("STORAGE_URL")
STORAGES = {
    "default": storage_settings(STORAGE_URL)
    if STORAGE_URL
    else {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": private_folder(DATA_DIR / "uploads")},
    },
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# tasks are acknowledged when done, so the task of a worker that dies is given to another
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# visibility_timeout exceeds the longest task; connection timeouts are short to fail fast
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 1,
    "socket_timeout": 10,
    # For celery.trigger_task, which would otherwise wait for six seconds; workers and beat use their own retry
    # settings.
    "max_retries": 0,
}
# queues of their own, so that long jobs and a slow mail server do not delay other tasks
CELERY_TASK_ROUTES = {"jobs.work": {"queue": "jobs"}, "mail.send": {"queue": "mails"}}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
# periodic tasks, intervals in seconds: run by beat with Redis, otherwise by the embedded worker
CELERY_BEAT_SCHEDULE = {
    "send mails": {
        "task": "mail.send",
        "schedule": 5.0 if REDIS_URL else 1.0,
        "options": {"expires": 10},  # so that runs do not pile up while the mail server is slow
    },
    "remind of overdue deliveries": {"task": "requests.remind", "schedule": 600.0},
    "foresee what moved": {"task": "requests.foresee_new", "schedule": 20.0, "options": {"expires": 20}},
    "foresee the rest anew": {"task": "requests.foresee_all", "schedule": 3600.0},
    "purge unused uploads": {"task": "files.purge", "schedule": 3600.0},
    "forget old sessions": {"task": "accounts.forget", "schedule": 3600.0},
    "forget old keys": {"task": "keys.forget", "schedule": 3600.0},
    "forget old imports": {"task": "imports.forget", "schedule": 3600.0},
    "forget old entries of the record": {"task": "audit.forget", "schedule": 3600.0},
    "forget old mails": {"task": "mail.forget", "schedule": 3600.0},
    "do jobs": {
        "task": "jobs.work",
        "schedule": 15.0 if REDIS_URL else 1.0,
        "options": {"expires": 15},  # so that runs do not pile up during a long job
    },
    "forget old jobs": {"task": "jobs.forget", "schedule": 3600.0},
}

EMAIL_FILE_PATH = str(DATA_DIR / "mails")
EMAIL_BACKEND = "portal_backend.base.mail.FileBackend"
if EMAIL_URL := env.text("EMAIL_URL"):
    vars().update(mail_settings(EMAIL_URL))
DEFAULT_FROM_EMAIL = env.text("PORTAL_MAIL_FROM", f"no-reply@{urlsplit(PUBLIC_URL).hostname or 'localhost'}")
if "@" not in parseaddr(DEFAULT_FROM_EMAIL)[1]:
    refuse("PORTAL_MAIL_FROM", "an address such as Service portal <portal@example.org>", DEFAULT_FROM_EMAIL)
EMAIL_TIMEOUT = 15
MAIL_ATTEMPTS = env.number("PORTAL_MAIL_ATTEMPTS", 30, maximum=1_000)
MAIL_LEASE_SECONDS = env.number("PORTAL_MAIL_LEASE_SECONDS", 60, maximum=3_600)
IMPORT_DAYS = env.number("PORTAL_IMPORT_DAYS", 90, maximum=MAX_DAYS)
AUDIT_DAYS = env.number("PORTAL_AUDIT_DAYS", 730, maximum=MAX_DAYS)
MAIL_DAYS = env.number("PORTAL_MAIL_DAYS", 90, maximum=MAX_DAYS)

FILE_UPLOAD_HANDLERS = ["portal_backend.files.receiving.LimitedUploadHandler"]
FILE_UPLOAD_TEMP_DIR = private_folder(DATA_DIR / "tmp")
# attachments are readable by the operating system user of the portal only
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
# anonymous requests (login, account request) have a few hundred bytes
STRANGER_BYTES = 16_000
# slow clients occupy no thread, and because of the GIL more threads would not help
THREADS = env.number("PORTAL_THREADS", 16, minimum=MIN_THREADS, maximum=256)

TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # the API documentation pages serve their script from this host
INTERFACE_DIR = BASE_DIR / "portal_ui" / "dist"
WHITENOISE_ROOT = INTERFACE_DIR
WHITENOISE_INDEX_FILE = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = page_cache

# limits of contract sections 1, 3 and 5
TOKEN_HOURS = env.number("PORTAL_TOKEN_HOURS", 12, maximum=24 * MAX_DAYS)
SESSION_DAYS = env.number("PORTAL_SESSION_DAYS", 30, maximum=MAX_DAYS)
LOGINS_PER_MINUTE = env.number("PORTAL_LOGINS_PER_MINUTE", 100)
LOGIN_FAILURES = env.number("PORTAL_LOGIN_FAILURES", 5)
LOGIN_LOCKOUT_MINUTES = env.number("PORTAL_LOGIN_LOCKOUT_MINUTES", 15, maximum=1_440)
FEEDBACKS_PER_HOUR = env.number("PORTAL_FEEDBACKS_PER_HOUR", 20)
LOGIN_STEP_MINUTES = env.number("PORTAL_LOGIN_STEP_MINUTES", 10, maximum=1_440)
CODE_FAILURES_PER_DAY = env.number("PORTAL_CODE_FAILURES_PER_DAY", 100)
RECOVERY_CALLS_PER_HOUR = env.number("PORTAL_RECOVERY_CALLS_PER_HOUR", 20)
RECOVERIES_PER_HOUR = env.number("PORTAL_RECOVERIES_PER_HOUR", 5)
RECOVERY_KEY_MINUTES = env.number("PORTAL_RECOVERY_KEY_MINUTES", 60, maximum=10_080)
FIRST_PASSWORD_DAYS = env.number("PORTAL_FIRST_PASSWORD_DAYS", 7, maximum=90)
ACCOUNT_MAILS_PER_HOUR = env.number("PORTAL_ACCOUNT_MAILS_PER_HOUR", 10)
MAILS_PER_HOUR = env.number("PORTAL_MAILS_PER_HOUR", 1_000)
CREATIONS_PER_HOUR = env.number("PORTAL_CREATIONS_PER_HOUR", 500)
ACCOUNT_REQUESTS_PER_HOUR = env.number("PORTAL_ACCOUNT_REQUESTS_PER_HOUR", 20)
ATTACHMENT_BYTES = env.number("PORTAL_ATTACHMENT_BYTES", 50_000_000, maximum=MAX_BYTES)
ATTACHMENT_COUNT = env.number("PORTAL_ATTACHMENT_COUNT", 5, maximum=100)
INLINE_BYTES = env.number("PORTAL_INLINE_BYTES", 1_000_000, maximum=7_000_000)
INLINE_PICTURES = env.number("PORTAL_INLINE_PICTURES", 10, maximum=100)
UPLOADS_PER_HOUR = env.number("PORTAL_UPLOADS_PER_HOUR", 1_000)
UNUSED_UPLOAD_BYTES = env.number("PORTAL_UNUSED_UPLOAD_BYTES", 5_000_000_000, maximum=MAX_BYTES)
UNUSED_UPLOAD_DAYS = env.number("PORTAL_UNUSED_UPLOAD_DAYS", 7, maximum=MAX_DAYS)
IMPORT_ROWS = env.number("PORTAL_IMPORT_ROWS", 200_000)
REPAIR_UNITS = env.number("PORTAL_REPAIR_UNITS", 1_000, maximum=10_000)
EXPORT_ROWS = env.number("PORTAL_EXPORT_ROWS", 10_000)
JOBS_AT_ONCE = env.number("PORTAL_JOBS_AT_ONCE", 5, maximum=100)
JOB_HOURS = env.number("PORTAL_JOB_HOURS", 24, maximum=24 * MAX_DAYS)

SIGN_OF_LIFE = env.text("PORTAL_SIGN_OF_LIFE")
METRICS_TOKEN = env.text("PORTAL_METRICS_TOKEN")
LOGGING = logging_settings(
    json=env.choice("PORTAL_LOG_FORMAT", "text", ("text", "json")) == "json",
    calls=env.flag("PORTAL_LOG_CALLS", False),
)
UNKNOWN_VARIABLES = env.unknown(os.environ)
