"""Conversion of cells to values of fields, and notes on the interpretation."""

from decimal import Decimal
from typing import Any

import pytest

from portal_backend.core.actor import Actor, Role
from portal_backend.core.countries import get_country_codes_by_name, list_country_choices
from portal_backend.core.translations import LazyMessage
from portal_backend.imports.cells import Cell, format_cell, to_stored_value
from portal_backend.imports.converters import CellConverter, CellError
from portal_backend.resources.field import FieldKind, FormField

READER = Actor(1, "ana", "Ana Gil", Role.ADMIN, None, None)
COLORS = [{"key": "RED", "name": "Red"}, {"key": "GREEN", "name": "Green"}]


def convert_cell(kind: FieldKind, cell: Cell, **aliases: str) -> tuple[Any, list[str]]:
    """Convert a cell and return its value and the keys of its notes."""
    has_choices = kind in ("choice", "choices")
    field = FormField("field", kind, choices=(lambda actor: COLORS) if has_choices else None)
    notes: list[LazyMessage] = []
    value = CellConverter(field, READER, lambda: aliases).convert(cell, notes)
    return value, [note.key.removeprefix("imports.notes.") for note in notes]


def get_cell_error(kind: FieldKind, cell: Cell) -> LazyMessage:
    with pytest.raises(CellError) as caught:
        convert_cell(kind, cell)
    return caught.value.message


@pytest.mark.parametrize("kind", ["text", "number", "money", "boolean", "choice", "choices", "texts"])
@pytest.mark.parametrize("cell", [None, "", "  "])
def test_blank_cell_has_no_value(kind: FieldKind, cell: Cell) -> None:
    assert convert_cell(kind, cell) == (None, [])


@pytest.mark.parametrize(
    ("cell", "value", "note"),
    [
        (" as typed ", "as typed", None),
        (7, "7", "number_as_text"),
        (7.0, "7", "number_as_text"),
        (0.25, "0.25", "number_as_text"),
        (1234567890123456, "1234567890123456", "digits_lost"),
        ({"d": "2026-04-03"}, "2026-04-03", "date_as_text"),
        (True, "Yes", "logical_as_text"),
        ("TRUE", "TRUE", "logical_as_text"),
        ("Verdadero", "Verdadero", "logical_as_text"),
        ("1.23E+15", "1.23E+15", "digits_lost"),
        ("1,23457e+11", "1,23457e+11", "digits_lost"),
        ("3E05", "3E05", None),
        ("2026-04-03 00:00:00", "2026-04-03 00:00:00", "date_as_text"),
        ("3-Apr", "3-Apr", "date_as_text"),
        ("4-ago.", "4-ago.", "date_as_text"),
        ("3-April-X", "3-April-X", None),
        ({"hidden": "of a hidden row"}, "of a hidden row", "hidden"),
    ],
)
def test_notes_text_altered_by_spreadsheet_program(cell: Cell, value: str, note: str | None) -> None:
    assert convert_cell("text", cell) == (value, [note] if note else [])


@pytest.mark.parametrize(
    ("cell", "value", "notes"),
    [
        (4.0, 4, []),
        (4, 4, []),
        ("12", 12, []),
        ("1 200", 1200, ["number"]),
        ("4.5", "4.5", []),
        (4.5, 4.5, []),
        ("four", "four", []),
    ],
)
def test_converts_integers(cell: Cell, value: Any, notes: list[str]) -> None:
    assert convert_cell("number", cell) == (value, notes), "invalid numbers are rejected by the form later"


@pytest.mark.parametrize(
    ("cell", "value", "notes"),
    [
        ("12.50", "12.50", []),
        ("12,50", "12.50", ["number"]),
        ("1,234.50", "1234.50", ["number"]),
        ("1.234,50", "1234.50", ["number"]),
        ("1.234.567", "1234567", ["number"]),
        ("1 234,5", "1234.5", ["number"]),
        ("$ 12", "12", ["number"]),
        ("USD 0.125", "0.125", ["number"]),
        ("12 €", "12", ["number", "currency"]),
        ("-3.5", "-3.5", []),
    ],
)
def test_parses_amount_with_separators_and_currency(cell: str, value: str, notes: list[str]) -> None:
    assert convert_cell("money", cell) == (Decimal(value), notes)


@pytest.mark.parametrize(
    ("cell", "value"), [("on request", "on request"), (7.5, 7.5), ({"d": "2026-01-02"}, "2026-01-02")]
)
def test_leaves_invalid_amount_to_form_validation(cell: Cell, value: Any) -> None:
    assert convert_cell("money", cell) == (value, [])


@pytest.mark.parametrize("text", ["1,234", "1.234", "-12.500"])
def test_rejects_ambiguous_thousands_separator(text: str) -> None:
    assert get_cell_error("money", text) == LazyMessage("imports.wrong.thousands", {"text": text})


