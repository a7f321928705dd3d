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

from portal_backend.base import fields
from portal_backend.base.validation import field_word
from portal_backend.base.words import catalogue

LONG = "a" * 256
# number signs, end marks and hieroglyph joiners are format characters that are visible
SEEN = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
TAKEN: list[tuple[Any, Any, Any]] = [
    (fields.Text, "  SN-1  ", "SN-1"),
    (fields.Text, "e\u0301", "\u00e9"),
    (fields.Text, "a" * 255, "a" * 255),
    (fields.Text, "\U0001f4e1 Ñandú Čeština Київ", "\U0001f4e1 Ñandú Čeština Київ"),
    (fields.OptionalText, None, ""),
    (fields.OptionalText, "", ""),
    (fields.Note, "one\r\ntwo\n", "one\ntwo"),
    (fields.Note, None, ""),
    (fields.Note, "a" * 1024, "a" * 1024),
    (fields.Description, "a" * 4000, "a" * 4000),
    (fields.PersonName, "María José O’Neill-Ruiz Jr.", "María José O’Neill-Ruiz Jr."),
    (fields.PersonName, "Олександр", "Олександр"),
    (fields.PersonName, "J", "J"),
    (fields.Phone, "+380 44 123 45 67", "+380 44 123 45 67"),
    (fields.Phone, "0123456789", "0123456789"),
    (fields.Email, "ana.maria+test@correo.example.org", "ana.maria+test@correo.example.org"),
    (fields.Country, "UA", "UA"),
    (fields.Dimensions, "100/100/100", "100/100/100"),
    (fields.Dimensions, "1/9999/10", "1/9999/10"),
    (fields.Amount, 12, Decimal("12.00")),
    (fields.Amount, 0, Decimal("0.00")),
    (fields.Amount, "12.5", Decimal("12.50")),
    (fields.Amount, 0.29, Decimal("0.29")),
    (fields.Amount, -0.0, Decimal("0.00")),
    (fields.Amount, 9_999_999.99, Decimal("9999999.99")),
    (fields.Day, "2026-11-21", date(2026, 11, 21)),
    (fields.Day, "2026-11-21T23:59:59.999Z", date(2026, 11, 21)),
    (fields.Day, "2026-11-21T00:00:00+14:00", date(2026, 11, 21)),
    (fields.Day, datetime(2026, 11, 21, 23, 59), date(2026, 11, 21)),  # noqa: DTZ001 - without a zone, as a body may have it
    (fields.Day, "2024-02-29", date(2024, 2, 29)),
    (fields.OptionalDay, "", None),
    (fields.OptionalDay, None, None),
    (fields.Id, 2**63 - 1, 2**63 - 1),
    (fields.QueryId, "7", 7),
    (fields.ItemId, -1, None),
    (fields.ItemId, "", None),
    (fields.ItemId, None, None),
    (fields.ItemId, 7, 7),
    (fields.Flag, False, False),
    (fields.Keyword, "  Київ ", "Київ"),
    (fields.Keyword, "a" * 200, "a" * 200),
]
REFUSED: list[tuple[Any, Any, str, dict[str, Any]]] = [
    (fields.Text, "", "required", {}),
    (fields.Text, "   ", "required", {}),
    (fields.Text, None, "required", {}),
    (fields.Text, LONG, "max_length", {"value": 255}),
    (fields.Text, "a\nb", "control", {}),
    (fields.Text, "a\tb", "control", {}),
    (fields.Text, "a\0b", "control", {}),
    (fields.Text, "a\x7fb", "control", {}),
    (fields.Text, "a\x85b", "control", {}),
    (fields.Text, "a\x1bb", "control", {}),
    (fields.Text, "a\ud800b", "control", {}),
    (fields.Text, 7, "invalid", {}),
    (fields.Text, ["a"], "invalid", {}),
    (fields.OptionalText, LONG, "max_length", {"value": 255}),
    (fields.OptionalText, "a\nb", "control", {}),
    (fields.Note, "a" * 1025, "max_length", {"value": 1024}),
    (fields.Note, "a\0b", "control", {}),
    (fields.Note, "a\tb", "control", {}),
    (fields.Note, "a\rb", "control", {}),
    (fields.Description, "a" * 4001, "max_length", {"value": 4000}),
    (fields.PersonName, "", "required", {}),
    (fields.PersonName, "R2D2", "letters", {}),
    (fields.PersonName, "- -", "letters", {}),
    (fields.PersonName, "<b>Jo</b>", "letters", {}),
    (fields.Phone, "123456789", "phone", {}),
    (fields.Phone, "+1 (555) 010-9999", "phone", {}),
    (fields.Phone, "phone number", "phone", {}),
    (fields.Phone, "", "required", {}),
    (fields.Email, "ana", "email", {}),
    (fields.Email, "ana@example", "email", {}),
    (fields.Email, "ana@example..org", "email", {}),
    (fields.Email, "ana@b@example.org", "email", {}),
    (fields.Email, "a b@example.org", "email", {}),
    (fields.Email, "a@example.org,b@example.org", "email", {}),
    (fields.Email, "a@example.org\nBcc: b@example.org", "control", {}),
    (fields.Email, "", "required", {}),
    (fields.Country, "XX", "country", {}),
    (fields.Country, "ua", "country", {}),
    (fields.Country, "Ukraine", "country", {}),
    (fields.Country, "", "required", {}),
    (fields.Dimensions, "100/100", "dimensions", {}),
    (fields.Dimensions, "0/1/1", "dimensions", {}),
    (fields.Dimensions, "10.5/1/1", "dimensions", {}),
    (fields.Dimensions, "10000/1/1", "dimensions", {}),
    (fields.Dimensions, "-1/1/1", "dimensions", {}),
    (fields.Dimensions, "١/١/١", "dimensions", {}),
    (fields.Dimensions, "1/1/1/1", "dimensions", {}),
    (fields.Amount, -1, "number", {}),
    (fields.Amount, "-0.01", "number", {}),
    (fields.Amount, 0.001, "number", {}),
    (fields.Amount, "1e3", "number", {}),
    (fields.Amount, "12,50", "number", {}),
    (fields.Amount, "", "number", {}),
    (fields.Amount, None, "number", {}),
    (fields.Amount, True, "number", {}),
    (fields.Amount, float("nan"), "number", {}),
    (fields.Amount, float("inf"), "number", {}),
    (fields.Amount, [1], "number", {}),
    (fields.Amount, 10_000_000, "max_number", {"value": "9999999.99"}),
    (fields.Amount, 1e300, "max_number", {"value": "9999999.99"}),
    (fields.Amount, 10**40, "max_number", {"value": "9999999.99"}),
    (fields.Day, "2026-02-29", "date", {}),
    (fields.Day, "21.11.2026", "date", {}),
    (fields.Day, "2026-11-21x", "date", {}),
    (fields.Day, "1999-12-31", "date", {}),
    (fields.Day, "2101-01-01", "date", {}),
    (fields.Day, "", "date", {}),
    (fields.Day, 20261121, "date", {}),
    (fields.Id, 0, "min_number", {"value": 1}),
    (fields.Id, -1, "min_number", {"value": 1}),
    (fields.Id, 2**63, "max_number", {"value": 2**63 - 1}),
    (fields.Id, "7", "integer", {}),
    (fields.Id, 7.0, "integer", {}),
    (fields.Id, True, "integer", {}),
    (fields.Id, None, "integer", {}),
    (fields.QueryId, "seven", "integer", {}),
    (fields.QueryId, "7.5", "integer", {}),
    (fields.QueryId, str(2**63), "max_number", {"value": 2**63 - 1}),
    (fields.QueryId, "9" * 5000, "integer", {}),
    (fields.ItemId, -2, "min_number", {"value": 1}),
    (fields.Flag, "true", "boolean", {}),
    (fields.Flag, 1, "boolean", {}),
    (fields.Keyword, "a" * 201, "max_length", {"value": 200}),
    (fields.Keyword, "a\0", "control", {}),
]


