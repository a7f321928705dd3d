"""Input types: valid values, invalid values and their messages.

See spec 1 and 2, section 5.
"""

import sys
import unicodedata
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation
from pydantic import TypeAdapter, ValidationError

from portal_backend.core import types
from portal_backend.core.errors import build_field_message
from portal_backend.core.translations import load_messages

LONG = "a" * 256
# number signs, end marks and hieroglyph joiners are format characters that are visible
VISIBLE_FORMAT_CHARACTERS = {
    *range(0x600, 0x606),
    0x6DD,
    0x70F,
    0x890,
    0x891,
    0x8E2,
    0x110BD,
    0x110CD,
    *range(0x13430, 0x13440),
}
VALID: list[tuple[Any, Any, Any]] = [
    (types.Text, "  SN-1  ", "SN-1"),
    (types.Text, "e\u0301", "\u00e9"),
    (types.Text, "a" * 255, "a" * 255),
    (types.Text, "\U0001f4e1 Ñandú Čeština Київ", "\U0001f4e1 Ñandú Čeština Київ"),
    (types.OptionalText, None, ""),
    (types.OptionalText, "", ""),
    (types.Note, "one\r\ntwo\n", "one\ntwo"),
    (types.Note, None, ""),
    (types.Note, "a" * 1024, "a" * 1024),
    (types.Description, "a" * 4000, "a" * 4000),
    (types.PersonName, "María José O’Neill-Ruiz Jr.", "María José O’Neill-Ruiz Jr."),
    (types.PersonName, "Олександр", "Олександр"),
    (types.PersonName, "J", "J"),
    (types.Phone, "+380 44 123 45 67", "+380 44 123 45 67"),
    (types.Phone, "0123456789", "0123456789"),
    (types.Email, "ana.maria+test@correo.example.org", "ana.maria+test@correo.example.org"),
    (types.Country, "UA", "UA"),
    (types.Dimensions, "100/100/100", "100/100/100"),
    (types.Dimensions, "1/9999/10", "1/9999/10"),
    (types.Amount, 12, Decimal("12.00")),
    (types.Amount, 0, Decimal("0.00")),
    (types.Amount, "12.5", Decimal("12.50")),
    (types.Amount, 0.29, Decimal("0.29")),
    (types.Amount, -0.0, Decimal("0.00")),
    (types.Amount, 9_999_999.99, Decimal("9999999.99")),
    (types.Day, "2026-11-21", date(2026, 11, 21)),
    (types.Day, "2026-11-21T23:59:59.999Z", date(2026, 11, 21)),
    (types.Day, "2026-11-21T00:00:00+14:00", date(2026, 11, 21)),
    (types.Day, datetime(2026, 11, 21, 23, 59), date(2026, 11, 21)),  # noqa: DTZ001 - without a zone, as a body may have it
    (types.Day, "2024-02-29", date(2024, 2, 29)),
    (types.Id, 2**63 - 1, 2**63 - 1),
    (types.QueryId, "7", 7),
    (types.ItemId, -1, None),
    (types.ItemId, "", None),
    (types.ItemId, None, None),
    (types.ItemId, 7, 7),
    (types.Flag, False, False),
    (types.ShortText, "  Київ ", "Київ"),
    (types.ShortText, "a" * 200, "a" * 200),
]
INVALID: list[tuple[Any, Any, str, dict[str, Any]]] = [
    (types.Text, "", "required", {}),
    (types.Text, "   ", "required", {}),
    (types.Text, None, "required", {}),
    (types.Text, LONG, "max_length", {"value": 255}),
    (types.Text, "a\nb", "control", {}),
    (types.Text, "a\tb", "control", {}),
    (types.Text, "a\0b", "control", {}),
    (types.Text, "a\x7fb", "control", {}),
    (types.Text, "a\x85b", "control", {}),
    (types.Text, "a\x1bb", "control", {}),
    (types.Text, "a\ud800b", "control", {}),
    (types.Text, 7, "invalid", {}),
    (types.Text, ["a"], "invalid", {}),
    (types.OptionalText, LONG, "max_length", {"value": 255}),
    (types.OptionalText, "a\nb", "control", {}),
    (types.Note, "a" * 1025, "max_length", {"value": 1024}),
    (types.Note, "a\0b", "control", {}),
    (types.Note, "a\tb", "control", {}),
    (types.Note, "a\rb", "control", {}),
    (types.Description, "a" * 4001, "max_length", {"value": 4000}),
    (types.PersonName, "", "required", {}),
    (types.PersonName, "R2D2", "letters", {}),
    (types.PersonName, "- -", "letters", {}),
    (types.PersonName, "<b>Jo</b>", "letters", {}),
    (types.Phone, "123456789", "phone", {}),
    (types.Phone, "+1 (555) 010-9999", "phone", {}),
    (types.Phone, "phone number", "phone", {}),
    (types.Phone, "", "required", {}),
    (types.Email, "ana", "email", {}),
    (types.Email, "ana@example", "email", {}),
    (types.Email, "ana@example..org", "email", {}),
    (types.Email, "ana@b@example.org", "email", {}),
    (types.Email, "a b@example.org", "email", {}),
    (types.Email, "a@example.org,b@example.org", "email", {}),
    (types.Email, "a@example.org\nBcc: b@example.org", "control", {}),
    (types.Email, "", "required", {}),
    (types.Country, "XX", "country", {}),
    (types.Country, "ua", "country", {}),
    (types.Country, "Ukraine", "country", {}),
    (types.Country, "", "required", {}),
    (types.Dimensions, "100/100", "dimensions", {}),
    (types.Dimensions, "0/1/1", "dimensions", {}),
    (types.Dimensions, "10.5/1/1", "dimensions", {}),
    (types.Dimensions, "10000/1/1", "dimensions", {}),
    (types.Dimensions, "-1/1/1", "dimensions", {}),
    (types.Dimensions, "١/١/١", "dimensions", {}),
    (types.Dimensions, "1/1/1/1", "dimensions", {}),
    (types.Amount, -1, "number", {}),
    (types.Amount, "-0.01", "number", {}),
    (types.Amount, 0.001, "number", {}),
    (types.Amount, "1e3", "number", {}),
    (types.Amount, "12,50", "number", {}),
    (types.Amount, "", "number", {}),
    (types.Amount, None, "number", {}),
    (types.Amount, True, "number", {}),
    (types.Amount, float("nan"), "number", {}),
    (types.Amount, float("inf"), "number", {}),
    (types.Amount, [1], "number", {}),
    (types.Amount, 10_000_000, "max_number", {"value": "9999999.99"}),
    (types.Amount, 1e300, "max_number", {"value": "9999999.99"}),
    (types.Amount, 10**40, "max_number", {"value": "9999999.99"}),
    (types.Day, "2026-02-29", "date", {}),
    (types.Day, "21.11.2026", "date", {}),
    (types.Day, "2026-11-21x", "date", {}),
    (types.Day, "1999-12-31", "date", {}),
    (types.Day, "2101-01-01", "date", {}),
    (types.Day, "", "date", {}),
    (types.Day, 20261121, "date", {}),
    (types.Id, 0, "min_number", {"value": 1}),
    (types.Id, -1, "min_number", {"value": 1}),
    (types.Id, 2**63, "max_number", {"value": 2**63 - 1}),
    (types.Id, "7", "integer", {}),
    (types.Id, 7.0, "integer", {}),
    (types.Id, True, "integer", {}),
    (types.Id, None, "integer", {}),
    (types.QueryId, "seven", "integer", {}),
    (types.QueryId, "7.5", "integer", {}),
    (types.QueryId, str(2**63), "max_number", {"value": 2**63 - 1}),
    (types.QueryId, "9" * 5000, "integer", {}),
    (types.ItemId, -2, "min_number", {"value": 1}),
    (types.Flag, "true", "boolean", {}),
    (types.Flag, 1, "boolean", {}),
    (types.ShortText, "a" * 201, "max_length", {"value": 200}),
    (types.ShortText, "a\0", "control", {}),
]


