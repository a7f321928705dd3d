"""Which parts of the catalogue an instrument may be, by what it calls its maker and its model."""

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
# two makers may both be called so
COMPANIES = frozenset({"ag", "co", "company", "corp", "corporation", "gmbh", "inc", "llc", "ltd", "sa", "the"})
TRADES = frozenset({"detection", "instruments", "radiation", "scientific", "solutions", "systems", "technologies"})
SAME_OF_MAKER, SAME, SHORTER = 3, 2, 1


class Name(NamedTuple):
    """A part by its maker and model."""

    id: int
    manufacturer: str
    model: str


def alike(instrument: Instrument, names: Iterable[Name]) -> list[int]:
    """The ids of those that it may be, no surer one left out; none where it does not say its model."""
    worth = {name.id: _worth(instrument, name) for name in names} if instrument.model else {}
    best = max(worth.values(), default=0)
    return [pk for pk, each in worth.items() if each == best][:MOST] if best else []


def _worth(instrument: Instrument, name: Name) -> int:
    """How surely it is one. Likeness of models does not count: EX and DX, R400 and R440 are different things."""
    of_maker = _same_maker(instrument.manufacturer, name.manufacturer)
    said, known = (_bare_model(each, instrument, name) for each in (instrument.model, name.model))
    if not said or not known:
        return 0
    if "".join(said) == "".join(known):
        return SAME_OF_MAKER if of_maker else SAME
    shorter, longer = sorted((said, known), key=len)
    return SHORTER if of_maker and longer[: len(shorter)] == shorter else 0


def _bare_model(model: str, instrument: Instrument, name: Name) -> list[str]:
    """The words of a model without those of its maker: some write both into it."""
    makers = {*folded(instrument.manufacturer).split(), *folded(name.manufacturer).split()}
    return [word for word in folded(model).split() if word not in makers]


def _same_maker(said: str, known: str) -> bool:
    """Whether two names mean one maker; one that is not said may be anybody."""
    first, second = folded(said), folded(known)
    if not first or not second or fuzz.token_set_ratio(first, second) >= LIKE:
        return True
    return bool((set(first.split()) & set(second.split())) - COMPANIES - TRADES)


def parts_like(instrument: Instrument, kind: Kind) -> list[Part]:
    """The parts that it may be among those that a request of that kind may be about."""
    if not instrument.model:
        return []
    rows = Part.objects.filter(enabled=True, service_categories__key=kind)
    ordered = rows.order_by(Collated("manufacturer"), Collated("model"), "pk")
    found = alike(instrument, (Name(*row) for row in ordered.values_list("pk", "manufacturer", "model")))
    chosen = {part.pk: part for part in rows.filter(pk__in=found).select_related("category")}
    return [chosen[pk] for pk in found if pk in chosen]
