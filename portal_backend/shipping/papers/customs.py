"""Documents for customs and couriers: proforma invoice and declaration."""

from collections.abc import Mapping
from decimal import Decimal

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from portal_backend.shipping.models import Battery, CheckSource
from portal_backend.shipping.papers.blocks import GAP, cells, heads, parties, signature
from portal_backend.shipping.papers.content import Item, Papers
from portal_backend.shipping.papers.layout import Both, Ticks, both, said, table, text

BY_HAND = "__________"
LITHIUM = (Battery.LITHIUM_ION, Battery.LITHIUM_METAL)


def invoice(documents: Papers) -> list[Flowable]:
    """Build the proforma invoice with contents and customs values."""
    has_units = documents.goods == "units"
    columns = (
        *heads(documents),
        both("papers.column.hs_code"),
        both("papers.column.origin"),
        both("papers.column.quantity"),
        both("papers.column.value" if has_units else "papers.column.value_each"),
    )
    rows = [[*_goods(each), text(_money(each.value), "cell", right=True)] for each in documents.items]
    count = sum(each.quantity for each in documents.items)
    value = sum((each.value * each.quantity for each in documents.items if each.value is not None), Decimal())
    unvalued = sum(each.quantity for each in documents.items if each.value is None)
    closing = [
        *said(both("papers.total", value=BY_HAND if unvalued else _money(value), count=count), "heading"),
        *_weights(documents),
        *(said(both("papers.values_missing", count=unvalued, value=_money(value))) if unvalued else []),
    ]
    return [
        *said(both("papers.invoice"), "title"),
        *said(both("papers.not_for_sale" if has_units else "papers.spare_parts"), "heading"),
        *said(_purpose(documents)),
        text(f"{documents.number} · {documents.day.isoformat()}", "strong"),
        Spacer(0, GAP),
        parties(documents),
        Spacer(0, GAP),
        table(columns, rows, (1, 5, 4, 2.6, 2, 1.5, 2.4), amounts=len(columns) - 1),
        Spacer(0, 2 * mm),
        signature(documents, *closing),
    ]


def _purpose(documents: Papers) -> Both:
    """Return the reason for export, as customs declarations state it."""
    if documents.goods == "parts":
        return both("papers.customs_only_parts")
    return both("papers.customs_only_back" if documents.returns else "papers.customs_only")


def _goods(item: Item) -> list[Flowable]:
    return cells(str(item.number), item.name, item.mark, item.hs_code, item.origin, str(item.quantity))


def _weights(documents: Papers) -> list[Flowable]:
    weights = [package.weight for package in documents.parcels if package.weight is not None]
    if not weights:
        return []
    return said(both("papers.parcels", count=len(documents.parcels), weight=sum(weights, Decimal())))


def _money(value: Decimal | None) -> str:
    return "" if value is None else f"{value:,.2f}"


def declaration(documents: Papers) -> list[Flowable]:
    """Build the declaration that the units are free of contamination.

    It also lists batteries and radioactive sources.
    """
    columns = (*heads(documents), both("papers.column.battery"), both("papers.column.check_source"))
    rows = [
        [
            *cells(str(item.number), item.name, item.mark),
            _answer(item.battery, {each: both(f"battery.{each}") for each in Battery.values}),
            _answer(item.check_source, {each: both(f"checkSource.{each}") for each in CheckSource.values}),
        ]
        for item in documents.items
    ]
    closing: list[Flowable] = []
    if any(item.battery in LITHIUM for item in documents.items):
        closing += said(both("papers.lithium"))
    if any(item.check_source == CheckSource.INSIDE for item in documents.items):
        closing += said(both("papers.source"))
    return [
        *said(both("papers.declaration"), "title"),
        text(documents.number, "strong"),
        *said(both("papers.clean")),
        Spacer(0, GAP),
        table(columns, rows, (1, 5, 4, 4, 4)),
        Spacer(0, GAP),
        signature(documents, *closing),
    ]


def _answer(value: str, choices: Mapping[str, Both]) -> list[Flowable]:
    """Build the declared value, or check boxes if nothing was declared."""
    if value:
        return said(choices[value], "cell")
    return [Ticks([" / ".join(filter(None, each)) for each in choices.values()])]
