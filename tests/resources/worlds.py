"""One world for all tests of a file, and what they ask its lists."""

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
    """A world with so many rows in each list, undone in the end."""
    with blocker.unblock(), transaction.atomic():
        world, caller = factories.world(), Caller()
        assert world.part
        for each in lists:
            each.fill(caller, world, rows)
        yield world
        transaction.set_rollback(True)


def ids(rows: list[dict[str, Any]]) -> list[int]:
    """Which rows they are."""
    return [row["id"] for row in rows]


def of_contract(one: Declared, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without what is for the interface alone."""
    extra = {column.key for column in one.resource.columns if column.extra} | {"matched"}
    return [{key: value for key, value in row.items() if key not in extra} for row in rows]


def somebody(one: Declared, here: World) -> Person:
    """A reader who sees all of it."""
    preferred = (Role.ADMIN, Role.SUPERVISOR)
    return here.one_of_each_role[next((role for role in preferred if role in one.readers), min(one.readers))]


def readers(one: Declared, here: World) -> list[Person]:
    """Somebody of each role that reads it."""
    return [person for role, person in here.one_of_each_role.items() if role in one.readers]


def writer(one: Declared, here: World) -> Person:
    """Somebody who writes it."""
    return here.one_of_each_role[min(one.writers)]
