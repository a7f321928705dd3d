"""Detection of the header row of a sheet, and mapping of its headings to fields."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from rapidfuzz import fuzz

from portal_backend.core.translations import LANGUAGES, translate
from portal_backend.imports.cells import Cell, format_cell, is_picture
from portal_backend.imports.file_reader import SheetSummary
from portal_backend.resources.field import FormField
from portal_backend.resources.import_targets import ImportTarget

MIN_HEADING_SIMILARITY = 87.0
MAX_SAMPLES = 3
MAX_HEADING_LENGTH = 60
# score of a possible synonym, which the user has to confirm
UNSURE_SCORE = 95.0
# scores of exact matches: of two columns that match a field, the higher one wins
REMEMBERED_SCORE, LABEL_SCORE, SYNONYM_SCORE = 300.0, 200.0, 150.0
ColumnMapping = dict[str, Any]


@dataclass(frozen=True)
class HeadingMatch:
    """Field matched by a heading, with a score."""

    field: str
    #: 100 or less for a heading that is only similar to a name of the field, or has a possible synonym.
    score: float


def normalize_label(text: str) -> str:
    """Normalize a text: no case, accents or punctuation, single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(each if each.isalnum() else " " for each in plain if not unicodedata.combining(each))
    return " ".join(letters.split())


class HeadingMatcher:
    """Matcher of headings to the fields of a target.

    It covers labels in all languages, field keys, synonyms, and the headings the user mapped before.
    """

    def __init__(self, target: ImportTarget, language: str, known: Mapping[str, str]) -> None:
        self.remembered_fields = known
        self.matches_by_name: dict[str, HeadingMatch] = {}
        for field in target.fields:
            self._add_names(field.key, UNSURE_SCORE, *target.import_spec.possible_synonyms.get(field.key, ()))
            self._add_names(field.key, SYNONYM_SCORE, *target.import_spec.synonyms.get(field.key, ()))
        for field in target.fields:
            self._add_names(
                field.key, LABEL_SCORE, field.key, re.sub("([A-Z])", r" \1", field.key), *_get_labels(field, language)
            )

    def _add_names(self, key: str, score: float, *names: str) -> None:
        for each in names:
            self.matches_by_name[normalize_label(each)] = HeadingMatch(key, score)

    def match(self, heading: str) -> HeadingMatch | None:
        """Return the field matched by a heading, or None."""
        name = normalize_label(heading)
        if name in self.remembered_fields:
            return HeadingMatch(self.remembered_fields[name], REMEMBERED_SCORE)
        if not name or name in self.matches_by_name:
            return self.matches_by_name.get(name)
        best = max(self.matches_by_name, key=lambda each: fuzz.ratio(name, each))
        score = fuzz.ratio(name, best)
        return HeadingMatch(self.matches_by_name[best].field, score * 0.9) if score >= MIN_HEADING_SIMILARITY else None


def _get_labels(field: FormField, language: str) -> list[str]:
    """Return the labels of a field in all languages.

    A label without its language, if shared by several fields, belongs to the field of the user's language.
    """
    labels, bare_labels = [], {}
    for each_language in LANGUAGES:
        with translation.override(each_language):
            labels.append(field.label)
            bare_labels[each_language] = translate(f"columns.{field.heading_key or field.key}")
    if not field.language:
        return labels + list(bare_labels.values())
    own_label = bare_labels[field.language]
    is_shared = list(bare_labels.values()).count(own_label) > 1
    return [*labels, own_label] if not is_shared or field.language == language else labels


def find_header_row(sheet: SheetSummary, headings: HeadingMatcher) -> int:
    """Return the number of the header row, or 0 if there is none.

    Titles and logos may precede it: it is the row whose cells match fields best.
    """
    best, best_score = 0, 0.0
    for line, cells in sheet.first_rows:
        texts = [each for each in map(format_cell, cells) if each.strip()]
        if any(len(each) > 3 * MAX_HEADING_LENGTH for each in texts):
            continue
        fields: dict[str, float] = {}
        for each in texts:
            if (found := headings.match(each)) is not None and found.field:
                fields[found.field] = max(fields.get(found.field, 0), found.score)
        score = sum(fields.values())
        # one word of a title may match by chance
        if score > best_score and (len(fields) > 1 or len(texts) < 3):
            best, best_score = line, score
    return best or _find_wide_text_row(sheet)


