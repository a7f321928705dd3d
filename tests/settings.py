"""Settings for tests: temporary data, no settings of the developer, fast hashes."""

import os
import tempfile
from pathlib import Path

# Django loads the settings before any conftest, so the environment is prepared here.
_given = os.environ.get("PORTAL_DATA_DIR", "")
if _given:
    Path(_given).mkdir(parents=True, exist_ok=True)
os.environ["PORTAL_DATA_DIR"] = tempfile.mkdtemp(prefix="portal-tests-", dir=_given or None)
for _name in ("DATABASE_URL", "DATABASE_REPLICA_URL", "REDIS_URL", "EMAIL_URL", "STORAGE_URL", "PORTAL_PUBLIC_URL"):
    os.environ.setdefault(_name, "")  # empty instead of unset: unset ones would be read from .env
os.environ["SECRET_KEY"] = "only-for-tests-" + "x" * 32

from portal_backend.config.settings import *  # noqa: E402, F403
from portal_backend.config.settings import CACHES, DATA_DIR, DATABASES, EMBEDDED, REDIS_URL  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Look static files up at each request: every test client would otherwise list all of them, a fifth of the run time.
WHITENOISE_AUTOREFRESH = True
if EMBEDDED:
    # A file as in production: in-memory SQLite locks differently, so tests with threads would prove nothing.
    DATABASES["default"]["TEST"]["NAME"] = os.environ.get("PORTAL_MUTANT_DATABASE") or str(DATA_DIR / "test.sqlite3")
if REDIS_URL:
    # clearing the cache flushes its Redis database, so each test process uses its own
    _worker = os.environ.get("PYTEST_XDIST_WORKER", "gw15").removeprefix("gw")
    CACHES["default"]["LOCATION"] = f"{REDIS_URL.rsplit('/', 1)[0]}/{int(_worker) % 16}"