@pytest.mark.parametrize(
    ("cell", "value"),
    [(True, True), (False, False), (1, True), (0, False), ("X", True), ("sí", True), ("No", False), ("-", False)],
)
def test_converts_boolean_words(cell: Cell, value: bool) -> None:
    assert convert_cell("boolean", cell) == (value, [])


def test_rejects_invalid_boolean() -> None:
    assert get_cell_error("boolean", "perhaps") == LazyMessage("imports.wrong.boolean", {"text": "perhaps"})


@pytest.mark.parametrize("cell", ["red", "RED", " Red "])
def test_converts_choice_by_name_or_key(cell: str) -> None:
    assert convert_cell("choice", cell) == ("RED", [])


def test_converts_choice_by_alias() -> None:
    assert convert_cell("choice", "scarlet", scarlet="RED") == ("RED", [])


def test_invalid_choice_lists_choices() -> None:
    assert get_cell_error("choice", "Blue") == LazyMessage(
        "imports.wrong.choice", {"text": "Blue", "choices": "Red, Green"}
    )


def test_invalid_choice_lists_limited_number_of_choices() -> None:
    field = FormField(
        "field", "choice", choices=lambda actor: [{"key": f"K{n}", "name": f"Name {n}"} for n in range(13)]
    )
    with pytest.raises(CellError) as caught:
        CellConverter(field, READER, None).convert("x", [])
    assert str(caught.value.message.values["choices"]).endswith("Name 11, …")


@pytest.mark.parametrize("cell", ["Red, green", "green; red;", "red/Green/RED", "Red\nGreen"])
def test_converts_several_choices_in_one_cell(cell: str) -> None:
    assert sorted(convert_cell("choices", cell)[0]) == ["GREEN", "RED"]


def test_converts_choice_with_comma_in_name() -> None:
    assert convert_cell("choices", "red, dark", **{"red, dark": "RED"}) == (["RED"], [])


def test_converts_several_texts_in_one_cell() -> None:
    assert convert_cell("texts", "a@x.org; b@x.org, c@x.org\nd@x.org ")[0] == [
        "a@x.org",
        "b@x.org",
        "c@x.org",
        "d@x.org",
    ]


@pytest.mark.parametrize(
    ("cell", "key"), [({"e": "FORMULA"}, "formula"), ({"e": "TOO_LONG"}, "too_long"), ({"e": "#REF!"}, "error")]
)
def test_rejects_error_cell(cell: Cell, key: str) -> None:
    assert get_cell_error("text", cell).key == f"imports.wrong.{key}"


def test_notes_merged_cell_and_cell_below_picture() -> None:
    assert convert_cell("number", {"m": "7"}) == (7, ["merged"])
    assert convert_cell("text", {"p": "front.png", "h": "0", "t": "below"}) == ("below", ["picture"])
    assert convert_cell("text", {"p": "front.png", "h": "0"}) == (None, ["picture"])
    assert to_stored_value({"p": "front.png", "h": "0"}) == {"p": "front.png", "h": "0"}


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, ""),
        (True, "Yes"),
        ({"p": "front.png", "h": "0"}, "front.png"),
        ({"h": "0", "t": "below", "p": "front.png"}, "below"),
        ({"d": "2026-01-02"}, "2026-01-02"),
        (["RED", "GREEN"], "Red, Green"),
        (2.0, "2"),
        (1e16, "1e+16"),
        ("RED", "Red"),
        ("BLUE", "BLUE"),
    ],
)
def test_formats_cell_for_display(cell: Cell, text: str) -> None:
    assert format_cell(cell, {"RED": "Red", "GREEN": "Green"}) == text


def test_converts_value_to_stored_form() -> None:
    assert [to_stored_value(each) for each in (Decimal("1.50"), {"m": Decimal(2)}, "x", {"d": "2026-01-02"})] == [
        "1.50",
        "2",
        "x",
        {"d": "2026-01-02"},
    ]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *(("USA", "US"), ("CHN", "CN"), ("UK", "GB"), ("United States", "US"), ("Deutschland", "DE"), ("DEU", "DE")),
        *(("us", "US"), ("España", "ES"), ("espana", "ES"), ("Polska", "PL"), ("Россия", "RU"), ("Korea", "KR")),
        *(("Czech Republic", "CZ"), ("U.S.A.", "US"), ("Türkiye", "TR"), ("Germany", "DE"), ("Alemania", "DE")),
    ],
)
def test_converts_country_by_name_or_code(written: str, code: str) -> None:
    field = FormField("origin", "choice", required=False, choices=lambda actor: list_country_choices())
    assert CellConverter(field, READER, get_country_codes_by_name).convert(written, []) == code


def test_suggests_similar_countries() -> None:
    field = FormField("origin", "choice", required=False, choices=lambda actor: list_country_choices())
    with pytest.raises(CellError) as caught:
        CellConverter(field, READER, get_country_codes_by_name).convert("Germny", [])
    assert caught.value.message.key == "imports.wrong.choice_near"
    assert str(caught.value.message.values["choices"]).startswith("Germany")
