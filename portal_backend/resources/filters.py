"""Filters and searches that lists share."""

from collections.abc import Callable, Collection
from typing import Any

from portal_backend.core.actor import Actor
from portal_backend.core.errors import invalid_field
from portal_backend.core.text_search import contains_any
from portal_backend.core.translations import translate
from portal_backend.core.types import MAX_ID
from portal_backend.resources.query import parse_integer, parse_keyword
from portal_backend.resources.resource import Filter


def build_keyword_search(*attributes: str) -> Callable[[Any, str, Actor], Any]:
    """Build the search of a list that looks for the keyword in some texts."""
    return lambda rows, keyword, actor: rows.filter(contains_any(keyword, *attributes))


def build_choices_filter(
    source: str,
    message_prefix: str,
    keys: list[str],
    *,
    key: str,
    label_key: str = "",
    get_shown: Callable[[str], str] = str,
) -> Filter:
    """Build a filter by one or more values of `source`.

    The values are translated by the messages below `message_prefix`; `key` is the query parameter, `get_shown` returns
    the value to show for a stored one.
    """
    return Filter(
        key,
        "choices",
        build_choices_parser(key, lambda: keys),
        lambda rows, value, actor: rows.filter(**{f"{source}__in": value}),
        lambda actor: [{"key": each, "name": translate(f"{message_prefix}.{get_shown(each)}")} for each in keys],
        multiple=True,
        label_key=label_key,
    )


def build_choices_parser(key: str, list_known: Callable[[], Collection[str]]) -> Callable[[list[str]], list[str]]:
    """Build the parser of a filter by known values.

    They are listed when a value is parsed, since registries are filled after the lists are declared.
    """

    def parse(values: list[str]) -> list[str]:
        if not set(values) <= set(list_known()):
            raise invalid_field(key, "choice")
        return values

    return parse


def build_switch_parser(key: str) -> Callable[[list[str]], bool]:
    """Build the parser of a filter that is on or off."""

    def parse(values: list[str]) -> bool:
        if values[0] not in ("true", "false"):
            raise invalid_field(key, "boolean")
        return values[0] == "true"

    return parse


def build_id_parser(key: str) -> Callable[[list[str]], int]:
    """Build the parser of a filter by the id of a row."""
    return lambda values: parse_integer(key, values[0], 1, MAX_ID)


def parse_text(values: list[str]) -> str:
    """Parse the text of a filter, or raise 400 if it is longer than a keyword may be."""
    return parse_keyword(values[0])
