"""Detection of the header row of a sheet, and mapping of its headings to fields."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from rapidfuzz import fuzz

from portal_backend.base.words import LANGUAGES, word
from portal_backend.imports.cells import Cell, is_picture, shown
from portal_backend.imports.reading import Sheet
from portal_backend.resources.field import FormField
from portal_backend.resources.targets import Target

ALIKE = 87.0
SAMPLES = 3
MAX_HEADING_LENGTH = 60
# score of a possible synonym, which the user has to confirm
UNSURE = 95.0
# scores of exact matches: of two columns that match a field, the higher one wins
KNOWN, NAMED, MEANT = 300.0, 200.0, 150.0
Column = dict[str, Any]


@dataclass(frozen=True)
class Match:
    """Field matched by a heading, with a score."""

    field: str
    #: 100 or less for a heading that is only similar to a name of the field, or has a possible synonym.
    worth: float


def folded(text: str) -> str:
    """Normalize a text: no case, accents or punctuation, single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(each if each.isalnum() else " " for each in plain if not unicodedata.combining(each))
    return " ".join(letters.split())


class Headings:
    """Matcher of headings to the fields of a target.

    It covers labels in all languages, field keys, synonyms, and the headings the user mapped before.
    """

    def __init__(self, target: Target, language: str, known: Mapping[str, str]) -> None:
        self.known = known
        self.names: dict[str, Match] = {}
        for field in target.fields:
            self._name(field.key, UNSURE, *target.importing.possible_synonyms.get(field.key, ()))
            self._name(field.key, MEANT, *target.importing.synonyms.get(field.key, ()))
        for field in target.fields:
            self._name(field.key, NAMED, field.key, re.sub("([A-Z])", r" \1", field.key), *_labels(field, language))

    def _name(self, key: str, score: float, *names: str) -> None:
        for each in names:
            self.names[folded(each)] = Match(key, score)

    def match(self, heading: str) -> Match | None:
        """Return the field matched by a heading, or None."""
        name = folded(heading)
        if name in self.known:
            return Match(self.known[name], KNOWN)
        if not name or name in self.names:
            return self.names.get(name)
        best = max(self.names, key=lambda each: fuzz.ratio(name, each))
        score = fuzz.ratio(name, best)
        return Match(self.names[best].field, score * 0.9) if score >= ALIKE else None


def _labels(field: FormField, language: str) -> list[str]:
    """Return the labels of a field in all languages.

    A label without its language, if shared by several fields, belongs to the field of the user's language.
    """
    labels, bare_labels = [], {}
    for each_language in LANGUAGES:
        with translation.override(each_language):
            labels.append(field.label)
            bare_labels[each_language] = word(f"columns.{field.column or field.key}")
    if not field.language:
        return labels + list(bare_labels.values())
    own_label = bare_labels[field.language]
    is_shared = list(bare_labels.values()).count(own_label) > 1
    return [*labels, own_label] if not is_shared or field.language == language else labels


def header_of(sheet: Sheet, headings: Headings) -> int:
    """Return the number of the header row, or 0 if there is none.

    Titles and logos may precede it: it is the row whose cells match fields best.
    """
    best, best_score = 0, 0.0
    for line, cells in sheet.top:
        texts = [each for each in map(shown, cells) if each.strip()]
        if any(len(each) > 3 * MAX_HEADING_LENGTH for each in texts):
            continue
        fields: dict[str, float] = {}
        for each in texts:
            if (found := headings.match(each)) is not None and found.field:
                fields[found.field] = max(fields.get(found.field, 0), found.worth)
        score = sum(fields.values())
        # one word of a title may match by chance
        if score > best_score and (len(fields) > 1 or len(texts) < 3):
            best, best_score = line, score
    return best or _widest_text(sheet)


