"""What customs and couriers read: the invoice, and the declaration that units are clean."""

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


def invoice(papers: Papers) -> list[Flowable]:
    """What is sent and what it is worth; nobody is to pay it."""
    units = papers.goods == "units"
    columns = (
        *heads(papers),
        both("papers.column.hs_code"),
        both("papers.column.origin"),
        both("papers.column.quantity"),
        both("papers.column.value" if units else "papers.column.value_each"),
    )
    rows = [[*_goods(each), text(_money(each.value), "cell", right=True)] for each in papers.items]
    count = sum(each.quantity for each in papers.items)
    value = sum((each.value * each.quantity for each in papers.items if each.value is not None), Decimal())
    unvalued = sum(each.quantity for each in papers.items if each.value is None)
    last = [
        *said(both("papers.total", value=BY_HAND if unvalued else _money(value), count=count), "heading"),
        *_weights(papers),
        *(said(both("papers.values_missing", count=unvalued, value=_money(value))) if unvalued else []),
    ]
    return [
        *said(both("papers.invoice"), "title"),
        *said(both("papers.not_for_sale" if units else "papers.spare_parts"), "heading"),
        *said(_purpose(papers)),
        text(f"{papers.number} · {papers.day.isoformat()}", "strong"),
        Spacer(0, GAP),
        parties(papers),
        Spacer(0, GAP),
        table(columns, rows, (1, 5, 4, 2.6, 2, 1.5, 2.4), amounts=len(columns) - 1),
        Spacer(0, 2 * mm),
        signature(papers, *last),
    ]


def _purpose(papers: Papers) -> Both:
    """Reason for export, as customs declarations state it."""
    if papers.goods == "parts":
        return both("papers.customs_only_parts")
    return both("papers.customs_only_back" if papers.returns else "papers.customs_only")


def _goods(item: Item) -> list[Flowable]:
    return cells(str(item.number), item.name, item.mark, item.hs_code, item.origin, str(item.quantity))


def _weights(papers: Papers) -> list[Flowable]:
    known = [parcel.weight for parcel in papers.parcels if parcel.weight is not None]
    if not known:
        return []
    return said(both("papers.parcels", count=len(papers.parcels), weight=sum(known, Decimal())))


def _money(value: Decimal | None) -> str:
    return "" if value is None else f"{value:,.2f}"


def declaration(papers: Papers) -> list[Flowable]:
    """That the units are clean, and what is in them."""
    columns = (*heads(papers), both("papers.column.battery"), both("papers.column.check_source"))
    rows = [
        [
            *cells(str(item.number), item.name, item.mark),
            _answer(item.battery, {each: both(f"battery.{each}") for each in Battery.values}),
            _answer(item.check_source, {each: both(f"checkSource.{each}") for each in CheckSource.values}),
        ]
        for item in papers.items
    ]
    last: list[Flowable] = []
    if any(item.battery in LITHIUM for item in papers.items):
        last += said(both("papers.lithium"))
    if any(item.check_source == CheckSource.INSIDE for item in papers.items):
        last += said(both("papers.source"))
    return [
        *said(both("papers.declaration"), "title"),
        text(papers.number, "strong"),
        *said(both("papers.clean")),
        Spacer(0, GAP),
        table(columns, rows, (1, 5, 4, 4, 4)),
        Spacer(0, GAP),
        signature(papers, *last),
    ]


def _answer(answer: str, choices: Mapping[str, Both]) -> list[Flowable]:
    """What was answered, or boxes to answer by hand."""
    if answer:
        return said(choices[answer], "cell")
    return [Ticks([" / ".join(filter(None, each)) for each in choices.values()])]
