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
from portal_backend.resources.import_targets import ImportTarget

ROW_NUMBER_COLUMN = "line"
RowErrors = Mapping[str, Sequence[Any]]
RowChange = tuple[int | None, Values, Values]
"""Id of a record (None for a new one), its new values and its current values."""


class RecordInstance:
    """Record of a list by its values; `pk` is None if it does not exist yet."""

    __slots__ = ("original_values", "pk", "row_number", "values")

    def __init__(self, pk: int | None, values: Values) -> None:
        self.pk = pk
        self.values = self.original_values = values
        self.row_number = 0

    def __deepcopy__(self, memo: object) -> "RecordInstance":
        return RecordInstance(self.pk, self.values)  # values are replaced, never mutated


class RecordField(fields.Field):  # type: ignore[misc]
    """Field of a RecordInstance."""

    def get_value(self, instance: RecordInstance) -> Any:
        """Return the value of the field."""
        return instance.values.get(self.attribute)


class RecordDiff:
    """Changes of a row: the replaced values by field."""

    def __init__(self, resource: "RowResource", instance: RecordInstance, new: bool) -> None:
        self.original_values = {} if new else instance.values
        self.replaced_values: Values = {}

    def compare_with(self, resource: "RowResource", instance: RecordInstance) -> None:
        """Compute the replaced values."""
        self.replaced_values = {
            key: self.original_values.get(key)
            for key in resource.fields
            if self.original_values and instance.values.get(key) != self.original_values.get(key)
        }

    def as_html(self) -> Values:
        """Return the replaced values as the row's diff; HTML is not used."""
        return self.replaced_values


class PreloadedInstanceLoader:
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
        instance_loader_class = PreloadedInstanceLoader

    def __init__(
        self,
        found: Mapping[int, RecordInstance],
        checked: Callable[[int, RecordInstance], tuple[Values, RowErrors]],
        write: Callable[[Sequence[RowChange]], list[int]],
    ) -> None:
        super().__init__()
        self.records_by_row = found
        self.validate_record = checked
        self.write_records = write

    @classmethod
    def get_diff_class(cls) -> type[RecordDiff]:
        """Return the class that holds plain values instead of HTML."""
        return RecordDiff

    def get_instance(self, instance_loader: PreloadedInstanceLoader, row: Mapping[str, Any]) -> RecordInstance | None:
        """Return the record that matches a row of the file."""
        return self.records_by_row.get(row[ROW_NUMBER_COLUMN])

    def init_instance(self, row: Mapping[str, Any] | None = None) -> RecordInstance:
        """Return an instance for a record that does not exist yet."""
        return RecordInstance(None, {})

    def import_instance(self, instance: RecordInstance, row: Mapping[str, Any], **kwargs: Any) -> None:
        """Apply the rules of the form to a row and set its values.

        Raises ValidationError.
        """
        values, errors = self.validate_record(row[ROW_NUMBER_COLUMN], instance)
        if errors:
            raise ValidationError(
                {key: [ValidationError(each) for each in messages] for key, messages in errors.items()}
            )
        instance.row_number = row[ROW_NUMBER_COLUMN]
        instance.values = {**instance.values, **values}

    def bulk_create(self, using_transactions: bool, dry_run: bool, raise_errors: bool, **more: Any) -> None:
        """Create the new records of a batch."""
        self._write_batch(self.create_instances, dry_run)

    def bulk_update(self, using_transactions: bool, dry_run: bool, raise_errors: bool, **more: Any) -> None:
        """Update the existing records of a batch."""
        self._write_batch(self.update_instances, dry_run)

    def _write_batch(self, instances: list[RecordInstance], dry_run: bool) -> None:
        if instances and not dry_run:
            ids = self.write_records([(each.pk, each.values, each.original_values) for each in instances])
            for each, pk in zip(instances, ids, strict=True):
                each.pk = pk
        instances.clear()


@cache
def get_row_resource(target: ImportTarget) -> type[RowResource]:
    """Return the resource class of a target, built from its declaration."""
    attributes = {
        each.key: RecordField(attribute=each.key, column_name=each.key, widget=widgets.Widget())
        for each in target.fields
    }
    resource: type[RowResource] = type(f"{target.name.title()}Rows", (RowResource,), attributes)
    return resource
