"""Imports of the portal's processes, which requirements/base.txt must cover.

The image installs no other packages.
"""

import os
import secrets
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# simulates an environment with only the packages of base.txt
IMPORT_ALL_SCRIPT = """
import importlib, pkgutil, re, sys
from importlib.machinery import PathFinder
from importlib.metadata import packages_distributions
from pathlib import Path

def normalized(name):
    return re.sub(r"[-_.]+", "-", name).lower()

pinned = {normalized(name) for name in re.findall(r"^([\\w.-]+)==", Path("requirements/base.txt").read_text(), re.M)}
absent = {
    module for module, brought_by in packages_distributions().items()
    if pinned.isdisjoint(map(normalized, brought_by))
}

class Deployed(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in absent else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Deployed

import django
django.setup()
import portal_backend
for each in pkgutil.walk_packages(portal_backend.__path__, "portal_backend."):
    importlib.import_module(each.name)

# what is chosen by name and imported late: broker, worker, clock, database, cache, bucket, mail server, web server
from django.core.cache import caches
from django.core.files.storage import default_storage
from django.core.mail import get_connection
from django.db import connection
from portal_backend.config.celery import app
app.loader.import_default_modules()
assert app.connection_for_write().transport.driver_type == "redis"
for name in ("celery.apps.worker", "celery.apps.beat", "celery.bin.worker", "celery.bin.beat", "celery.worker.worker",
             "celery.concurrency.prefork", "celery.worker.components", "granian.cli", "granian.server"):
    importlib.import_module(name)
connection.get_connection_params()
caches["default"]._cache.get_client("key")
default_storage.connection
get_connection()
print("everything was imported")
"""


def test_base_requirements_cover_all_imports(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONDONTWRITEBYTECODE": "1",
        "DJANGO_SETTINGS_MODULE": "portal_backend.config.settings",
        "PORTAL_DATA_DIR": str(tmp_path),
        "PORTAL_LOG_FORMAT": "json",
        "DATABASE_URL": "postgres://portal:secret@127.0.0.1:1/portal",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "STORAGE_URL": "s3+http://KEY:SECRET@127.0.0.1:1/uploads",
        "EMAIL_URL": "smtp+tls://ann:secret@127.0.0.1:1",
        "SECRET_KEY": secrets.token_urlsafe(48),
    }
    result = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL_SCRIPT],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "everything was imported\n", result.stderr[-2000:]
