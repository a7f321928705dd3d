"""Documents for customs and couriers: proforma invoice and declaration."""

from collections.abc import Mapping
from decimal import Decimal

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from portal_backend.shipping.documents.content import DocumentItem, ShippingDocuments
from portal_backend.shipping.documents.layout import (
    SECTION_GAP,
    Bilingual,
    CheckBoxes,
    build_cells,
    build_paragraphs,
    build_parties,
    build_signature,
    build_table,
    build_user_text,
    get_bilingual,
    get_item_headers,
)
from portal_backend.shipping.models import Battery, CheckSource

BLANK_LINE = "__________"
LITHIUM_BATTERIES = (Battery.LITHIUM_ION, Battery.LITHIUM_METAL)


def build_invoice(documents: ShippingDocuments) -> list[Flowable]:
    """Build the proforma invoice with contents and customs values."""
    has_units = documents.goods == "units"
    columns = (
        *get_item_headers(documents),
        get_bilingual("papers.column.hs_code"),
        get_bilingual("papers.column.origin"),
        get_bilingual("papers.column.quantity"),
        get_bilingual("papers.column.value" if has_units else "papers.column.value_each"),
    )
    rows = [
        [*_build_goods_cells(each), build_user_text(_format_money(each.customs_value), "cell", align_right=True)]
        for each in documents.items
    ]
    count = sum(each.quantity for each in documents.items)
    value = sum(
        (each.customs_value * each.quantity for each in documents.items if each.customs_value is not None), Decimal()
    )
    unvalued = sum(each.quantity for each in documents.items if each.customs_value is None)
    closing = [
        *build_paragraphs(
            get_bilingual("papers.total", value=BLANK_LINE if unvalued else _format_money(value), count=count),
            "heading",
        ),
        *_build_weights(documents),
        *(
            build_paragraphs(get_bilingual("papers.values_missing", count=unvalued, value=_format_money(value)))
            if unvalued
            else []
        ),
    ]
    return [
        *build_paragraphs(get_bilingual("papers.invoice"), "title"),
        *build_paragraphs(get_bilingual("papers.not_for_sale" if has_units else "papers.spare_parts"), "heading"),
        *build_paragraphs(_get_export_reason(documents)),
        build_user_text(f"{documents.number} · {documents.issued_on.isoformat()}", "strong"),
        Spacer(0, SECTION_GAP),
        build_parties(documents),
        Spacer(0, SECTION_GAP),
        build_table(columns, rows, (1, 5, 4, 2.6, 2, 1.5, 2.4), amount_column=len(columns) - 1),
        Spacer(0, 2 * mm),
        build_signature(documents, *closing),
    ]


def _get_export_reason(documents: ShippingDocuments) -> Bilingual:
    """Return the reason for export, as customs declarations state it."""
    if documents.goods == "parts":
        return get_bilingual("papers.customs_only_parts")
    return get_bilingual("papers.customs_only_back" if documents.is_return else "papers.customs_only")


def _build_goods_cells(item: DocumentItem) -> list[Flowable]:
    return build_cells(str(item.number), item.name, item.identifier, item.hs_code, item.origin, str(item.quantity))


def _build_weights(documents: ShippingDocuments) -> list[Flowable]:
    weights = [package.weight for package in documents.packages if package.weight is not None]
    if not weights:
        return []
    return build_paragraphs(
        get_bilingual("papers.parcels", count=len(documents.packages), weight=sum(weights, Decimal()))
    )


def _format_money(value: Decimal | None) -> str:
    return "" if value is None else f"{value:,.2f}"


def build_declaration(documents: ShippingDocuments) -> list[Flowable]:
    """Build the declaration that the units are free of contamination.

    It also lists batteries and radioactive sources.
    """
    columns = (
        *get_item_headers(documents),
        get_bilingual("papers.column.battery"),
        get_bilingual("papers.column.check_source"),
    )
    rows = [
        [
            *build_cells(str(item.number), item.name, item.identifier),
            _build_answer(item.battery, {each: get_bilingual(f"battery.{each}") for each in Battery.values}),
            _build_answer(
                item.check_source, {each: get_bilingual(f"checkSource.{each}") for each in CheckSource.values}
            ),
        ]
        for item in documents.items
    ]
    closing: list[Flowable] = []
    if any(item.battery in LITHIUM_BATTERIES for item in documents.items):
        closing += build_paragraphs(get_bilingual("papers.lithium"))
    if any(item.check_source == CheckSource.INSIDE for item in documents.items):
        closing += build_paragraphs(get_bilingual("papers.source"))
    return [
        *build_paragraphs(get_bilingual("papers.declaration"), "title"),
        build_user_text(documents.number, "strong"),
        *build_paragraphs(get_bilingual("papers.clean")),
        Spacer(0, SECTION_GAP),
        build_table(columns, rows, (1, 5, 4, 4, 4)),
        Spacer(0, SECTION_GAP),
        build_signature(documents, *closing),
    ]


def _build_answer(value: str, choices: Mapping[str, Bilingual]) -> list[Flowable]:
    """Build the declared value, or check boxes if nothing was declared."""
    if value:
        return build_paragraphs(choices[value], "cell")
    return [CheckBoxes([" / ".join(filter(None, each)) for each in choices.values()])]
