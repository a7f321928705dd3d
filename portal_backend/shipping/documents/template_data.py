"""Data of the templates: contents, messages and formatted numbers."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Literal

import segno
from django.utils import translation

from portal_backend.core.translations import get_current_language, translate
from portal_backend.shipping.documents.content import DocumentItem, DocumentPackage, Party, ShippingDocuments
from portal_backend.shipping.models import Battery, CheckSource

#: message in the current language, and in English if that is another language and another text
Bilingual = list[str]
LabelLayout = Literal["SHEET", "SINGLE"]
LITHIUM_BATTERIES = (Battery.LITHIUM_ION, Battery.LITHIUM_METAL)
BLANK_LINE = "__________"
Fact = tuple[Bilingual, str]


def build_template_data(documents: ShippingDocuments, label_layout: LabelLayout) -> dict[str, Any]:
    """Build the data of the templates, in the current language."""
    has_units = documents.goods == "units"
    return {
        "language": get_current_language(),
        "title": get_bilingual("shipping_documents.title", number=documents.number),
        "author": documents.sender.company or documents.sender.person,
        "number": documents.number,
        "page": translate("shipping_documents.page", number="{number}", total="{total}"),
        "sender": _build_party(documents.sender, get_bilingual("shipping_documents.sender")),
        "receiver": _build_party(documents.receiver, get_bilingual("shipping_documents.receiver")),
        "with_quantity": not has_units,
        "item_columns": {
            "number": get_bilingual("shipping_documents.column.number"),
            "name": get_bilingual("shipping_documents.column.unit" if has_units else "shipping_documents.column.part"),
            "identifier": get_bilingual(
                "shipping_documents.column.serial" if has_units else "shipping_documents.column.part_number"
            ),
            "quantity": get_bilingual("shipping_documents.column.quantity"),
        },
        "overview": _build_overview(documents),
        "packing_list": get_bilingual("shipping_documents.packing_list"),
        "packages": [_build_package(documents, package) for package in documents.packages],
        "invoice": _build_invoice(documents),
        "declaration": _build_declaration(documents) if has_units else None,
        "labels": {
            "layout": label_layout,
            "title": get_bilingual("shipping_documents.labels"),
            "to": get_bilingual("shipping_documents.to"),
            "from": get_bilingual("shipping_documents.from"),
            "scan": get_bilingual("shipping_documents.scan"),
        },
        "signature": [
            get_bilingual("shipping_documents.place"),
            get_bilingual("shipping_documents.name"),
            get_bilingual("shipping_documents.signature"),
        ],
    }


def _build_party(party: Party, role: Bilingual) -> dict[str, Any]:
    return {
        "role": role,
        "company": party.company,
        "address": [line for line in (party.person, *party.lines) if line],
        "contact": [line for line in (party.phone, party.email) if line],
    }


def _build_overview(documents: ShippingDocuments) -> dict[str, Any]:
    has_units = documents.goods == "units"
    return {
        "facts": [*_build_request_facts(documents), *_build_totals(documents)],
        "rejected": {
            "heading": get_bilingual("shipping_documents.refused"),
            "instruction": get_bilingual(
                "shipping_documents.leave_out" if has_units else "shipping_documents.leave_out_parts"
            ),
            "items": _build_items(documents.rejected_items),
        },
        "unpacked": {
            "heading": get_bilingual("shipping_documents.unpacked"),
            "items": _build_items(documents.get_items_in(0)),
        },
        "steps": {
            "heading": get_bilingual("shipping_documents.steps.heading"),
            "items": [
                get_bilingual("shipping_documents.steps.pack"),
                get_bilingual("shipping_documents.steps.sign" if has_units else "shipping_documents.steps.sign_parts"),
                get_bilingual("shipping_documents.steps.label"),
            ],
        },
        "packages": {
            "heading": get_bilingual("shipping_documents.packages"),
            "columns": [
                get_bilingual("shipping_documents.column.package"),
                get_bilingual("shipping_documents.dimensions"),
                get_bilingual("shipping_documents.weight"),
                get_bilingual("shipping_documents.column.quantity"),
            ],
            "rows": [
                (
                    str(package.number),
                    _format_dimensions(package),
                    _format_weight(package.weight),
                    format_number(_count_pieces(documents.get_items_in(package.number))),
                )
                for package in documents.packages
            ],
        },
        "contents": get_bilingual("shipping_documents.contents"),
    }


def _build_request_facts(documents: ShippingDocuments) -> list[Fact]:
    return [
        (get_bilingual("shipping_documents.request"), documents.number),
        (get_bilingual("shipping_documents.date"), documents.issued_on.isoformat()),
    ]


def _build_totals(documents: ShippingDocuments) -> list[Fact]:
    """Build the numbers of packages and pieces and the total weight."""
    weights = [package.weight for package in documents.packages if package.weight is not None]
    facts = [
        (get_bilingual("shipping_documents.packages"), format_number(len(documents.packages))),
        (get_bilingual("shipping_documents.column.quantity"), format_number(_count_pieces(documents.items))),
    ]
    if weights:
        facts.append((get_bilingual("shipping_documents.total_weight"), _format_weight(sum(weights, Decimal()))))
    return facts


def _format_dimensions(package: DocumentPackage) -> str:
    return f"{package.dimensions.replace('/', ' × ')} cm" if package.dimensions else ""


def _format_weight(weight: Decimal | None) -> str:
    return "" if weight is None else f"{format_number(weight)} kg"


def _count_pieces(items: Iterable[DocumentItem]) -> int:
    return sum(item.quantity for item in items)


def _build_package(documents: ShippingDocuments, package: DocumentPackage) -> dict[str, Any]:
    items = documents.get_items_in(package.number)
    total = len(documents.packages)
    dimensions, weight = _format_dimensions(package), _format_weight(package.weight)
    quantity = format_number(_count_pieces(items))
    facts = [
        *_build_request_facts(documents),
        (get_bilingual("shipping_documents.dimensions"), dimensions),
        (get_bilingual("shipping_documents.weight"), weight),
        (get_bilingual("shipping_documents.column.quantity"), quantity),
    ]
    code = segno.make(package.label_url, error="m", micro=False)
    return {
        "heading": get_bilingual(
            "shipping_documents.package", request=documents.number, number=package.number, total=total
        ),
        "place": f"{package.number} / {total}",
        "facts": [fact for fact in facts if fact[1]],
        "measures": ", ".join(filter(None, (dimensions, weight))),
        "items": _build_items(items),
        "qr_code": code.svg_inline(border=0, omitsize=True),
        "qr_code_text": f"{translate('shipping_documents.scan')}: {package.label_url}",
    }


def _build_items(items: Sequence[DocumentItem]) -> list[dict[str, Any]]:
    return [
        {
            "number": format_number(item.number),
            "name": item.name,
            "identifier": item.identifier,
            "quantity": format_number(item.quantity),
        }
        for item in items
    ]


def _build_invoice(documents: ShippingDocuments) -> dict[str, Any]:
    has_units = documents.goods == "units"
    valued = [(item.customs_value, item.quantity) for item in documents.items if item.customs_value is not None]
    total = sum((value * quantity for value, quantity in valued), Decimal())
    count = _count_pieces(documents.items)
    unvalued = count - sum(quantity for _, quantity in valued)
    return {
        "title": get_bilingual("shipping_documents.invoice"),
        "purpose": get_bilingual("shipping_documents.not_for_sale" if has_units else "shipping_documents.spare_parts"),
        "reason": _get_export_reason(documents),
        "facts": [*_build_request_facts(documents), *_build_totals(documents)],
        "columns": {
            "hs_code": get_bilingual("shipping_documents.column.hs_code"),
            "origin": get_bilingual("shipping_documents.column.origin"),
            "quantity": get_bilingual("shipping_documents.column.quantity"),
            "value": get_bilingual(
                "shipping_documents.column.value" if has_units else "shipping_documents.column.value_each"
            ),
            "amount": get_bilingual("shipping_documents.column.amount"),
        },
        "items": [
            {
                **row,
                "hs_code": item.hs_code,
                "origin": item.origin,
                "value": _format_value(item.customs_value),
                "amount": _format_value(item.customs_value, item.quantity),
            }
            for row, item in zip(_build_items(documents.items), documents.items, strict=True)
        ],
        "total": get_bilingual("shipping_documents.total", value=BLANK_LINE if unvalued else total, count=count),
        "remarks": [get_bilingual("shipping_documents.values_missing", count=unvalued, value=total)]
        if unvalued
        else [],
    }


def _get_export_reason(documents: ShippingDocuments) -> Bilingual:
    """Return the reason for export, as customs declarations state it."""
    if documents.goods == "parts":
        return get_bilingual("shipping_documents.customs_only_parts")
    return get_bilingual(
        "shipping_documents.customs_only_back" if documents.is_return else "shipping_documents.customs_only"
    )


def _format_value(value: Decimal | None, quantity: int = 1) -> str:
    return "" if value is None else format_number(value * quantity)


def _build_declaration(documents: ShippingDocuments) -> dict[str, Any]:
    """Build the declaration that the units are free of contamination.

    It also lists batteries and radioactive sources.
    """
    remarks = []
    if any(item.battery in LITHIUM_BATTERIES for item in documents.items):
        remarks.append(get_bilingual("shipping_documents.lithium"))
    if any(item.check_source == CheckSource.INSIDE for item in documents.items):
        remarks.append(get_bilingual("shipping_documents.source"))
    batteries = {value: get_bilingual(f"battery.{value}") for value in Battery.values}
    check_sources = {value: get_bilingual(f"checkSource.{value}") for value in CheckSource.values}
    return {
        "title": get_bilingual("shipping_documents.declaration"),
        "facts": _build_request_facts(documents),
        "statement": get_bilingual("shipping_documents.clean"),
        "columns": {
            "battery": get_bilingual("shipping_documents.column.battery"),
            "check_source": get_bilingual("shipping_documents.column.check_source"),
        },
        "batteries": list(batteries.values()),
        "check_sources": list(check_sources.values()),
        "items": [
            {**row, "battery": batteries.get(item.battery), "check_source": check_sources.get(item.check_source)}
            for row, item in zip(_build_items(documents.items), documents.items, strict=True)
        ],
        "remarks": remarks,
    }


def get_bilingual(key: str, /, **values: object) -> Bilingual:
    """Return a message in the current language and in English.

    Decimal values are formatted.
    """
    texts = {name: format_number(value) if isinstance(value, Decimal) else value for name, value in values.items()}
    languages = dict.fromkeys((get_current_language(), "en"))
    return list(dict.fromkeys(_translate(language, key, texts) for language in languages))


def _translate(language: str, key: str, texts: dict[str, object]) -> str:
    with translation.override(language):
        return translate(key, **texts)


def format_number(value: Decimal | int) -> str:
    """Format a number with a decimal point, as both languages do: "1,250.50"."""
    return f"{value:,.2f}" if isinstance(value, Decimal) else f"{value:,}"
