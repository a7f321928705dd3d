"""Conversion of cells to values of fields; ambiguous values are noted."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.utils import translation
from rapidfuzz import process

from portal_backend.core.actor import Actor
from portal_backend.core.translations import LANGUAGES, LazyMessage, translate
from portal_backend.imports.cells import Cell, format_cell
from portal_backend.imports.column_matching import normalize_label
from portal_backend.resources.field import FormField

# spreadsheet programs store 15 significant digits of a number
MAX_EXACT_NUMBER = 10**15
MAX_LISTED_CHOICES = 12
MAX_CACHED_VALUES = 1000
MAX_SUGGESTIONS, MIN_SIMILARITY, MAX_COMPARED_LENGTH = 5, 70.0, 60
MessagesByField = dict[str, list[LazyMessage]]
TRUE_WORDS = ("1", "x", "on", "y", "true", "verdadero", "wahr", "ja", "enabled")
FALSE_WORDS = ("0", "off", "n", "false", "falso", "falsch", "nein", "disabled", "-")
DOLLAR_SIGN = re.compile(r"us\$|usd|\$", re.IGNORECASE)
# forms in which spreadsheet programs save long numbers, dates and booleans, in delimited text files too
EXPONENT_NOTATION = re.compile(r"[0-9](?:[.,][0-9]+)?e\+[0-9]{2,3}", re.IGNORECASE)
MONTHS = "jan|ene|feb|mar|apr|abr|may|jun|jul|aug|ago|sep|oct|nov|dec|dic"
DATE_LIKE = re.compile(rf"[0-9]{{4}}(-[0-9]{{2}}){{2}}([ T]00:00(:00)?)?|[0-9]{{1,2}}-({MONTHS})\.?", re.IGNORECASE)
BOOLEAN_LIKE = re.compile("true|false|verdadero|falso", re.IGNORECASE)
FOREIGN_CURRENCY = re.compile(r"[€£¥₽]|eur|gbp|jpy|chf|rub|mxn|\b[a-z]{3}\b", re.IGNORECASE)

HIDDEN_ROW_NOTE = LazyMessage("imports.notes.hidden")


class CellError(Exception):
    """Cell that has no valid value for its field."""

    def __init__(self, message: LazyMessage) -> None:
        super().__init__(message.key)
        self.message = message


class CellConverter:
    """Converter of the cells of one field; messages for the user go to `notes`."""

    def __init__(self, field: FormField, actor: Actor, aliases: Callable[[], Mapping[str, str]] | None) -> None:
        self.field = field
        self.keys_by_name = _map_names_to_keys(field, actor, aliases)
        self.choice_names = [str(each["name"]) for each in field.choices(actor)] if field.choices else []
        self.names_by_key = (
            {str(each["key"]): str(each["name"]) for each in field.choices(actor)} if field.choices else {}
        )
        self._cache: dict[str, Any] = {}
        self._convert: Callable[[Cell, list[LazyMessage]], Any] = {
            "number": self._convert_number,
            "money": self._convert_money,
            "boolean": self._convert_boolean,
            "choice": self._convert_choice,
            "choices": self._convert_choices,
            "texts": self._convert_texts,
        }.get(field.kind, self._convert_text)

    def convert(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        """Convert a cell to its value; None for a blank cell.

        Raises CellError.
        """
        if isinstance(cell, str):
            text = cell.strip()
            return (
                (self._convert_cached(text, notes) if self.keys_by_name else self._convert(text, notes))
                if text
                else None
            )
        if isinstance(cell, dict):
            if "p" in cell:
                notes.append(LazyMessage("imports.notes.picture", {"name": cell["p"]}))
                return self.convert(cell.get("t"), notes)
            if "m" in cell:
                notes.append(LazyMessage("imports.notes.merged"))
                return self.convert(cell["m"], notes)
            if "hidden" in cell:
                notes.append(HIDDEN_ROW_NOTE)
                return self.convert(cell["hidden"], notes)
            if "l" in cell:
                notes.append(LazyMessage("imports.notes.quotes"))
                return self.convert(cell["l"], notes)
            if "e" in cell:
                raise CellError(_get_error_message(str(cell["e"])))
        return None if cell is None else self._convert(cell, notes)

    def _convert_cached(self, text: str, notes: list[LazyMessage]) -> Any:
        """Convert a text to a choice, cached: a file repeats the same few texts."""
        if text in self._cache:
            return self._cache[text]
        value = self._convert(text, notes)
        if len(self._cache) < MAX_CACHED_VALUES:
            self._cache[text] = value
        return value

    def _convert_text(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        if damage := _detect_damage(cell):
            notes.append(damage)
        return format_cell(cell)

    def _convert_number(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        if isinstance(cell, str):
            value = parse_amount(cell, notes)
            return int(value) if value is not None and value == value.to_integral_value() else cell
        return int(cell) if isinstance(cell, float) and cell.is_integer() else cell

    def _convert_money(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        if isinstance(cell, str):
            value = parse_amount(cell, notes)
            return cell if value is None else value
        return format_cell(cell) if isinstance(cell, dict) else cell

    def _convert_boolean(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        if isinstance(cell, bool):
            return cell
        text = format_cell(cell).casefold()
        for truth, names in ((True, TRUE_WORDS), (False, FALSE_WORDS)):
            if text in names or text in _translate_into_all_languages("yes" if truth else "no"):
                return truth
        raise CellError(LazyMessage("imports.wrong.boolean", {"text": text[:60]}))

    def _convert_choice(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        text = format_cell(cell)
        key = self.keys_by_name.get(normalize_label(text)) or self.keys_by_name.get(text)
        if key is None:
            if len(self.choice_names) > MAX_LISTED_CHOICES and (similar := self._suggest_choices(text)):
                raise CellError(
                    LazyMessage("imports.wrong.choice_near", {"text": text[:60], "choices": ", ".join(similar)})
                )
            listed = self.choice_names[:MAX_LISTED_CHOICES] + (
                ["…"] if len(self.choice_names) > MAX_LISTED_CHOICES else []
            )
            raise CellError(LazyMessage("imports.wrong.choice", {"text": text[:60], "choices": ", ".join(listed)}))
        return key

    def _suggest_choices(self, text: str) -> list[str]:
        """Return the names of the choices most similar to a text."""
        found = process.extract(
            normalize_label(text)[:MAX_COMPARED_LENGTH],
            list(self.keys_by_name),
            limit=MAX_SUGGESTIONS,
            score_cutoff=MIN_SIMILARITY,
        )
        keys = dict.fromkeys(self.keys_by_name[name] for name, _, _ in found)
        return [self.names_by_key[key] for key in keys if key in self.names_by_key]

    def _convert_choices(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        single = self.keys_by_name.get(normalize_label(format_cell(cell)))
        parts = [each.strip() for each in re.split(r"[,;|/\n]", format_cell(cell)) if each.strip()]
        return [single] if single else list(dict.fromkeys(self._convert_choice(each, notes) for each in parts))

    def _convert_texts(self, cell: Cell, notes: list[LazyMessage]) -> Any:
        return [each for each in re.split(r"[,;\s]+", format_cell(cell)) if each]


def _detect_damage(cell: Cell) -> LazyMessage | None:
    """Return a note if a spreadsheet program may have altered a text."""
    text: dict[str, object] = {"text": format_cell(cell)}
    if isinstance(cell, dict) or (isinstance(cell, str) and DATE_LIKE.fullmatch(cell)):
        return LazyMessage("imports.notes.date_as_text", text)
    if isinstance(cell, bool) or (isinstance(cell, str) and BOOLEAN_LIKE.fullmatch(cell)):
        return LazyMessage("imports.notes.logical_as_text", text)
    if (isinstance(cell, str) and EXPONENT_NOTATION.fullmatch(cell)) or (
        isinstance(cell, int | float) and abs(cell) >= MAX_EXACT_NUMBER
    ):
        return LazyMessage("imports.notes.digits_lost", text)
    return LazyMessage("imports.notes.number_as_text", text) if isinstance(cell, int | float) else None


def parse_amount(text: str, notes: list[LazyMessage]) -> Decimal | None:
    """Parse a number as written by people; None if it is not a number.

    Notes what was interpreted. Raises CellError where a separator may be a thousands or a decimal separator.
    """
    without_dollars = DOLLAR_SIGN.sub("", text)
    foreign = FOREIGN_CURRENCY.search(without_dollars)
    digits = re.sub(r"[\s\u00a0\u202f'’]", "", FOREIGN_CURRENCY.sub("", without_dollars))
    if not re.fullmatch(r"-?[0-9]+([.,][0-9]+)*", digits):
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    value = digits
    if last >= 0:
        separator, other = digits[last], "," if digits[last] == "." else "."
        is_grouped = digits.count(separator) > 1
        if other not in digits and not is_grouped and len(digits) - last == 4 and digits[0] != "0":
            raise CellError(LazyMessage("imports.wrong.thousands", {"text": text.strip()[:40]}))
        integer = re.sub("[.,]", "", digits if is_grouped else digits[:last])
        value = integer if is_grouped else f"{integer}.{digits[last + 1 :]}"
    if value != text.strip():
        notes.append(LazyMessage("imports.notes.number", {"text": text.strip()[:40], "value": value[:40]}))
    if foreign:
        notes.append(LazyMessage("imports.notes.currency", {"sign": foreign[0]}))
    return Decimal(value)


def _get_error_message(name: str) -> LazyMessage:
    if name == "FORMULA":
        return LazyMessage("imports.wrong.formula")
    if name == "TOO_LONG":
        return LazyMessage("imports.wrong.too_long")
    return LazyMessage("imports.wrong.error", {"text": name})


def _translate_into_all_languages(key: str) -> set[str]:
    texts = set()
    for language in LANGUAGES:
        with translation.override(language):
            texts.add(translate(key).casefold())
    return texts


def _map_names_to_keys(
    field: FormField, actor: Actor, aliases: Callable[[], Mapping[str, str]] | None
) -> dict[str, str]:
    """Map names in either language, keys and aliases of the choices to their keys."""
    if field.choices is None:
        return {}
    key_by_name: dict[str, str] = {normalize_label(name): key for name, key in (aliases() if aliases else {}).items()}
    for language in LANGUAGES:
        with translation.override(language):
            for each in field.choices(actor):
                key_by_name.setdefault(normalize_label(str(each["name"])), str(each["key"]))
                key_by_name.setdefault(normalize_label(str(each["key"])), str(each["key"]))
    return key_by_name