def _find_wide_text_row(sheet: SheetSummary) -> int:
    """Return the first row as wide as most rows, if its cells look like headings."""
    if not sheet.first_rows:
        return 0
    widths = sorted(sum(1 for each in cells if format_cell(each).strip()) for _, cells in sheet.first_rows)
    usual = widths[len(widths) // 2]
    for position, (line, cells) in enumerate(sheet.first_rows):
        if sum(1 for each in cells if format_cell(each).strip()) >= max(2, usual):
            return line if _are_headings(cells, [below for _, below in sheet.first_rows[position + 1 :]]) else 0
    return 0


def _are_headings(cells: Sequence[Cell], below: Sequence[Sequence[Cell]]) -> bool:
    """Return whether cells look like headings.

    They are short texts without digits, or with letters and mostly of another shape than the cells below.
    """
    texts = {index: each for index, each in enumerate(cells) if format_cell(each).strip()}
    if not all(isinstance(each, str) and len(each) <= MAX_HEADING_LENGTH for each in texts.values()):
        return False
    if not any(char.isdigit() for each in texts.values() for char in each):
        return True
    if not all(any(char.isalpha() for char in each) for each in texts.values()):
        return False
    columns = {index: [format_cell(row[index]) for row in below if index < len(row)] for index in texts}
    different = [
        index
        for index, each in texts.items()
        if _get_text_shape(each) not in {_get_text_shape(text) for text in columns[index]}
    ]
    return bool(below) and len(different) > len(texts) / 2


def _get_text_shape(text: str) -> str:
    """Return the shape of a text: runs of letters become "a", numbers become "9".

    "R-400" and "Vm-12" both become "a-9".
    """
    letters = re.sub(r"[^\W\d_]+", "a", text.strip())
    return re.sub(r"\d+(?:[.,]\d+)*", "9", letters)


def match_columns(
    sheet: SheetSummary, header: int, headings: HeadingMatcher, target: ImportTarget
) -> list[ColumnMapping]:
    """Map each column to a field.

    Of several columns that match a field, one with content and the highest score is used.
    """
    top = dict(sheet.first_rows)
    names = [format_cell(each).strip() for each in top.get(header, [])]
    body = [cells for line, cells in sheet.first_rows if line > header]
    width = max([len(names), *(len(cells) for cells in body)], default=0)
    names += [""] * (width - len(names))
    matches = {index: found for index, name in enumerate(names) if (found := headings.match(name)) is not None}
    texts = {
        index: [text for cells in body if index < len(cells) and (text := format_cell(cells[index]).strip())]
        for index in range(width)
    }
    taken: dict[str, int] = {}
    for index, found in sorted(matches.items(), key=lambda each: (not texts[each[0]], -each[1].score)):
        taken.setdefault(found.field, index)
    rivals = [found.field for found in matches.values()]
    columns = []
    for index, name in enumerate(names):
        match = matches.get(index)
        field = match.field if match and taken[match.field] == index else ""
        sure = (
            match is None or match.score >= REMEMBERED_SCORE or (match.score > 100 and rivals.count(match.field) == 1)
        )
        columns.append(
            {
                "index": index,
                "heading": name,
                "samples": texts[index][:MAX_SAMPLES],
                "field": field or None,
                "sure": sure,
                "remembered": bool(field) and match is not None and match.score == REMEMBERED_SCORE,
            }
        )
    return _match_picture_column(_match_single_column(columns, target), body, target)


def _match_picture_column(
    columns: list[ColumnMapping], body: Sequence[Sequence[Cell]], target: ImportTarget
) -> list[ColumnMapping]:
    """Map the only column with pictures to the only unmapped picture field.

    Applies where no heading matches a picture field.
    """
    mapped = {each["field"] for each in columns}
    free = [key for key in target.picture_fields.sources if key not in mapped]
    with_pictures = [
        each
        for each in columns
        if not each["field"] and any(is_picture(cells[each["index"]]) for cells in body if each["index"] < len(cells))
    ]
    if len(free) == 1 and len(with_pictures) == 1:
        with_pictures[0].update(field=free[0], sure=True)
    return columns


def _match_single_column(columns: list[ColumnMapping], target: ImportTarget) -> list[ColumnMapping]:
    """Map a single column without a heading to the last key field."""
    if len(columns) == 1 and not columns[0]["heading"] and target.import_spec.key_fields:
        columns[0].update(field=target.import_spec.key_fields[-1], sure=False)
    return columns


def find_missing_fields(columns: Sequence[ColumnMapping], fixed: Mapping[str, str], target: ImportTarget) -> list[str]:
    """Return the required fields that are neither mapped nor have a fixed value."""
    taken = {each["field"] for each in columns} | {key for key, text in fixed.items() if text}
    groups = {each.heading_key for each in target.fields if each.language and each.key in taken}
    missing = []
    for each in target.fields:
        is_needed = each.required and each.kind != "boolean" and each.depends_on is None
        if is_needed and each.key not in taken and not (each.language and each.heading_key in groups):
            missing.append(each.key)
            groups.add(each.heading_key)  # a text in one language is enough
    return missing


def are_columns_sure(columns: Sequence[ColumnMapping], target: ImportTarget) -> bool:
    """Return whether rows can be validated without review of the column mapping."""
    return all(each["sure"] for each in columns if each["field"]) and not find_missing_fields(columns, {}, target)
