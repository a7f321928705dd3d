"""Valid values for the fields of declared forms."""

import base64
from collections.abc import Mapping
from typing import Any

from portal_backend.core.types import HsCode
from portal_backend.resources.field import FormField
from tests.contract.administration_data import PASSWORD
from tests.factories import World
from tests.files.sample_images import build_image

TEXT_FORMATS = {
    "email": "ana{}@example.org",
    "phone": "+34 600 000 {:03}",
    "personName": "Ana",
    "username": "ana_{}",
    "password": f"{PASSWORD}-{{}}",
}


def build_value(field: FormField, number: int, world: World, row: Mapping[str, Any] | None) -> Any:
    """Build a valid value by number, different from the one in `row`."""
    keys = [each["key"] for each in field.choices(world.admin.actor)] if field.choices else []
    rows = [each["key"] for each in field.get_row_choices((row or {})["id"])] if field.get_row_choices else []
    if field.kind == "matrix":
        return {rows[0]: [keys[number % len(keys)]]}
    if rows or keys:
        current = (row or {}).get(field.key)
        others = [each for each in rows or keys if each != current and [each] != current] or rows or keys
        chosen = others[number % len(others)]
        return [chosen] if field.kind == "choices" else chosen
    small = number % 1000
    image = {"name": "a.png", "base64": base64.b64encode(build_image(size=(4, 4))).decode()}
    text = TEXT_FORMATS.get(field.format, f"{field.key[:20]} {{}}").format(number)
    if field.format == "personName":
        text += chr(ord("a") + number % 26) * (1 + number // 26 % 100)
    if field.type is HsCode:
        text = f"9030{number % 10**6:06}"
    value_by_kind = {"number": small, "money": small + 0.5, "boolean": True, "image": image, "texts": [text]}
    return value_by_kind.get(field.kind, text)
