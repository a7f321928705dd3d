"""A world shared by the tests of a module, and helpers for its lists."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from pytest_django import DjangoDbBlocker

from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.resources.declared_lists import DeclaredList


@contextmanager
def create_world(blocker: DjangoDbBlocker, lists: Iterable[DeclaredList], rows: int) -> Iterator[World]:
    """Create a world with rows in each list and roll it back at the end."""
    with blocker.unblock(), transaction.atomic():
        world, caller = factories.world(), ApiClient()
        assert world.part
        for each in lists:
            each.create_rows(caller, world, rows)
        yield world
        transaction.set_rollback(True)


def get_ids(rows: list[dict[str, Any]]) -> list[int]:
    """Return the ids of rows."""
    return [row["id"] for row in rows]


def drop_interface_columns(one: DeclaredList, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Remove columns for the interface alone."""
    interface_only = {column.key for column in one.resource.columns if column.interface_only} | {"matched"}
    return [{key: value for key, value in row.items() if key not in interface_only} for row in rows]


def get_reader(one: DeclaredList, world: World) -> Person:
    """Return a reader who sees all rows."""
    preferred = (Role.ADMIN, Role.SUPERVISOR)
    return world.one_of_each_role[next((role for role in preferred if role in one.readers), min(one.readers))]


def get_readers(one: DeclaredList, world: World) -> list[Person]:
    """Return one person of each role that reads the list."""
    return [person for role, person in world.one_of_each_role.items() if role in one.readers]


def get_writer(one: DeclaredList, world: World) -> Person:
    """Return a person who may write the list."""
    return world.one_of_each_role[min(one.writers)]
