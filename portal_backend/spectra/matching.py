"""Matching of an instrument to catalog parts by manufacturer and model."""

from collections.abc import Iterable
from typing import NamedTuple

from rapidfuzz import fuzz

from portal_backend.base.collation import Collated
from portal_backend.catalogue.models import Part
from portal_backend.imports.matching import folded
from portal_backend.spectra.reading import Instrument
from portal_backend.workflow.models import Kind

MOST = 5
LIKE = 85.0
# words that do not identify a manufacturer
COMPANIES = frozenset({"ag", "co", "company", "corp", "corporation", "gmbh", "inc", "llc", "ltd", "sa", "the"})
TRADES = frozenset({"detection", "instruments", "radiation", "scientific", "solutions", "systems", "technologies"})
SAME_OF_MAKER, SAME, SHORTER = 3, 2, 1


class Name(NamedTuple):
    """Part of the catalog by manufacturer and model."""

    id: int
    manufacturer: str
    model: str


def alike(instrument: Instrument, names: Iterable[Name]) -> list[int]:
    """Return the ids of the parts with the best score; none if the model is unknown."""
    scores = {name.id: _worth(instrument, name) for name in names} if instrument.model else {}
    best = max(scores.values(), default=0)
    return [pk for pk, each in scores.items() if each == best][:MOST] if best else []


def _worth(instrument: Instrument, name: Name) -> int:
    """Score how well a part matches; 0 for no match.

    Similar models do not match: EX and DX, or R400 and R440, are different instruments.
    """
    is_same_manufacturer = _same_maker(instrument.manufacturer, name.manufacturer)
    model, part_model = (_bare_model(each, instrument, name) for each in (instrument.model, name.model))
    if not model or not part_model:
        return 0
    if "".join(model) == "".join(part_model):
        return SAME_OF_MAKER if is_same_manufacturer else SAME
    shorter, longer = sorted((model, part_model), key=len)
    return SHORTER if is_same_manufacturer and longer[: len(shorter)] == shorter else 0


def _bare_model(model: str, instrument: Instrument, name: Name) -> list[str]:
    """Return the words of a model without those of its manufacturer."""
    manufacturer_words = {*folded(instrument.manufacturer).split(), *folded(name.manufacturer).split()}
    return [word for word in folded(model).split() if word not in manufacturer_words]


def _same_maker(manufacturer: str, part_manufacturer: str) -> bool:
    """Return whether two names may be the same manufacturer, also if one is missing."""
    first, second = folded(manufacturer), folded(part_manufacturer)
    if not first or not second or fuzz.token_set_ratio(first, second) >= LIKE:
        return True
    return bool((set(first.split()) & set(second.split())) - COMPANIES - TRADES)


def parts_like(instrument: Instrument, kind: Kind) -> list[Part]:
    """Return the matching parts that are available for a kind of request."""
    if not instrument.model:
        return []
    rows = Part.objects.filter(enabled=True, service_categories__key=kind)
    ordered = rows.order_by(Collated("manufacturer"), Collated("model"), "pk")
    ids = alike(instrument, (Name(*row) for row in ordered.values_list("pk", "manufacturer", "model")))
    part_by_id = {part.pk: part for part in rows.filter(pk__in=ids).select_related("category")}
    return [part_by_id[pk] for pk in ids if pk in part_by_id]
