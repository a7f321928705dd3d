"""django-import-export over declared lists: a Resource made from the declaration, whose instances are rows' values.

It finds the row, tells what would change, skips what would not, and writes in batches; rules are the form's.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from import_export import fields, resources, widgets

from portal_backend.resources.form import Values
from portal_backend.resources.targets import Target

LINE = "line"
Errors = Mapping[str, Sequence[Any]]
Changed = tuple[int | None, Values, Values]
"""A row by its id, as it becomes and as it was."""


class Record:
    """A row of a list by its values; without an id one that is not there yet."""

    __slots__ = ("before", "line", "pk", "values")

    def __init__(self, pk: int | None, values: Values) -> None:
        self.pk = pk
        self.values = self.before = values
        self.line = 0

    def __deepcopy__(self, memo: object) -> "Record":
        return Record(self.pk, self.values)  # values are replaced, never changed


class Value(fields.Field):  # type: ignore[misc]
    """A field of a Record."""

    def get_value(self, instance: Record) -> Any:
        """The value of the field."""
        return instance.values.get(self.attribute)


class Difference:
    """What a row changes: the old values, by field."""

    def __init__(self, resource: "RowResource", instance: Record, new: bool) -> None:
        self.old = {} if new else instance.values
        self.changed: Values = {}

    def compare_with(self, resource: "RowResource", instance: Record) -> None:
        """Note what differs."""
        self.changed = {
            key: self.old.get(key)
            for key in resource.fields
            if self.old and instance.values.get(key) != self.old.get(key)
        }

    def as_html(self) -> Values:
        """What is kept as the row's diff; nothing of ours is drawn by the server."""
        return self.changed


class Loader:
    """Rows are found for a whole batch before; see RowResource.get_instance."""

    def __init__(self, resource: "RowResource", dataset: object) -> None:
        self.resource = resource


class RowResource(resources.Resource):  # type: ignore[misc]
    """The base of what `resource_of` makes."""

    class Meta:
        use_bulk = True
        skip_unchanged = True
        report_skipped = True
        use_transactions = False
        store_instance = True
        using_db = "default"
        instance_loader_class = Loader

    def __init__(
        self,
        found: Mapping[int, Record],
        checked: Callable[[int, Record], tuple[Values, Errors]],
        write: Callable[[Sequence[Changed]], list[int]],
    ) -> None:
        super().__init__()
        self.found = found
        self.checked = checked
        self.write = write

    @classmethod
    def get_diff_class(cls) -> type[Difference]:
        """Ours: plain values in place of html."""
        return Difference

    def get_instance(self, instance_loader: Loader, row: Mapping[str, Any]) -> Record | None:
        """The row of the list that a row of the file is known by."""
        return self.found.get(row[LINE])

    def init_instance(self, row: Mapping[str, Any] | None = None) -> Record:
        """A row that is not there yet."""
        return Record(None, {})

    def import_instance(self, instance: Record, row: Mapping[str, Any], **kwargs: Any) -> None:
        """Take over what the form's rules make of the row."""
        values, errors = self.checked(row[LINE], instance)
        if errors:
            raise ValidationError({key: [ValidationError(each) for each in said] for key, said in errors.items()})
        instance.line = row[LINE]
        instance.values = {**instance.values, **values}

    def bulk_create(self, using_transactions: bool, dry_run: bool, raise_errors: bool, **more: Any) -> None:
        """Create the new rows of a batch."""
        self._write(self.create_instances, dry_run)

    def bulk_update(self, using_transactions: bool, dry_run: bool, raise_errors: bool, **more: Any) -> None:
        """Change the known rows of a batch."""
        self._write(self.update_instances, dry_run)

    def _write(self, instances: list[Record], dry_run: bool) -> None:
        if instances and not dry_run:
            ids = self.write([(each.pk, each.values, each.before) for each in instances])
            for each, pk in zip(instances, ids, strict=True):
                each.pk = pk
        instances.clear()


@cache
def resource_of(target: Target) -> type[RowResource]:
    """The Resource of a target, made from its declaration."""
    declared = {
        each.key: Value(attribute=each.key, column_name=each.key, widget=widgets.Widget()) for each in target.fields
    }
    made: type[RowResource] = type(f"{target.name.title()}Rows", (RowResource,), declared)
    return made
