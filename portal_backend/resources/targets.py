"""What rows of spreadsheets may be brought into: the lists that say how, and the forms of other pages."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from pydantic.alias_generators import to_snake

from portal_backend.base.actor import Actor, Roles
from portal_backend.base.errors import Refusal
from portal_backend.resources.field import CREATE, EDIT, FormField
from portal_backend.resources.form import Form, Values
from portal_backend.resources.importing import Import, Key, Records
from portal_backend.resources.resource import Resource

BOTH = CREATE | EDIT
NO_TEXT = ("image", "matrix")


@dataclass(frozen=True, eq=False)
class Target:
    """A list or form that rows are brought into."""

    name: str
    form: Form
    importing: Import
    records: Records

    @property
    def roles(self) -> Roles:
        """Who may bring rows in: who writes them one by one."""
        return self.form.writers

    @property
    def fields(self) -> tuple[FormField, ...]:
        """What a file may bring."""
        return self.form.fields


TARGETS: dict[str, Target] = {}


def offer(*resources: Resource) -> None:
    """Let rows of these lists come from spreadsheets, of those that say how."""
    for each in resources:
        if each.importing is not None and each.form is not None:
            offer_form(each.name, each.form, each.importing, each)


def offer_form(name: str, form: Form, importing: Import, resource: Resource | None = None) -> None:
    """Let rows of a form come from spreadsheets."""
    fields = tuple(_imported(each, form, importing) for each in _named_once(form))
    filled = replace(form, fields=fields)
    TARGETS[name] = Target(name, filled, importing, importing.records or FormRecords(resource, form, importing.key))


def _named_once(form: Form) -> list[FormField]:
    """The fields that a file may bring: each once, no secret, and nothing that is no text."""
    fields: dict[str, FormField] = {}
    for each in form.fields:
        if not each.is_secret and each.kind not in NO_TEXT:
            fields.setdefault(each.key, each)
    return list(fields.values())


def _imported(each: FormField, form: Form, importing: Import) -> FormField:
    """A field as a file brings it: whether the row is there already shows only when it is looked for."""
    fixed = all(EDIT.isdisjoint(other.on) for other in form.fields if other.key == each.key)
    return replace(
        each,
        on=CREATE if fixed and each.key not in importing.key else BOTH,
        required=each.required and each.key not in importing.optional,
    )


class FormRecords:
    """Rows that are read and saved one by one, by the form: slow, and right for every declared list."""

    def __init__(self, resource: Resource | None, form: Form, key: tuple[str, ...]) -> None:
        self.resource = resource
        self.form = form
        self.key = key

    def known(self, actor: Actor) -> Iterable[tuple[int, Key]]:
        """Each row's id with the values that it is known by."""
        if self.resource is None:
            return
        columns = {column.key: column.source for column in self.resource.columns if column.source}
        sources = [columns.get(key, to_snake(key)) for key in self.key]
        for pk, *values in self.resource.rows(actor, None).values_list("pk", *sources).iterator():
            yield pk, tuple(str(value or "") for value in values)

    def read(self, ids: Collection[int], actor: Actor) -> dict[int, Values]:
        """The values of rows by id."""
        return {pk: self.form.read(pk, actor) for pk in ids}

    def write(self, rows: Sequence[tuple[int | None, Values]], actor: Actor) -> list[int]:
        """Save the rows one by one."""
        return [self.form.save(pk, values, actor) for pk, values in rows]

    def remove(self, ids: Collection[int], actor: Actor) -> set[int]:
        """Delete rows, and answer the ids of those that are in use and stay."""
        if self.form.remove is None:
            return set(ids)
        kept = set()
        for pk in ids:
            try:
                with transaction.atomic():
                    self.form.remove(pk, actor)
            except Refusal:
                kept.add(pk)
        return kept
