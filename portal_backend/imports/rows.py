"""Adapter of django-import-export to declared lists.

Instances are the values of records instead of models. The library finds the record, computes the difference, skips
unchanged rows and writes in batches; the rules are those of the form.
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
"""Id of a record (None for a new one), its new values and its current values."""


class Record:
    """Record of a list by its values; `pk` is None if it does not exist yet."""

    __slots__ = ("before", "line", "pk", "values")

    def __init__(self, pk: int | None, values: Values) -> None:
        self.pk = pk
        self.values = self.before = values
        self.line = 0

    def __deepcopy__(self, memo: object) -> "Record":
        return Record(self.pk, self.values)  # values are replaced, never mutated


class Value(fields.Field):  # type: ignore[misc]
    """Field of a RecordInstance."""

    def get_value(self, instance: Record) -> Any:
        """Return the value of the field."""
        return instance.values.get(self.attribute)


class Difference:
    """Changes of a row: the replaced values by field."""

    def __init__(self, resource: "RowResource", instance: Record, new: bool) -> None:
        self.old = {} if new else instance.values
        self.changed: Values = {}

    def compare_with(self, resource: "RowResource", instance: Record) -> None:
        """Compute the replaced values."""
        self.changed = {
            key: self.old.get(key)
            for key in resource.fields
            if self.old and instance.values.get(key) != self.old.get(key)
        }

    def as_html(self) -> Values:
        """Return the replaced values as the row's diff; HTML is not used."""
        return self.changed


class Loader:
    """Loader without queries: records are loaded per batch beforehand."""

    def __init__(self, resource: "RowResource", dataset: object) -> None:
        self.resource = resource


class RowResource(resources.Resource):  # type: ignore[misc]
    """Base of the resources that `get_row_resource` creates."""

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
        """Return the class that holds plain values instead of HTML."""
        return Difference

    def get_instance(self, instance_loader: Loader, row: Mapping[str, Any]) -> Record | None:
        """Return the record that matches a row of the file."""
        return self.found.get(row[LINE])

    def init_instance(self, row: Mapping[str, Any] | None = None) -> Record:
        """Return an instance for a record that does not exist yet."""
        return Record(None, {})

    def import_instance(self, instance: Record, row: Mapping[str, Any], **kwargs: Any) -> None:
        """Apply the rules of the form to a row and set its values.

        Raises ValidationError.
        """
        values, errors = self.checked(row[LINE], instance)
        if errors:
            raise ValidationError(
                {key: [ValidationError(each) for each in messages] for key, messages in errors.items()}
            )
        instance.line = row[LINE]
        instance.values = {**instance.values, **values}

    def bulk_create(self, using_transactions: bool, dry_run: bool, raise_errors: bool, **more: Any) -> None:
        """Create the new records of a batch."""
        self._write(self.create_instances, dry_run)

    def bulk_update(self, using_transactions: bool, dry_run: bool, raise_errors: bool, **more: Any) -> None:
        """Update the existing records of a batch."""
        self._write(self.update_instances, dry_run)

    def _write(self, instances: list[Record], dry_run: bool) -> None:
        if instances and not dry_run:
            ids = self.write([(each.pk, each.values, each.before) for each in instances])
            for each, pk in zip(instances, ids, strict=True):
                each.pk = pk
        instances.clear()


@cache
def resource_of(target: Target) -> type[RowResource]:
    """Return the resource class of a target, built from its declaration."""
    attributes = {
        each.key: Value(attribute=each.key, column_name=each.key, widget=widgets.Widget()) for each in target.fields
    }
    resource: type[RowResource] = type(f"{target.name.title()}Rows", (RowResource,), attributes)
    return resource
