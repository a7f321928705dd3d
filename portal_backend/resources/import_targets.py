"""Import targets: the lists and forms that accept rows from spreadsheets."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from django.db import transaction
from pydantic import Field
from pydantic.alias_generators import to_snake

from portal_backend.core.actor import Actor, Roles
from portal_backend.core.errors import ApiError
from portal_backend.resources.field import CREATE, EDIT, FormField
from portal_backend.resources.form import Form, Values
from portal_backend.resources.import_spec import ImportSpec, RowKey, RowStore
from portal_backend.resources.resource import Resource

BOTH_MODES = CREATE | EDIT
UNSUPPORTED_KINDS = ("matrix",)
Sha256Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class PictureFields:
    """The picture fields of a form, and the columns that hold their files.

    During an import, the value of a picture field is the SHA-256 digest of a file.
    """

    #: Lookup path of the file id, by field.
    sources: Mapping[str, str] = field(default_factory=dict)
    #: Keys of the fields that a new row requires.
    required_keys: frozenset[str] = frozenset()
    #: List that the rows belong to.
    resource: Resource | None = None

    def get_file_ids(self, ids: Collection[int], actor: Actor) -> dict[int, dict[str, str | None]]:
        """Return the current file ids of rows, by row and field."""
        if self.resource is None or not self.sources or not ids:
            return {}
        rows = self.resource.rows(actor, None).filter(pk__in=ids).values_list("pk", *self.sources.values())
        return {pk: dict(zip(self.sources, files, strict=True)) for pk, *files in rows}


@dataclass(frozen=True, eq=False)
class ImportTarget:
    """A list or form that accepts imports."""

    name: str
    form: Form
    import_spec: ImportSpec
    row_store: RowStore
    picture_fields: PictureFields

    @property
    def roles(self) -> Roles:
        """The roles that may import: the writers of the form."""
        return self.form.writers

    @property
    def fields(self) -> tuple[FormField, ...]:
        """The fields that a file may contain."""
        return self.form.fields


IMPORT_TARGETS: dict[str, ImportTarget] = {}


def register_imports(*resources: Resource) -> None:
    """Register those of the lists that declare import settings."""
    for each in resources:
        if each.import_spec is not None and each.form is not None:
            register_form_import(each.name, each.form, each.import_spec, each)


def register_form_import(name: str, form: Form, importing: ImportSpec, resource: Resource | None = None) -> None:
    """Register a form as an import target."""
    pictures = _find_picture_fields(form, importing, resource)
    fields = tuple(_to_import_field(each, form, importing) for each in _list_importable_fields(form, pictures))
    records = importing.row_store or FormRowStore(resource, form, importing.key_fields, pictures)
    IMPORT_TARGETS[name] = ImportTarget(name, replace(form, fields=fields), importing, records, pictures)


def _find_picture_fields(form: Form, importing: ImportSpec, resource: Resource | None) -> PictureFields:
    """Find the image fields whose files are the source of a column of the list."""
    if resource is None:
        return PictureFields()
    columns = {column.source for column in resource.columns if column.kind == "image"}
    sources = {each.key: f"{to_snake(each.key)}_id" for each in form.fields if each.kind == "image"}
    listed = {key: source for key, source in sources.items() if source in columns}
    needed = {each.key for each in form.fields if each.key in listed and each.required and each.modes >= CREATE}
    return PictureFields(listed, frozenset(needed - set(importing.optional_fields)), resource)


def _list_importable_fields(form: Form, pictures: PictureFields) -> list[FormField]:
    """List the importable fields by key.

    Secrets, and kinds that do not fit a cell, are not imported.
    """
    fields: dict[str, FormField] = {}
    for each in form.fields:
        if (
            each.is_secret
            or each.kind in UNSUPPORTED_KINDS
            or (each.kind == "image" and each.key not in pictures.sources)
        ):
            continue
        fields.setdefault(each.key, each)
    return list(fields.values())


def _to_import_field(each: FormField, form: Form, importing: ImportSpec) -> FormField:
    """Build the field for imports from a field of the form.

    Whether a row is created or edited is only known after it was looked up, so a field applies to both.
    """
    if each.kind == "image":
        return replace(each, modes=BOTH_MODES, required=False, type=Sha256Digest)
    fixed = all(EDIT.isdisjoint(other.modes) for other in form.fields if other.key == each.key)
    return replace(
        each,
        modes=CREATE if fixed and each.key not in importing.key_fields else BOTH_MODES,
        required=each.required and each.key not in importing.optional_fields,
    )


class FormRowStore:
    """Row store that reads and saves rows one by one through the form.

    It is slow, but works for every declared list.
    """

    def __init__(self, resource: Resource | None, form: Form, key: tuple[str, ...], pictures: PictureFields) -> None:
        self.resource = resource
        self.form = form
        self.key_fields = key
        self.picture_fields = pictures

    def iter_keys(self, actor: Actor) -> Iterable[tuple[int, RowKey]]:
        """Iterate over the ids of all rows with their keys."""
        if self.resource is None:
            return
        columns = {column.key: column.source for column in self.resource.columns if column.source}
        sources = [columns.get(key, to_snake(key)) for key in self.key_fields]
        for pk, *values in self.resource.rows(actor, None).values_list("pk", *sources).iterator():
            yield pk, tuple(str(value or "") for value in values)

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """Return the form values of rows by id."""
        return {pk: self.form.read(pk, actor) for pk in ids}

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Save rows one by one, with pictures given as file ids, and return the row ids."""
        return [self._save_row(pk, dict(values), actor) for pk, values in rows]

    def _save_row(self, pk: int | None, values: Values, actor: Actor) -> int:
        files = {key: values.pop(key) for key in self.picture_fields.sources if key in values}
        if pk is None:
            for key, file in files.items():
                if file is not None:
                    values[key] = {"id": file}
            return self.form.save(None, values, actor)
        saved = self.form.save(pk, values, actor)
        if files and self.resource is not None:
            changed = {self.picture_fields.sources[key]: file for key, file in files.items()}
            self.resource.rows(actor, None).filter(pk=saved).update(**changed)
        return saved

    def remove(self, ids: Collection[int], actor: Actor) -> set[int]:
        """Delete rows and return the ids of those that are in use and were not deleted."""
        if self.form.remove is None:
            return set(ids)
        in_use = set()
        for pk in ids:
            try:
                with transaction.atomic():
                    self.form.remove(pk, actor)
            except ApiError:
                in_use.add(pk)
        return in_use
