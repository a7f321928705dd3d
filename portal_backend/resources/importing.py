"""How a list takes rows from spreadsheets: what a row is known by, and how rows are found and written in batches.

A Resource does by `importing=Import(key=...)`: fields, labels, rules and choices are those of its form.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from portal_backend.base.actor import Actor
from portal_backend.resources.form import Values

Key = tuple[str, ...]


class Records(Protocol):
    """The rows behind a form, many at a time."""

    def known(self, actor: Actor) -> Iterable[tuple[int, Key]]:
        """Each row's id with the values that it is known by."""

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """The values of rows by id, as the form has them."""

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Create the rows without an id and change the others, and answer their ids in order. Raises a Refusal."""

    def remove(self, ids: Collection[int], actor: Actor) -> set[int]:
        """Delete rows, and answer the ids of those that are in use and stay."""


@dataclass(frozen=True)
class Import:
    """How rows come in: `key` are the fields of the form that a row is known by, whatever their case.

    `synonyms` are further headings of a field, in small letters, `possible_synonyms` those that a user confirms;
    `aliases` further names of its choices, by their
    keys. Where `folds_key`, numbers in the key are compared in the form of `normalize_key`; by a value that
    `is_keyless` no row is known. What the form wants at creation and `optional` names, a file need not bring.
    `example` fills the template. Without `records` rows are read and saved one by one, by the form.
    `resolve` answers for checked rows what they mean or why not, where that takes more than the form's rules, and
    `show` tells of it. What is not `written` is only checked.
    """

    key: tuple[str, ...]
    records: Records | None = None
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    possible_synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: Mapping[str, Callable[[], Mapping[str, str]]] = field(default_factory=dict)
    optional: tuple[str, ...] = ()
    folds_key: bool = False
    is_keyless: Callable[[str], bool] | None = None
    example: Mapping[str, str] = field(default_factory=dict)
    resolve: "Callable[[Sequence[Values], Actor], list[Resolved]] | None" = None
    show: Callable[[Sequence[int], Actor], Mapping[int, Mapping[str, Any]]] | None = None
    written: bool = True

    def records_shown(self, ids: Sequence[int], actor: Actor) -> Mapping[int, Mapping[str, Any]]:
        """What the interface is told of the records that rows found, by id."""
        return self.show(ids, actor) if self.show and ids else {}


@dataclass(frozen=True)
class Resolved:
    """What a checked row means: the record that it names as the interface shows it, or what is wrong by field."""

    record: Mapping[str, Any] | None = None
    errors: Mapping[str, Any] = field(default_factory=dict)