@pytest.mark.parametrize(("kind", "raw", "stored"), VALID)
def test_accepts_valid_values(kind: Any, raw: Any, stored: Any) -> None:
    value = TypeAdapter(kind).validate_python(raw)
    assert value == stored
    assert str(value) == str(stored)


@pytest.mark.parametrize(("kind", "raw", "key", "values"), INVALID)
def test_rejects_invalid_values_with_message(kind: Any, raw: Any, key: str, values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(raw)
    error = dict(caught.value.errors()[0])
    for language in ("en", "es"):
        with translation.override(language):
            assert str(build_field_message(error)) == load_messages(language)[f"errors.field.{key}"].format(**values)


def test_messages_have_the_wording_of_the_spec() -> None:
    english, spanish = load_messages("en"), load_messages("es")
    assert english["errors.field.required"] == "Required!"
    assert english["errors.field.email"] == "Invalid email!"
    assert english["errors.field.dimensions"] == "Dimensions must look like 100/100/100"
    assert english["errors.field.max_length"] == "At most {value} characters"
    assert english["errors.field.phone"] == "10 digits at least; only digits, spaces, and a leading +"
    assert spanish["errors.field.required"] == "¡Obligatorio!"
    assert not [key for key in english if english[key] == spanish[key] and key.startswith("errors.")]


class Inner(types.RequestModel):
    """Example of a request body."""

    first_name: types.Text
    ids: list[types.Id] = []


def test_body_is_camel_case_and_rejects_unknown_fields() -> None:
    assert Inner.model_validate({"firstName": "Ana"}).first_name == "Ana"
    for extra in ("role", "locked", "isStaff", "client_id", "permission"):
        with pytest.raises(ValidationError) as caught:
            Inner.model_validate({"firstName": "Ana", extra: True})
        assert [(error["loc"], error["type"]) for error in caught.value.errors()] == [((extra,), "extra_forbidden")]


@pytest.mark.parametrize(
    ("location", "path"),
    [
        (("body", "data", "contact", "phone"), "contact.phone"),
        (("body", "units", 0, "serialNumber"), "0.serialNumber"),
        (("body", "units"), "units"),
        (("query", "repair_id"), "repair_id"),
        (("query", "filters", "repairId"), "repairId"),
        (("path", "id"), "id"),
        (("body", "data", "packages", 2, "weight"), "packages.2.weight"),
        (("body", "data", "x", "function-before[_amount(), decimal]", "y"), "x.y"),
        ((), ""),
    ],
)
def test_field_paths_use_wire_names(location: tuple[Any, ...], path: str) -> None:
    assert types.build_field_path(location) == path


TEXTS = {
    "Text": types.Text,
    "OptionalText": types.OptionalText,
    "Note": types.Note,
    "Description": types.Description,
    "PersonName": types.PersonName,
    "Username": types.Username,
    "Email": types.Email,
    "ShortText": types.ShortText,
}


@pytest.mark.parametrize("kind", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("text", ["a" * 100_000, "a" + "\u0301\u0315" * 32_000], ids=["long", "marks"])
def test_rejects_overlong_text_before_normalizing(kind: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(types, "normalize_nfc", lambda each: pytest.fail(f"{len(each)} characters were gone through"))
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(text)
    assert caught.value.errors()[0]["type"] == "word.max_length"


def test_rejects_too_many_combining_marks_before_sorting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting takes quadratic time and would block the process."""
    text = "a" + "\u0301\u0315" * 1000
    with monkeypatch.context() as patched:
        patched.setattr(types.unicodedata, "normalize", lambda form, each: pytest.fail("they were sorted"))
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(types.Description).validate_python(text)
    assert caught.value.errors()[0]["type"] == "word.control"


@pytest.mark.parametrize("text", ["Tiếng Việt ngữ " * 17, "שָׁלוֹם" * 30, "हिन्दी" * 40], ids=["vi", "he", "hi"])
def test_length_limit_applies_after_composition(text: str) -> None:
    decomposed = unicodedata.normalize("NFD", text)
    assert TypeAdapter(types.Text).validate_python(decomposed) == unicodedata.normalize("NFC", text).strip()


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("KX\u200b-77\u00ad-123", "KX-77-123"),
        ("\u202eKX-77\u202c", "KX-77"),
        ("\ufeffKX\u2060 77\u200f", "KX 77"),
        ("\u200b x \u200b", "x"),
        ("K\u200dX\ufe0f", "KX"),
        ("\U000e0041x", "x"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\U0001f469\u200d\U0001f52c", "\U0001f469\u200d\U0001f52c"),
        ("\u2708\ufe0f", "\u2708\ufe0f"),
    ],
)
def test_removes_invisible_and_bidirectional_characters(typed: str, stored: str) -> None:
    for kind in (types.Text, types.Note, types.ShortText):
        assert TypeAdapter(kind).validate_python(typed) == stored


@pytest.mark.parametrize("typed", ["\u200b", "\u202e\u202c", "\u2800", "\u3164"])
def test_text_of_only_invisible_characters_is_missing(typed: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(types.Text).validate_python(typed)


def test_removes_every_invisible_format_character() -> None:
    """Keeps only format characters that scripts and emoji need or that are visible."""
    for code in range(0x80, sys.maxunicode + 1):
        if unicodedata.category(chr(code)) == "Cf" and code not in VISIBLE_FORMAT_CHARACTERS:
            assert TypeAdapter(types.Text).validate_python(f"a{chr(code)}b") == "ab", hex(code)
