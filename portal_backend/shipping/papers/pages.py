"""The papers page by page: what to do, a packing list for each package, invoice, declaration, a label for each."""

import io
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, PageBreak, SimpleDocTemplate, Spacer

from portal_backend.base.words import current_language, word
from portal_backend.shipping.models import Battery, CheckSource
from portal_backend.shipping.papers.content import Item, Papers, Parcel, Party
from portal_backend.shipping.papers.layout import (
    ALERT,
    MARGIN,
    PADDING,
    PLAIN,
    QUIET,
    Both,
    Code,
    NumberedCanvas,
    Ticks,
    both,
    fonts,
    said,
    side_by_side,
    table,
    text,
)

GAP = 5 * mm
LITHIUM = (Battery.LITHIUM_ION, Battery.LITHIUM_METAL)


def pdf_of(papers: Papers) -> bytes:
    """The papers as a PDF."""
    fonts()
    story = [*_overview(papers)]
    for parcel in papers.parcels:
        story += [PageBreak(), *_packing_list(papers, parcel)]
    story += [PageBreak(), *_invoice(papers), PageBreak(), *_declaration(papers)]
    for parcel in papers.parcels:
        story += [PageBreak(), *_label(papers, parcel)]
    title = word("papers.title", number=papers.number)
    written = io.BytesIO()
    template = SimpleDocTemplate(
        written,
        pagesize=A4,
        leftMargin=MARGIN - PADDING,
        rightMargin=MARGIN - PADDING,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=title,
        lang=current_language(),
    )

    def name_page(canvas: Canvas, document: Any) -> None:
        canvas.setFont(PLAIN, 7.5)
        canvas.setFillColor(QUIET)
        canvas.drawString(MARGIN, MARGIN / 2, title)

    template.build(story, onFirstPage=name_page, onLaterPages=name_page, canvasmaker=NumberedCanvas)
    return written.getvalue()


def _overview(papers: Papers) -> list[Flowable]:
    story = [*said(both("papers.title", number=papers.number), "title"), Spacer(0, GAP), _parties(papers)]
    if papers.refused:
        warning = [*said(both("papers.refused"), "alert"), *said(both("papers.leave_out"))]
        story += [Spacer(0, GAP), side_by_side(warning, color=ALERT), _named(papers.refused)]
    story += [Spacer(0, GAP), *said(both("papers.steps.heading"), "heading")]
    for step in (both("papers.steps.pack"), both("papers.steps.sign"), both("papers.steps.label")):
        story += [*said(step), Spacer(0, 1 * mm)]
    if unpacked := papers.items_in(0):
        story += [Spacer(0, GAP), *said(both("papers.unpacked"), "heading"), _named(unpacked)]
    return story


def _parties(papers: Papers) -> Flowable:
    return side_by_side(
        [*said(both("papers.sender"), "head"), *_party(papers.sender)],
        [*said(both("papers.receiver"), "head"), *_party(papers.receiver)],
    )


def _party(party: Party, style: str = "text") -> list[Flowable]:
    lines = (party.person, *party.lines, party.phone, party.email)
    name = [text(party.company, "strong" if style == "text" else style)] if party.company else []
    return [*name, *(text(line, style) for line in lines if line)]


def _named(items: Sequence[Item]) -> Flowable:
    """Units by number, name and serial number."""
    heads = (both("papers.column.number"), both("papers.column.unit"), both("papers.column.serial"))
    return table(heads, [[*_cells(str(item.number), item.name, item.serial_number)] for item in items], (1, 8, 6))


def _cells(*contents: str) -> list[Flowable]:
    return [text(content, "cell") for content in contents]


def _packing_list(papers: Papers, parcel: Parcel) -> list[Flowable]:
    items = papers.items_in(parcel.number)
    return [
        *said(both("papers.packing_list"), "title"),
        *said(_which(papers, parcel), "heading"),
        *said(both("papers.measures", dimensions=_sides(parcel), weight=parcel.weight, count=len(items))),
        Spacer(0, GAP),
        _parties(papers),
        Spacer(0, GAP),
        _named(items),
    ]


