"""Adapter of django-import-export to declared lists.

Instances are the values of records instead of models. The library finds the record, computes the difference, skips
unchanged rows and writes in batches; the rules are those of the form.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from import_export import resources
from import_export.fields import Field
from import_export.instance_loaders import BaseInstanceLoader

from portal_backend.resources.form import Values
from portal_backend.resources.import_targets import ImportTarget

ROW_NUMBER_COLUMN = "line"
RowErrors = Mapping[str, Sequence[Any]]
RowChange = tuple[int | None, Values, Values]
"""Id of a record (None for a new one), its new values and its current values."""


class RecordInstance:
    """Record of a list by its values; `pk` is None if it does not exist yet."""

    __slots__ = ("original_values", "pk", "values")

    def __init__(self, pk: int | None, values: Values) -> None:
        self.pk = pk
        self.values = self.original_values = values

    def __deepcopy__(self, memo: object) -> "RecordInstance":
        return RecordInstance(self.pk, self.values)  # values are replaced, never mutated


class RowResource(resources.Resource):  # type: ignore[misc]
    """Base of the resources that `get_row_resource` creates."""

    class Meta:
        use_bulk = True
        skip_unchanged = True
        report_skipped = True
        skip_html_diff = True
        store_instance = True
        using_db = "default"
        instance_loader_class = BaseInstanceLoader

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

    def get_instance(self, instance_loader: BaseInstanceLoader, row: Mapping[str, Any]) -> RecordInstance | None:
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
    attributes = {each.key: Field(attribute=f"values__{each.key}", column_name=each.key) for each in target.fields}
    resource: type[RowResource] = type(f"{target.name.title()}Rows", (RowResource,), attributes)
    return resource
