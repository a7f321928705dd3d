"""Conversion of cells to values of fields; ambiguous values are noted."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.utils import translation
from rapidfuzz import process

from portal_backend.base.actor import Actor
from portal_backend.base.words import LANGUAGES, Word, word
from portal_backend.imports.cells import Cell, shown
from portal_backend.imports.matching import folded
from portal_backend.resources.field import FormField

# spreadsheet programs store 15 significant digits of a number
EXACT = 10**15
MOST_NAMED = 12
MAX_REMEMBERED = 1000
MAX_SUGGESTIONS, MIN_SIMILARITY, MAX_COMPARED_LENGTH = 5, 70.0, 60
Told = dict[str, list[Word]]
YES = ("1", "x", "on", "y", "true", "verdadero", "wahr", "ja", "enabled")
NO = ("0", "off", "n", "false", "falso", "falsch", "nein", "disabled", "-")
DOLLARS = re.compile(r"us\$|usd|\$", re.IGNORECASE)
# forms in which spreadsheet programs save long numbers, dates and booleans, in delimited text files too
EXPONENT = re.compile(r"[0-9](?:[.,][0-9]+)?e\+[0-9]{2,3}", re.IGNORECASE)
MONTHS = "jan|ene|feb|mar|apr|abr|may|jun|jul|aug|ago|sep|oct|nov|dec|dic"
DATE = re.compile(rf"[0-9]{{4}}(-[0-9]{{2}}){{2}}([ T]00:00(:00)?)?|[0-9]{{1,2}}-({MONTHS})\.?", re.IGNORECASE)
LOGICAL = re.compile("true|false|verdadero|falso", re.IGNORECASE)
CURRENCY = re.compile(r"[€£¥₽]|eur|gbp|jpy|chf|rub|mxn|\b[a-z]{3}\b", re.IGNORECASE)

HIDDEN = Word("imports.notes.hidden")


class Wrong(Exception):
    """Cell that has no valid value for its field."""

    def __init__(self, message: Word) -> None:
        super().__init__(message.key)
        self.word = message


class Converter:
    """Converter of the cells of one field; messages for the user go to `notes`."""

    def __init__(self, field: FormField, actor: Actor, aliases: Callable[[], Mapping[str, str]] | None) -> None:
        self.field = field
        self.choices = _named_choices(field, actor, aliases)
        self.offered = [str(each["name"]) for each in field.choices(actor)] if field.choices else []
        self.named = {str(each["key"]): str(each["name"]) for each in field.choices(actor)} if field.choices else {}
        self._met: dict[str, Any] = {}
        self._read: Callable[[Cell, list[Word]], Any] = {
            "number": self._number,
            "money": self._money,
            "boolean": self._boolean,
            "choice": self._choice,
            "choices": self._several,
            "texts": self._texts,
        }.get(field.kind, self._text)

    def value(self, cell: Cell, notes: list[Word]) -> Any:
        """Convert a cell to its value; None for a blank cell.

        Raises CellError.
        """
        if isinstance(cell, str):
            text = cell.strip()
            return (self._once(text, notes) if self.choices else self._read(text, notes)) if text else None
        if isinstance(cell, dict):
            if "p" in cell:
                notes.append(Word("imports.notes.picture", {"name": cell["p"]}))
                return self.value(cell.get("t"), notes)
            if "m" in cell:
                notes.append(Word("imports.notes.merged"))
                return self.value(cell["m"], notes)
            if "hidden" in cell:
                notes.append(HIDDEN)
                return self.value(cell["hidden"], notes)
            if "l" in cell:
                notes.append(Word("imports.notes.quotes"))
                return self.value(cell["l"], notes)
            if "e" in cell:
                raise Wrong(_error(str(cell["e"])))
        return None if cell is None else self._read(cell, notes)

    def _once(self, text: str, notes: list[Word]) -> Any:
        """Convert a text to a choice, cached: a file repeats the same few texts."""
        if text in self._met:
            return self._met[text]
        value = self._read(text, notes)
        if len(self._met) < MAX_REMEMBERED:
            self._met[text] = value
        return value

    def _text(self, cell: Cell, notes: list[Word]) -> Any:
        if damage := _damage(cell):
            notes.append(damage)
        return shown(cell)

    def _number(self, cell: Cell, notes: list[Word]) -> Any:
        if isinstance(cell, str):
            value = amount(cell, notes)
            return int(value) if value is not None and value == value.to_integral_value() else cell
        return int(cell) if isinstance(cell, float) and cell.is_integer() else cell

    def _money(self, cell: Cell, notes: list[Word]) -> Any:
        if isinstance(cell, str):
            value = amount(cell, notes)
            return cell if value is None else value
        return shown(cell) if isinstance(cell, dict) else cell

    def _boolean(self, cell: Cell, notes: list[Word]) -> Any:
        if isinstance(cell, bool):
            return cell
        text = shown(cell).casefold()
        for truth, names in ((True, YES), (False, NO)):
            if text in names or text in _spoken("yes" if truth else "no"):
                return truth
        raise Wrong(Word("imports.wrong.boolean", {"text": text[:60]}))

    def _choice(self, cell: Cell, notes: list[Word]) -> Any:
        text = shown(cell)
        key = self.choices.get(folded(text)) or self.choices.get(text)
        if key is None:
            if len(self.offered) > MOST_NAMED and (similar := self._near(text)):
                raise Wrong(Word("imports.wrong.choice_near", {"text": text[:60], "choices": ", ".join(similar)}))
            listed = self.offered[:MOST_NAMED] + (["…"] if len(self.offered) > MOST_NAMED else [])
            raise Wrong(Word("imports.wrong.choice", {"text": text[:60], "choices": ", ".join(listed)}))
        return key

    def _near(self, text: str) -> list[str]:
        """Return the names of the choices most similar to a text."""
        found = process.extract(
            folded(text)[:MAX_COMPARED_LENGTH], list(self.choices), limit=MAX_SUGGESTIONS, score_cutoff=MIN_SIMILARITY
        )
        keys = dict.fromkeys(self.choices[name] for name, _, _ in found)
        return [self.named[key] for key in keys if key in self.named]

    def _several(self, cell: Cell, notes: list[Word]) -> Any:
        single = self.choices.get(folded(shown(cell)))
        parts = [each.strip() for each in re.split(r"[,;|/\n]", shown(cell)) if each.strip()]
        return [single] if single else list(dict.fromkeys(self._choice(each, notes) for each in parts))

    def _texts(self, cell: Cell, notes: list[Word]) -> Any:
        return [each for each in re.split(r"[,;\s]+", shown(cell)) if each]


def _damage(cell: Cell) -> Word | None:
    """Return a note if a spreadsheet program may have altered a text."""
    text: dict[str, object] = {"text": shown(cell)}
    if isinstance(cell, dict) or (isinstance(cell, str) and DATE.fullmatch(cell)):
        return Word("imports.notes.date_as_text", text)
    if isinstance(cell, bool) or (isinstance(cell, str) and LOGICAL.fullmatch(cell)):
        return Word("imports.notes.logical_as_text", text)
    if (isinstance(cell, str) and EXPONENT.fullmatch(cell)) or (isinstance(cell, int | float) and abs(cell) >= EXACT):
        return Word("imports.notes.digits_lost", text)
    return Word("imports.notes.number_as_text", text) if isinstance(cell, int | float) else None


def amount(text: str, notes: list[Word]) -> Decimal | None:
    """Parse a number as written by people; None if it is not a number.

    Notes what was interpreted. Raises CellError where a separator may be a thousands or a decimal separator.
    """
    without_dollars = DOLLARS.sub("", text)
    foreign = CURRENCY.search(without_dollars)
    digits = re.sub(r"[\s\u00a0\u202f'’]", "", CURRENCY.sub("", without_dollars))
    if not re.fullmatch(r"-?[0-9]+([.,][0-9]+)*", digits):
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    value = digits
    if last >= 0:
        separator, other = digits[last], "," if digits[last] == "." else "."
        is_grouped = digits.count(separator) > 1
        if other not in digits and not is_grouped and len(digits) - last == 4 and digits[0] != "0":
            raise Wrong(Word("imports.wrong.thousands", {"text": text.strip()[:40]}))
        integer = re.sub("[.,]", "", digits if is_grouped else digits[:last])
        value = integer if is_grouped else f"{integer}.{digits[last + 1 :]}"
    if value != text.strip():
        notes.append(Word("imports.notes.number", {"text": text.strip()[:40], "value": value[:40]}))
    if foreign:
        notes.append(Word("imports.notes.currency", {"sign": foreign[0]}))
    return Decimal(value)


def _error(name: str) -> Word:
    if name == "FORMULA":
        return Word("imports.wrong.formula")
    if name == "TOO_LONG":
        return Word("imports.wrong.too_long")
    return Word("imports.wrong.error", {"text": name})


def _spoken(key: str) -> set[str]:
    texts = set()
    for language in LANGUAGES:
        with translation.override(language):
            texts.add(word(key).casefold())
    return texts


def _named_choices(field: FormField, actor: Actor, aliases: Callable[[], Mapping[str, str]] | None) -> dict[str, str]:
    """Map names in either language, keys and aliases of the choices to their keys."""
    if field.choices is None:
        return {}
    key_by_name: dict[str, str] = {folded(name): key for name, key in (aliases() if aliases else {}).items()}
    for language in LANGUAGES:
        with translation.override(language):
            for each in field.choices(actor):
                key_by_name.setdefault(folded(str(each["name"])), str(each["key"]))
                key_by_name.setdefault(folded(str(each["key"])), str(each["key"]))
    return key_by_name