def _widest_text(sheet: Sheet) -> int:
    """Return the first row as wide as most rows, if its cells look like headings."""
    if not sheet.top:
        return 0
    widths = sorted(sum(1 for each in cells if shown(each).strip()) for _, cells in sheet.top)
    usual = widths[len(widths) // 2]
    for position, (line, cells) in enumerate(sheet.top):
        if sum(1 for each in cells if shown(each).strip()) >= max(2, usual):
            return line if _are_headings(cells, [below for _, below in sheet.top[position + 1 :]]) else 0
    return 0


def _are_headings(cells: Sequence[Cell], below: Sequence[Sequence[Cell]]) -> bool:
    """Return whether cells look like headings.

    They are short texts without digits, or with letters and mostly of another shape than the cells below.
    """
    texts = {index: each for index, each in enumerate(cells) if shown(each).strip()}
    if not all(isinstance(each, str) and len(each) <= MAX_HEADING_LENGTH for each in texts.values()):
        return False
    if not any(char.isdigit() for each in texts.values() for char in each):
        return True
    if not all(any(char.isalpha() for char in each) for each in texts.values()):
        return False
    columns = {index: [shown(row[index]) for row in below if index < len(row)] for index in texts}
    different = [index for index, each in texts.items() if _form(each) not in {_form(text) for text in columns[index]}]
    return bool(below) and len(different) > len(texts) / 2


def _form(text: str) -> str:
    """Return the shape of a text: runs of letters become "a", numbers become "9".

    "R-400" and "Vm-12" both become "a-9".
    """
    letters = re.sub(r"[^\W\d_]+", "a", text.strip())
    return re.sub(r"\d+(?:[.,]\d+)*", "9", letters)


def columns_of(sheet: Sheet, header: int, headings: Headings, target: Target) -> list[Column]:
    """Map each column to a field.

    Of several columns that match a field, one with content and the highest score is used.
    """
    top = dict(sheet.top)
    names = [shown(each).strip() for each in top.get(header, [])]
    body = [cells for line, cells in sheet.top if line > header]
    width = max([len(names), *(len(cells) for cells in body)], default=0)
    names += [""] * (width - len(names))
    matches = {index: found for index, name in enumerate(names) if (found := headings.match(name)) is not None}
    texts = {
        index: [text for cells in body if index < len(cells) and (text := shown(cells[index]).strip())]
        for index in range(width)
    }
    taken: dict[str, int] = {}
    for index, found in sorted(matches.items(), key=lambda each: (not texts[each[0]], -each[1].worth)):
        taken.setdefault(found.field, index)
    rivals = [found.field for found in matches.values()]
    columns = []
    for index, name in enumerate(names):
        match = matches.get(index)
        field = match.field if match and taken[match.field] == index else ""
        sure = match is None or match.worth >= KNOWN or (match.worth > 100 and rivals.count(match.field) == 1)
        columns.append(
            {
                "index": index,
                "heading": name,
                "samples": texts[index][:SAMPLES],
                "field": field or None,
                "sure": sure,
                "remembered": bool(field) and match is not None and match.worth == KNOWN,
            }
        )
    return _illustrated(_alone(columns, target), body, target)


def _illustrated(columns: list[Column], body: Sequence[Sequence[Cell]], target: Target) -> list[Column]:
    """Map the only column with pictures to the only unmapped picture field.

    Applies where no heading matches a picture field.
    """
    mapped = {each["field"] for each in columns}
    free = [key for key in target.pictures.sources if key not in mapped]
    with_pictures = [
        each
        for each in columns
        if not each["field"] and any(is_picture(cells[each["index"]]) for cells in body if each["index"] < len(cells))
    ]
    if len(free) == 1 and len(with_pictures) == 1:
        with_pictures[0].update(field=free[0], sure=True)
    return columns


def _alone(columns: list[Column], target: Target) -> list[Column]:
    """Map a single column without a heading to the last key field."""
    if len(columns) == 1 and not columns[0]["heading"] and target.importing.key:
        columns[0].update(field=target.importing.key[-1], sure=False)
    return columns


def missing_fields(columns: Sequence[Column], fixed: Mapping[str, str], target: Target) -> list[str]:
    """Return the required fields that are neither mapped nor have a fixed value."""
    taken = {each["field"] for each in columns} | {key for key, text in fixed.items() if text}
    groups = {each.column for each in target.fields if each.language and each.key in taken}
    missing = []
    for each in target.fields:
        is_needed = each.required and each.kind != "boolean" and each.depends_on is None
        if is_needed and each.key not in taken and not (each.language and each.column in groups):
            missing.append(each.key)
            groups.add(each.column)  # a text in one language is enough
    return missing


def is_sure(columns: Sequence[Column], target: Target) -> bool:
    """Return whether rows can be validated without review of the column mapping."""
    return all(each["sure"] for each in columns if each["field"]) and not missing_fields(columns, {}, target)
