"""Import of units into the form of a new repair.

Each row identifies a part of the catalogue. The import saves nothing: the form is submitted later.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from portal_backend.catalogue.models import Part
from portal_backend.catalogue.selectors import serialize_part_choice
from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import not_found
from portal_backend.core.normalization import is_placeholder_serial, normalize_key
from portal_backend.core.translations import LazyMessage
from portal_backend.core.types import PrintableText
from portal_backend.repairs.process import REPAIR
from portal_backend.resources.field import FormField
from portal_backend.resources.form import Form, Values
from portal_backend.resources.import_spec import ImportSpec, Resolution

UNIT_IMPORT_NAME = "repair-units"
MAX_LISTED_PARTS = 5


def _resolve_parts(rows: Sequence[Values], actor: Actor) -> list[Resolution]:
    """Find the part of each row by number, model, or manufacturer and model.

    An ambiguous or unknown name is an error of the row.
    """
    parts_by_form: dict[str, dict[int, str]] = {}
    parts = Part.objects.filter(enabled=True, service_categories__key=REPAIR.kind).order_by("manufacturer", "model")
    for pk, manufacturer, model, number in parts.values_list("pk", "manufacturer", "model", "number"):
        for name in (number, model, f"{manufacturer} {model}", f"{manufacturer} {number}"):
            for form in _build_name_forms(name):
                parts_by_form.setdefault(form, {})[pk] = f"{manufacturer} {model} ({number})"
    return [_resolve_row(row, parts_by_form) for row in rows]


def _resolve_row(row: Values, parts_by_form: Mapping[str, Mapping[int, str]]) -> Resolution:
    part, manufacturer, model = (str(row.get(key) or "") for key in ("part", "manufacturer", "model"))
    names = [f"{manufacturer} {part}", part, f"{manufacturer} {model}"] if manufacturer else [part, model]
    forms = [form for name in names if name.strip() for form in _build_name_forms(name)]
    if not (part or model):
        return Resolution(errors={"part": LazyMessage("imports.wrong.no_part")})
    matches = next((parts_by_form[name] for name in forms if name in parts_by_form), {})
    if len(matches) == 1:
        return Resolution(record={"id": next(iter(matches))})
    field, text = ("part", part) if part else ("model", model)
    if not matches:
        return Resolution(errors={field: LazyMessage("imports.wrong.unknown_part", {"text": text[:60]})})
    parts = ", ".join(list(matches.values())[:MAX_LISTED_PARTS])
    return Resolution(errors={field: LazyMessage("imports.wrong.several_parts", {"text": text[:60], "parts": parts})})


def _build_name_forms(name: str) -> tuple[str, ...]:
    """Return the forms in which to compare a name: as written, then normalized.

    The written form comes first because it distinguishes more names.
    """
    written, form = " ".join(name.lower().split()), normalize_key(name)
    return (written, f"\n{form}") if form else (written,)


def _serialize_parts(ids: Sequence[int], actor: Actor) -> dict[int, Mapping[str, Any]]:
    """Serialize parts as the form of a new repair shows them."""
    rows = Part.objects.filter(pk__in=ids, enabled=True, service_categories__key=REPAIR.kind)
    parts = rows.select_related("category")
    return {part.pk: {**serialize_part_choice(part), "category": part.category.key} for part in parts}


def _reject_read(pk: int, actor: Actor) -> Values:
    raise not_found()


def _reject_save(pk: int | None, values: Values, actor: Actor) -> int:
    raise not_found()


UNIT_FORM = Form(
    (
        FormField("part", required=False, heading_key="partName"),
        FormField("manufacturer", required=False),
        FormField("model", required=False),
        FormField("serialNumber", type=PrintableText),
        FormField("serviceTag", required=False),
        FormField("problemDescription", "longText", required=False, max_length=4000),
    ),
    frozenset({Role.CLIENT}),
    _reject_read,
    _reject_save,
)
UNIT_IMPORT = ImportSpec(
    key_fields=("serialNumber",),
    normalizes_key=True,
    is_ignored_key=is_placeholder_serial,
    synonyms={
        "part": ("part number", "number", "item", "device", "instrument", "equipo", "instrumento", "número de pieza"),
        "manufacturer": ("maker", "make", "brand", "marca", "mf", "mfr"),
        "model": ("type", "modelo", "part name"),
        "serialNumber": ("serial", "serial no", "s/n", "sn", "serie", "número de serie", "n de serie"),
        "serviceTag": ("tag", "asset", "asset tag", "inventory", "etiqueta"),
        "problemDescription": ("problem", "fault", "issue", "description", "comment", "problema", "avería", "fallo"),
    },
    example={
        "manufacturer": "Polimaster",
        "model": "PM1703MO-1",
        "serialNumber": "004217",
        "serviceTag": "A-12",
        "problemDescription": "Does not switch on",
    },
    resolve=_resolve_parts,
    describe_records=_serialize_parts,
    saves_rows=False,
)
