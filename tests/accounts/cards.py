"""Asking for the cards of a user."""

from typing import Any

from tests.caller import Caller
from tests.factories import Person, World


def contact(caller: Caller, here: World, username: str) -> dict[str, Any]:
    """The row of a user, asked for by the name that an address names it by."""
    [row] = caller.get("/api/rest/contacts", actor=here.admin, filter=f'{{"named":"{username}"}}').ok
    return dict(row)


def own(caller: Caller, person: Person) -> dict[str, Any]:
    """The row of a user, as the user reads it."""
    [row] = caller.get("/api/rest/profile", actor=person).ok
    return dict(row)


def named(row: dict[str, Any]) -> list[tuple[str, Any]]:
    """The cards that a row names."""
    return [(card["resource"], card["id"]) for card in row["cards"]]


def path(resource: str, pk: Any) -> str:
    """Where a card is."""
    return f"/api/rest/{resource}/{pk}"
