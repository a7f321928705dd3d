"""All settings, read from the environment and .env (contract section 8)."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from portal_backend.base.databases import embedded_database, postgres_database, replica_database
from portal_backend.base.logs import logging_settings
from portal_backend.base.mail import mail_settings
from portal_backend.base.pages import page_cache
from portal_backend.base.secrets import secret_key
from portal_backend.base.storage import storage_settings

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env", overwrite=False)
# An empty value counts as none, as in the commands.
env.ENVIRON = {name: value for name, value in os.environ.items() if value}

HOST = env.str("PORTAL_HOST", "127.0.0.1")
PORT = env.int("PORTAL_PORT", 8000)
DATA_DIR = Path(env.str("PORTAL_DATA_DIR", str(BASE_DIR / "var"))).resolve()
PUBLIC_URL = env.str("PORTAL_PUBLIC_URL", f"http://{HOST}:{PORT}").rstrip("/")
EMBEDDED = not env.str("DATABASE_URL", "")
DEMO = env.bool("PORTAL_DEMO", EMBEDDED)
DEBUG = False
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

SECRET_KEY = secret_key(env.str("SECRET_KEY", ""), DATA_DIR if EMBEDDED else None)
# former ones, while what they encrypted and signed is still around
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

ALLOWED_HOSTS = env.list("PORTAL_ALLOWED_HOSTS", default=[]) or sorted(
    {HOST, "localhost", "127.0.0.1", "[::1]", urlsplit(PUBLIC_URL).hostname or HOST}
)
SECURE = PUBLIC_URL.startswith("https://")
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE
SECURE_SSL_REDIRECT = SECURE
# who asks for health and figures stands beside the server, before the proxy that speaks https
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
# No cookie signs anybody in: the token travels in a header, which another site cannot make a browser send.
# W009 wants 50 characters of a key; ours has been looked at above.
SILENCED_SYSTEM_CHECKS = ["security.W003", "security.W009"]
BEHIND_PROXY = env.int("PORTAL_BEHIND_PROXY", 0)  # how many, one behind the other
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "modeltranslation",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "django_countries",  # for its catalogues: without them every language names countries in English
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
    "default": embedded_database(DATA_DIR / "portal.sqlite3", test_name=env.str("PORTAL_TEST_DATABASE", ""))
    if EMBEDDED
    else postgres_database(env.str("DATABASE_URL"))
}

REDIS_URL = env.str("REDIS_URL", "")
if REPLICA_URL := env.str("DATABASE_REPLICA_URL", ""):
    if EMBEDDED or not REDIS_URL:
        raise ImproperlyConfigured("DATABASE_REPLICA_URL wants DATABASE_URL and REDIS_URL beside it.")
    DATABASES["replica"] = replica_database(REPLICA_URL)
    DATABASE_ROUTERS = ["portal_backend.base.replica.Router"]
    MIDDLEWARE.append("portal_backend.base.replica.note_writes")
# counts of failed logins: one address brings about 1,500 in their window, and must not push others out
IN_PROCESS = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
CACHES = {
    "process": {**IN_PROCESS, "LOCATION": "process"},
    "default": {
        "BACKEND": "portal_backend.base.caching.KeptClientCache",
        "LOCATION": REDIS_URL,
        # out of reach is not waited for
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if REDIS_URL
    else IN_PROCESS,
}

STORAGE_URL = env.str("STORAGE_URL", "")
STORAGES = {
    "default": storage_settings(STORAGE_URL)
    if STORAGE_URL
    else {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": DATA_DIR / "uploads"}},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# a task of a worker that dies is given to another: it is acknowledged when it is done
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# the longest task takes less; out of reach is not waited for
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 1,
    "socket_timeout": 10,
    # for who wakes a worker (celery.wake): without it each such call waits six seconds. Workers and the clock count
    # their own
    "max_retries": 0,
}
# neither long work nor a slow mail server keeps the rest waiting
CELERY_TASK_ROUTES = {"jobs.work": {"queue": "jobs"}, "mail.send": {"queue": "mails"}}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
# what is done again and again, every so many seconds: by beat with Redis, else by the embedded worker
CELERY_BEAT_SCHEDULE = {
    "send mails": {
        "task": "mail.send",
        "schedule": 5.0 if REDIS_URL else 1.0,
        "options": {"expires": 10},  # while the mail server is slow, no looks pile up
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
        "options": {"expires": 15},  # while a long one is done, no looks pile up
    },
    "forget old jobs": {"task": "jobs.forget", "schedule": 3600.0},
}

EMAIL_FILE_PATH = str(DATA_DIR / "mails")
EMAIL_BACKEND = "portal_backend.base.mail.FileBackend"
if EMAIL_URL := env.str("EMAIL_URL", ""):
    vars().update(mail_settings(EMAIL_URL))
DEFAULT_FROM_EMAIL = env.str("PORTAL_MAIL_FROM", f"no-reply@{urlsplit(PUBLIC_URL).hostname or 'localhost'}")
EMAIL_TIMEOUT = 15
MAIL_ATTEMPTS = env.int("PORTAL_MAIL_ATTEMPTS", 30)
MAIL_LEASE_SECONDS = env.int("PORTAL_MAIL_LEASE_SECONDS", 60)
IMPORT_DAYS = env.int("PORTAL_IMPORT_DAYS", 90)
AUDIT_DAYS = env.int("PORTAL_AUDIT_DAYS", 730)
MAIL_DAYS = env.int("PORTAL_MAIL_DAYS", 90)

FILE_UPLOAD_HANDLERS = ["portal_backend.files.receiving.LimitedUploadHandler"]
FILE_UPLOAD_TEMP_DIR = DATA_DIR / "tmp"
FILE_UPLOAD_TEMP_DIR.mkdir(exist_ok=True)
DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
# a login or a request for an account is a few hundred bytes: strangers send no more than this
STRANGER_BYTES = 16_000
# nobody who is slow holds one, and Python's lock makes more of them useless
THREADS = env.int("PORTAL_THREADS", 16)

TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # the pages of the API's document bring their own script; nothing comes from elsewhere
INTERFACE_DIR = BASE_DIR / "portal_ui" / "dist"
WHITENOISE_ROOT = INTERFACE_DIR
WHITENOISE_INDEX_FILE = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = page_cache

# Limits of the contract, all settings (sections 1, 3 and 5).
TOKEN_HOURS = env.int("PORTAL_TOKEN_HOURS", 12)
SESSION_DAYS = env.int("PORTAL_SESSION_DAYS", 30)
LOGINS_PER_MINUTE = env.int("PORTAL_LOGINS_PER_MINUTE", 100)
LOGIN_FAILURES = env.int("PORTAL_LOGIN_FAILURES", 5)
LOGIN_LOCKOUT_MINUTES = env.int("PORTAL_LOGIN_LOCKOUT_MINUTES", 15)
FEEDBACKS_PER_HOUR = env.int("PORTAL_FEEDBACKS_PER_HOUR", 20)
LOGIN_STEP_MINUTES = env.int("PORTAL_LOGIN_STEP_MINUTES", 10)
CODE_FAILURES_PER_DAY = env.int("PORTAL_CODE_FAILURES_PER_DAY", 100)
RECOVERY_CALLS_PER_HOUR = env.int("PORTAL_RECOVERY_CALLS_PER_HOUR", 20)
RECOVERIES_PER_HOUR = env.int("PORTAL_RECOVERIES_PER_HOUR", 5)
RECOVERY_KEY_MINUTES = env.int("PORTAL_RECOVERY_KEY_MINUTES", 60)
ACCOUNT_REQUESTS_PER_HOUR = env.int("PORTAL_ACCOUNT_REQUESTS_PER_HOUR", 20)
ATTACHMENT_BYTES = env.int("PORTAL_ATTACHMENT_BYTES", 50_000_000)
ATTACHMENT_COUNT = env.int("PORTAL_ATTACHMENT_COUNT", 5)
INLINE_BYTES = env.int("PORTAL_INLINE_BYTES", 1_000_000)
INLINE_PICTURES = env.int("PORTAL_INLINE_PICTURES", 10)
UPLOADS_PER_HOUR = env.int("PORTAL_UPLOADS_PER_HOUR", 1_000)
UNUSED_UPLOAD_BYTES = env.int("PORTAL_UNUSED_UPLOAD_BYTES", 5_000_000_000)
UNUSED_UPLOAD_DAYS = env.int("PORTAL_UNUSED_UPLOAD_DAYS", 7)
IMPORT_ROWS = env.int("PORTAL_IMPORT_ROWS", 200_000)
REPAIR_UNITS = env.int("PORTAL_REPAIR_UNITS", 1_000)
EXPORT_ROWS = env.int("PORTAL_EXPORT_ROWS", 10_000)
JOBS_AT_ONCE = env.int("PORTAL_JOBS_AT_ONCE", 5)
JOB_HOURS = env.int("PORTAL_JOB_HOURS", 24)

SIGN_OF_LIFE = env.str("PORTAL_SIGN_OF_LIFE", "")
METRICS_TOKEN = env.str("PORTAL_METRICS_TOKEN", "")
LOGGING = logging_settings(json=env.str("PORTAL_LOG_FORMAT", "") == "json", calls=env.bool("PORTAL_LOG_CALLS", False))