@pytest.mark.parametrize(("kind", "given", "stored"), TAKEN)
def test_accepts_valid_values(kind: Any, given: Any, stored: Any) -> None:
    value = TypeAdapter(kind).validate_python(given)
    assert value == stored
    assert str(value) == str(stored)


@pytest.mark.parametrize(("kind", "given", "key", "values"), REFUSED)
def test_rejects_invalid_values_with_message(kind: Any, given: Any, key: str, values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(given)
    error = dict(caught.value.errors()[0])
    for language in ("en", "es"):
        with translation.override(language):
            assert str(field_word(error)) == catalogue(language)[f"errors.field.{key}"].format(**values)


def test_messages_have_the_wording_of_the_spec() -> None:
    english, spanish = catalogue("en"), catalogue("es")
    assert english["errors.field.required"] == "Required!"
    assert english["errors.field.email"] == "Invalid email!"
    assert english["errors.field.dimensions"] == "Dimensions must look like 100/100/100"
    assert english["errors.field.max_length"] == "At most {value} characters"
    assert english["errors.field.phone"] == "10 digits at least; only digits, spaces and a leading +"
    assert spanish["errors.field.required"] == "¡Obligatorio!"
    assert not [key for key in english if english[key] == spanish[key] and key.startswith("errors.")]


class Inner(fields.Body):
    """Example of a request body."""

    first_name: fields.Text
    ids: list[fields.Id] = []


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
    assert fields.path_of(location) == path


TEXTS = {
    "Text": fields.Text,
    "OptionalText": fields.OptionalText,
    "Note": fields.Note,
    "Description": fields.Description,
    "PersonName": fields.PersonName,
    "Username": fields.Username,
    "Email": fields.Email,
    "Keyword": fields.Keyword,
}


@pytest.mark.parametrize("kind", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("text", ["a" * 100_000, "a" + "\u0301\u0315" * 32_000], ids=["long", "marks"])
def test_rejects_overlong_text_before_normalizing(kind: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "composed", lambda each: pytest.fail(f"{len(each)} characters were gone through"))
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(text)
    assert caught.value.errors()[0]["type"] == "word.max_length"


def test_rejects_too_many_combining_marks_before_sorting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting takes quadratic time and would block the process."""
    text = "a" + "\u0301\u0315" * 1000
    with monkeypatch.context() as patched:
        patched.setattr(fields.unicodedata, "normalize", lambda form, each: pytest.fail("they were sorted"))
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(fields.Description).validate_python(text)
    assert caught.value.errors()[0]["type"] == "word.control"


@pytest.mark.parametrize("text", ["Tiếng Việt ngữ " * 17, "שָׁלוֹם" * 30, "हिन्दी" * 40], ids=["vi", "he", "hi"])
def test_length_limit_applies_after_composition(text: str) -> None:
    decomposed = unicodedata.normalize("NFD", text)
    assert TypeAdapter(fields.Text).validate_python(decomposed) == unicodedata.normalize("NFC", text).strip()


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
    for kind in (fields.Text, fields.Note, fields.Keyword):
        assert TypeAdapter(kind).validate_python(typed) == stored


@pytest.mark.parametrize("typed", ["\u200b", "\u202e\u202c", "\u2800", "\u3164"])
def test_text_of_only_invisible_characters_is_missing(typed: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(fields.Text).validate_python(typed)


def test_removes_every_invisible_format_character() -> None:
    """Keeps only format characters that scripts and emoji need or that are visible."""
    for code in range(0x80, sys.maxunicode + 1):
        if unicodedata.category(chr(code)) == "Cf" and code not in SEEN:
            assert TypeAdapter(fields.Text).validate_python(f"a{chr(code)}b") == "ab", hex(code)
