"""Databases with a given number of repairs, and their users."""

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields

from django.core.cache import caches
from django.db import connection
from django.test.utils import setup_test_environment, teardown_test_environment

from benchmarks.sample_repairs import fill_database
from portal_backend.accounts.models import Token, User
from portal_backend.catalogue.models import Part
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.factories import Person

MEASURED_PART_NUMBER = "MEASURED"


def build_parser(description: str | None, *, rounds: int) -> argparse.ArgumentParser:
    """Return a parser with the options of all benchmarks on filled databases."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--only", default="", help="only rows whose name contains this text")
    parser.add_argument("--keep", action="store_true", help="keep the databases for the next run")
    return parser


@contextmanager
def temporary_database(keep: bool = False) -> Iterator[None]:
    """Create a test database; delete it at the end unless `keep` is set."""
    setup_test_environment()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, serialize=False, keepdb=keep, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0, keepdb=keep)
        teardown_test_environment()


@contextmanager
def filled_database(requests: int, asked: argparse.Namespace) -> Iterator[None]:
    """Create a test database with this many repairs."""
    test = connection.settings_dict["TEST"]
    before = test["NAME"]
    test["NAME"] = f"{os.environ.get('PORTAL_TEST_DATABASE') or before or 'test_portal'}_{requests}"
    for cache in caches.all():
        cache.clear()  # entries belong to another database
    try:
        with temporary_database(asked.keep):
            if not ServiceRequest.objects.exists():
                started_at = time.perf_counter()
                fill_database(requests, asked.clients)
                if connection.vendor == "postgresql":
                    with connection.cursor() as cursor:
                        cursor.execute("VACUUM ANALYZE")
                print(f"{requests} repairs created in {time.perf_counter() - started_at:.0f} s", flush=True)
            yield
    finally:
        test["NAME"] = before


def get_person(username: str) -> Person:
    """Return a user of the filled database, logged in."""
    user = User.objects.get(username=username)
    Token.objects.filter(user=user).delete()
    return Person(user, factories.session(user))


def get_world() -> factories.World:
    """Return the users of the filled database, logged in."""
    names = [each.name for each in fields(factories.World) if each.name != "parts"]
    part = Part.objects.filter(number=MEASURED_PART_NUMBER).first() or factories.part(
        MEASURED_PART_NUMBER, number=MEASURED_PART_NUMBER
    )
    return factories.World(**{name: get_person(name) for name in names}, parts=[part])
