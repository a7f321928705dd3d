"""A world shared by the tests of a module, and helpers for its lists."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from pytest_django import DjangoDbBlocker

from portal_backend.base.actor import Role
from tests import factories
from tests.caller import Caller
from tests.factories import Person, World
from tests.resources.declared import Declared


@contextmanager
def world_with(blocker: DjangoDbBlocker, lists: Iterable[Declared], rows: int) -> Iterator[World]:
    """Create a world with rows in each list and roll it back at the end."""
    with blocker.unblock(), transaction.atomic():
        world, caller = factories.world(), Caller()
        assert world.part
        for each in lists:
            each.fill(caller, world, rows)
        yield world
        transaction.set_rollback(True)


def ids(rows: list[dict[str, Any]]) -> list[int]:
    """Return the ids of rows."""
    return [row["id"] for row in rows]


def of_contract(one: Declared, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Remove columns for the interface alone."""
    interface_only = {column.key for column in one.resource.columns if column.extra} | {"matched"}
    return [{key: value for key, value in row.items() if key not in interface_only} for row in rows]


def somebody(one: Declared, world: World) -> Person:
    """Return a reader who sees all rows."""
    preferred = (Role.ADMIN, Role.SUPERVISOR)
    return world.one_of_each_role[next((role for role in preferred if role in one.readers), min(one.readers))]


def readers(one: Declared, world: World) -> list[Person]:
    """Return one person of each role that reads the list."""
    return [person for role, person in world.one_of_each_role.items() if role in one.readers]


def writer(one: Declared, world: World) -> Person:
    """Return a person who may write the list."""
    return world.one_of_each_role[min(one.writers)]
