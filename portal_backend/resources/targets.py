"""Import targets: the lists and forms that accept rows from spreadsheets."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from django.db import transaction
from pydantic import Field
from pydantic.alias_generators import to_snake

from portal_backend.base.actor import Actor, Roles
from portal_backend.base.errors import Refusal
from portal_backend.resources.field import CREATE, EDIT, FormField
from portal_backend.resources.form import Form, Values
from portal_backend.resources.importing import Import, Key, Records
from portal_backend.resources.resource import Resource

BOTH = CREATE | EDIT
NO_TEXT = ("matrix",)
DIGEST = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class Pictures:
    """The picture fields of a form, and the columns that hold their files.

    During an import, the value of a picture field is the SHA-256 digest of a file.
    """

    #: Lookup path of the file id, by field.
    sources: Mapping[str, str] = field(default_factory=dict)
    #: Keys of the fields that a new row requires.
    needed: frozenset[str] = frozenset()
    #: List that the rows belong to.
    resource: Resource | None = None

    def files(self, ids: Collection[int], actor: Actor) -> dict[int, dict[str, str | None]]:
        """Return the current file ids of rows, by row and field."""
        if self.resource is None or not self.sources or not ids:
            return {}
        rows = self.resource.rows(actor, None).filter(pk__in=ids).values_list("pk", *self.sources.values())
        return {pk: dict(zip(self.sources, files, strict=True)) for pk, *files in rows}


@dataclass(frozen=True, eq=False)
class Target:
    """A list or form that accepts imports."""

    name: str
    form: Form
    importing: Import
    records: Records
    pictures: Pictures

    @property
    def roles(self) -> Roles:
        """The roles that may import: the writers of the form."""
        return self.form.writers

    @property
    def fields(self) -> tuple[FormField, ...]:
        """The fields that a file may contain."""
        return self.form.fields


TARGETS: dict[str, Target] = {}


def offer(*resources: Resource) -> None:
    """Register those of the lists that declare import settings."""
    for each in resources:
        if each.importing is not None and each.form is not None:
            offer_form(each.name, each.form, each.importing, each)


def offer_form(name: str, form: Form, importing: Import, resource: Resource | None = None) -> None:
    """Register a form as an import target."""
    pictures = _pictures(form, importing, resource)
    fields = tuple(_imported(each, form, importing) for each in _named_once(form, pictures))
    records = importing.records or FormRecords(resource, form, importing.key, pictures)
    TARGETS[name] = Target(name, replace(form, fields=fields), importing, records, pictures)


def _pictures(form: Form, importing: Import, resource: Resource | None) -> Pictures:
    """Find the image fields whose files are the source of a column of the list."""
    if resource is None:
        return Pictures()
    columns = {column.source for column in resource.columns if column.kind == "image"}
    sources = {each.key: f"{to_snake(each.key)}_id" for each in form.fields if each.kind == "image"}
    listed = {key: source for key, source in sources.items() if source in columns}
    needed = {each.key for each in form.fields if each.key in listed and each.required and each.on >= CREATE}
    return Pictures(listed, frozenset(needed - set(importing.optional)), resource)


def _named_once(form: Form, pictures: Pictures) -> list[FormField]:
    """List the importable fields by key.

    Secrets, and kinds that do not fit a cell, are not imported.
    """
    fields: dict[str, FormField] = {}
    for each in form.fields:
        if each.is_secret or each.kind in NO_TEXT or (each.kind == "image" and each.key not in pictures.sources):
            continue
        fields.setdefault(each.key, each)
    return list(fields.values())


def _imported(each: FormField, form: Form, importing: Import) -> FormField:
    """Build the field for imports from a field of the form.

    Whether a row is created or edited is only known after it was looked up, so a field applies to both.
    """
    if each.kind == "image":
        return replace(each, on=BOTH, required=False, type=DIGEST)
    fixed = all(EDIT.isdisjoint(other.on) for other in form.fields if other.key == each.key)
    return replace(
        each,
        on=CREATE if fixed and each.key not in importing.key else BOTH,
        required=each.required and each.key not in importing.optional,
    )


class FormRecords:
    """Row store that reads and saves rows one by one through the form.

    It is slow, but works for every declared list.
    """

    def __init__(self, resource: Resource | None, form: Form, key: tuple[str, ...], pictures: Pictures) -> None:
        self.resource = resource
        self.form = form
        self.key = key
        self.pictures = pictures

    def known(self, actor: Actor) -> Iterable[tuple[int, Key]]:
        """Iterate over the ids of all rows with their keys."""
        if self.resource is None:
            return
        columns = {column.key: column.source for column in self.resource.columns if column.source}
        sources = [columns.get(key, to_snake(key)) for key in self.key]
        for pk, *values in self.resource.rows(actor, None).values_list("pk", *sources).iterator():
            yield pk, tuple(str(value or "") for value in values)

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """Return the form values of rows by id."""
        return {pk: self.form.read(pk, actor) for pk in ids}

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Save rows one by one, with pictures given as file ids, and return the row ids."""
        return [self._save(pk, dict(values), actor) for pk, values in rows]

    def _save(self, pk: int | None, values: Values, actor: Actor) -> int:
        files = {key: values.pop(key) for key in self.pictures.sources if key in values}
        if pk is None:
            for key, file in files.items():
                if file is not None:
                    values[key] = {"id": file}
            return self.form.save(None, values, actor)
        saved = self.form.save(pk, values, actor)
        if files and self.resource is not None:
            changed = {self.pictures.sources[key]: file for key, file in files.items()}
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
            except Refusal:
                in_use.add(pk)
        return in_use
