"""Helpers that read the cards of a user."""

from typing import Any

from tests.api_client import ApiClient
from tests.factories import Person, World


def get_contact_row(caller: ApiClient, here: World, username: str) -> dict[str, Any]:
    """Return the row of a user from the administrators' list."""
    [row] = caller.get("/api/rest/contacts", actor=here.admin, filter=f'{{"named":"{username}"}}').ok
    return dict(row)


def get_own_row(caller: ApiClient, person: Person) -> dict[str, Any]:
    """Return the row of a user's own profile."""
    [row] = caller.get("/api/rest/profile", actor=person).ok
    return dict(row)


def list_cards(row: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return resource and id of the cards that a row lists."""
    return [(card["resource"], card["id"]) for card in row["cards"]]


def build_card_path(resource: str, pk: Any) -> str:
    """Return the path of a card."""
    return f"/api/rest/{resource}/{pk}"
