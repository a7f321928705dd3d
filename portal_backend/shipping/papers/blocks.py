"""Blocks that several documents share: parties, items, package and signature."""

from collections.abc import Sequence

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from portal_backend.shipping.papers.content import Item, Papers, Parcel, Party
from portal_backend.shipping.papers.layout import Both, both, said, side_by_side, table, text

GAP = 5 * mm


def parties(documents: Papers) -> Flowable:
    """Build the blocks of sender and receiver in two columns."""
    return side_by_side(
        [*said(both("papers.sender"), "head"), *party(documents.sender)],
        [*said(both("papers.receiver"), "head"), *party(documents.receiver)],
    )


def party(one: Party, style: str = "text") -> list[Flowable]:
    """Build the lines with name, address and contact data of a party."""
    lines = (one.person, *one.lines, one.phone, one.email)
    name = [text(one.company, "strong" if style == "text" else style)] if one.company else []
    return [*name, *(text(line, style) for line in lines if line)]


def heads(documents: Papers) -> tuple[Both, Both, Both]:
    """Return the headers of the columns that identify an item."""
    has_units = documents.goods == "units"
    return (
        both("papers.column.number"),
        both("papers.column.unit" if has_units else "papers.column.part"),
        both("papers.column.serial" if has_units else "papers.column.part_number"),
    )


def named(documents: Papers, items: Sequence[Item]) -> Flowable:
    """Build the table of items by number, name and serial or part number.

    Parts have a column with their quantity.
    """
    if documents.goods == "units":
        return table(heads(documents), [[*cells(str(item.number), item.name, item.mark)] for item in items], (1, 8, 6))
    rows = [[*cells(str(item.number), item.name, item.mark, str(item.quantity))] for item in items]
    return table((*heads(documents), both("papers.column.quantity")), rows, (1, 7, 5, 2))


def cells(*contents: str) -> list[Flowable]:
    """Build the cells of one row."""
    return [text(content, "cell") for content in contents]


def which(documents: Papers, package: Parcel) -> Both:
    """Format the package number, the number of packages and the request number."""
    return both("papers.package", number=package.number, total=len(documents.parcels), request=documents.number)


def measures(package: Parcel) -> list[Flowable]:
    """Build the line with dimensions and weight; empty if they are unknown."""
    if package.weight is None:
        return []
    return said(both("papers.measures", dimensions=package.dimensions.replace("/", " × "), weight=package.weight))


def signature(documents: Papers, *above: Flowable) -> Flowable:
    """Build the block for place, date, name and signature.

    It stays on one page with the blocks `above` it and the request number.
    """
    columns = [said(label, "head") for label in (both("papers.place"), both("papers.name"), both("papers.signature"))]
    return KeepTogether([*above, text(documents.number, "strong"), Spacer(0, 16 * mm), side_by_side(*columns)])
