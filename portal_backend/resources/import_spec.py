"""Import settings of lists: row keys, aliases, and the storage of imported rows.

A Resource declares them with `import_spec=ImportSpec(key_fields=...)`; fields, labels, rules and choices are those of
its form.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from portal_backend.core.actor import Actor
from portal_backend.core.translations import LazyMessage
from portal_backend.resources.form import Values

RowKey = tuple[str, ...]


class RowStore(Protocol):
    """Bulk access to the rows behind a form."""

    def iter_keys(self, actor: Actor) -> Iterable[tuple[int, RowKey]]:
        """Iterate over the ids of all rows with their keys."""

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """Return the form values of rows by id."""

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Create rows without an id, update the others, and return all ids in order.

        Raises ApiError.
        """

    def remove(self, ids: Collection[int], actor: Actor) -> set[int]:
        """Delete rows and return the ids of those that are in use and were not deleted."""


@dataclass(frozen=True)
class ImportSpec:
    """Import settings of a list or form."""

    #: Form fields that identify a row, compared without regard to case.
    key_fields: tuple[str, ...]
    #: Reads and saves rows in batches; without it the form does so one by one.
    row_store: RowStore | None = None
    #: Further headings by field, in lower case.
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Headings by field that match only once the user confirms them.
    possible_synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: By field, further names of choices, mapped to their keys.
    choice_aliases: Mapping[str, Callable[[], Mapping[str, str]]] = field(default_factory=dict)
    #: Fields that a file may omit though the form requires them at creation.
    optional_fields: tuple[str, ...] = ()
    #: By field that may be empty but is needed in use, the message that says so.
    needed_in_use: Mapping[str, LazyMessage] = field(default_factory=dict)
    #: True if values of the key are compared after `normalize_key`.
    normalizes_key: bool = False
    #: Returns whether a value of the key identifies no row.
    is_ignored_key: Callable[[str], bool] | None = None
    #: Example row of the template.
    example: Mapping[str, str] = field(default_factory=dict)
    #: Finds the records of validated rows, or errors beyond the form's rules.
    resolve: "Callable[[Sequence[Values], Actor], list[Resolution]] | None" = None
    #: Returns the display data of records by id.
    describe_records: Callable[[Sequence[int], Actor], Mapping[int, Mapping[str, Any]]] | None = None
    #: False if rows are only validated, not saved.
    saves_rows: bool = True

    def get_described_records(self, ids: Sequence[int], actor: Actor) -> Mapping[int, Mapping[str, Any]]:
        """Return the display data of matched records by id."""
        return self.describe_records(ids, actor) if self.describe_records and ids else {}


@dataclass(frozen=True)
class Resolution:
    """The result of resolving a validated row: the matched record, or errors by field."""

    #: Display data of the matched record.
    record: Mapping[str, Any] | None = None
    #: Errors by field.
    errors: Mapping[str, Any] = field(default_factory=dict)