def _which(papers: Papers, parcel: Parcel) -> Both:
    return both("papers.package", number=parcel.number, total=len(papers.parcels), request=papers.number)


def _sides(parcel: Parcel) -> str:
    return parcel.dimensions.replace("/", " × ")


def _invoice(papers: Papers) -> list[Flowable]:
    heads = (
        both("papers.column.number"),
        both("papers.column.unit"),
        both("papers.column.serial"),
        both("papers.column.hs_code"),
        both("papers.column.origin"),
        both("papers.column.quantity"),
        both("papers.column.value"),
    )
    rows: list[list[Flowable]] = [
        [
            *_cells(str(item.number), item.name, item.serial_number, item.hs_code, item.origin, "1"),
            text(_money(item.value), "cell", right=True),
        ]
        for item in papers.items
    ]
    values = [item.value for item in papers.items if item.value is not None]
    weight = sum((parcel.weight for parcel in papers.parcels), Decimal())
    total = both("papers.total", value=_money(sum(values, Decimal())) or "0.00", count=len(papers.items))
    story = [
        *said(both("papers.invoice"), "title"),
        *said(both("papers.not_for_sale"), "heading"),
        *said(both("papers.customs_only")),
        text(f"{papers.number} · {papers.day.isoformat()}", "strong"),
        Spacer(0, GAP),
        _parties(papers),
        Spacer(0, GAP),
        table(heads, rows, (1, 5, 4, 2.6, 2, 1.5, 2.4)),
        Spacer(0, 2 * mm),
        *said(total, "heading"),
        *said(both("papers.parcels", count=len(papers.parcels), weight=weight)),
    ]
    if len(values) < len(papers.items):
        story += said(both("papers.values_missing", count=len(papers.items) - len(values)))
    return [*story, _signature()]


def _money(value: Decimal | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _declaration(papers: Papers) -> list[Flowable]:
    heads = (
        both("papers.column.number"),
        both("papers.column.unit"),
        both("papers.column.serial"),
        both("papers.column.battery"),
        both("papers.column.check_source"),
    )
    rows = [
        [
            *_cells(str(item.number), item.name, item.serial_number),
            _answer(item.battery, {each: both(f"battery.{each}") for each in Battery.values}),
            _answer(item.check_source, {each: both(f"checkSource.{each}") for each in CheckSource.values}),
        ]
        for item in papers.items
    ]
    story = [
        *said(both("papers.declaration"), "title"),
        text(papers.number, "strong"),
        *said(both("papers.clean")),
        Spacer(0, GAP),
        table(heads, rows, (1, 5, 4, 4, 4)),
        Spacer(0, GAP),
    ]
    if any(item.battery in LITHIUM for item in papers.items):
        story += said(both("papers.lithium"))
    if any(item.check_source == CheckSource.INSIDE for item in papers.items):
        story += said(both("papers.source"))
    return [*story, _signature()]


def _answer(answer: str, choices: Mapping[str, Both]) -> list[Flowable]:
    """What was answered, or boxes to answer by hand."""
    if answer:
        return said(choices[answer], "cell")
    return [Ticks([" / ".join(filter(None, each)) for each in choices.values()])]


def _signature() -> Flowable:
    """Room for place, day, name and signature, which stay together."""
    room = [said(each, "head") for each in (both("papers.place"), both("papers.name"), both("papers.signature"))]
    return KeepTogether([Spacer(0, 16 * mm), side_by_side(*room)])


def _label(papers: Papers, parcel: Parcel) -> list[Flowable]:
    """What is stuck on a package."""
    measures = both("papers.label_measures", dimensions=_sides(parcel), weight=parcel.weight)
    return [
        text(papers.number, "title"),
        *said(_which(papers, parcel), "heading"),
        *said(measures),
        Spacer(0, GAP),
        side_by_side([*said(both("papers.to"), "head"), *_party(papers.receiver, "large")]),
        Spacer(0, GAP),
        side_by_side([*said(both("papers.from"), "head"), *_party(papers.sender)]),
        Spacer(0, GAP),
        Code(parcel.address, 52 * mm),
        Spacer(0, 3 * mm),
        *said(both("papers.scan")),
    ]
