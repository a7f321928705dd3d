"""What several of the papers have: who sends to whom, what is sent, which package it is, room to sign."""

from collections.abc import Sequence

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from portal_backend.shipping.papers.content import Item, Papers, Parcel, Party
from portal_backend.shipping.papers.layout import Both, both, said, side_by_side, table, text

GAP = 5 * mm


def parties(papers: Papers) -> Flowable:
    """Sender and receiver beside each other."""
    return side_by_side(
        [*said(both("papers.sender"), "head"), *party(papers.sender)],
        [*said(both("papers.receiver"), "head"), *party(papers.receiver)],
    )


def party(one: Party, style: str = "text") -> list[Flowable]:
    """Name, address and how to reach them."""
    lines = (one.person, *one.lines, one.phone, one.email)
    name = [text(one.company, "strong" if style == "text" else style)] if one.company else []
    return [*name, *(text(line, style) for line in lines if line)]


def heads(papers: Papers) -> tuple[Both, Both, Both]:
    """What stands above the columns that name a thing."""
    units = papers.goods == "units"
    return (
        both("papers.column.number"),
        both("papers.column.unit" if units else "papers.column.part"),
        both("papers.column.serial" if units else "papers.column.part_number"),
    )


def named(papers: Papers, items: Sequence[Item]) -> Flowable:
    """Units by number, name and serial number; parts by their own number, and how many."""
    if papers.goods == "units":
        return table(heads(papers), [[*cells(str(each.number), each.name, each.mark)] for each in items], (1, 8, 6))
    rows = [[*cells(str(each.number), each.name, each.mark, str(each.quantity))] for each in items]
    return table((*heads(papers), both("papers.column.quantity")), rows, (1, 7, 5, 2))


def cells(*contents: str) -> list[Flowable]:
    """Texts of one row."""
    return [text(content, "cell") for content in contents]


def which(papers: Papers, parcel: Parcel) -> Both:
    """Which package of which request."""
    return both("papers.package", number=parcel.number, total=len(papers.parcels), request=papers.number)


def measures(parcel: Parcel) -> list[Flowable]:
    """Sides and weight, as far as somebody measured."""
    if parcel.weight is None:
        return []
    return said(both("papers.measures", dimensions=parcel.dimensions.replace("/", " × "), weight=parcel.weight))


def signature(papers: Papers, *above: Flowable) -> Flowable:
    """Room for place, day, name and signature, on one page with what is said last and whose it is."""
    room = [said(each, "head") for each in (both("papers.place"), both("papers.name"), both("papers.signature"))]
    return KeepTogether([*above, text(papers.number, "strong"), Spacer(0, 16 * mm), side_by_side(*room)])
