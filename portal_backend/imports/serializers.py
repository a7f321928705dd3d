"""Serialization of imports and their rows, in the recipient's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from portal_backend.core.actor import Actor
from portal_backend.core.clock import format_iso
from portal_backend.core.translations import translate
from portal_backend.files.previews import get_image_url
from portal_backend.imports.cells import format_cell, is_picture
from portal_backend.imports.column_matching import find_missing_fields
from portal_backend.imports.lists import RUNNING_STATES
from portal_backend.imports.models import ImportRow, ImportRun, State, Verdict
from portal_backend.imports.sandbox.encodings import SELECTABLE_ENCODINGS
from portal_backend.jobs.queue import Job
from portal_backend.resources.field import FormField
from portal_backend.resources.import_targets import IMPORT_TARGETS, ImportTarget

MAX_SAMPLES = 3
MAX_PREVIEW_ROWS = 20
REVIEWED_STATES = (State.REVIEW, State.WRITING, State.DONE, State.UNDOING, State.UNDONE)
StoredMessage = list[Any]


def translate_stored_message(message: StoredMessage) -> str:
    """Return a stored message in the recipient's language."""
    key, values = message
    return translate(key, **values)


def serialize_import_run(run: ImportRun, actor: Actor) -> dict[str, Any]:
    """Serialize an import."""
    target = IMPORT_TARGETS[run.target]
    can_write = run.state == State.REVIEW and target.import_spec.saves_rows
    return {
        "id": run.pk,
        "target": run.target,
        "title": translate(f"resources.{run.target}"),
        "state": run.state,
        "fileName": run.file_name,
        "createdAt": format_iso(run.created_at),
        "finishedAt": format_iso(run.finished_at),
        "by": run.owner.username,
        "version": run.version,
        "progress": _get_progress(run),
        "error": {"code": run.error, "message": translate_stored_message(run.error_values)} if run.error else None,
        "sheets": [{"index": i, "name": each["name"], "rows": each["rows"]} for i, each in enumerate(run.sheets)],
        "encoding": run.encoding or None,
        "encodings": _serialize_encodings(run),
        "samples": run.samples or [],
        "sheet": run.sheet,
        "headerRow": run.header_row,
        "preview": _build_preview(run),
        "columns": run.columns,
        "fixed": run.fixed,
        "fields": [_serialize_field(each, target, actor) for each in target.fields],
        "missing": find_missing_fields(run.columns, run.fixed, target),
        "counts": serialize_counts(run) if run.state in REVIEWED_STATES else None,
        "canWrite": can_write and bool(run.created_rows + run.changed_rows),
        "canUndo": run.state == State.DONE and run.file_id is not None and target.import_spec.saves_rows,
        "undoBlocked": translate_stored_message(run.error_values) if run.state == State.DONE and run.error else None,
    }


def _serialize_encodings(run: ImportRun) -> list[dict[str, Any]]:
    """Serialize the encodings to choose from; empty unless the file is a text file."""
    encodings = dict.fromkeys([run.encoding, *SELECTABLE_ENCODINGS]) if run.encoding else {}
    return [{"key": key, "name": translate(f"imports.encodings.{key}")} for key in encodings]


def serialize_counts(run: ImportRun) -> dict[str, Any]:
    """Return the numbers of rows by verdict and of those without a needed value."""
    return {
        "create": run.created_rows,
        "change": run.changed_rows,
        "same": run.same_rows,
        "wrong": run.wrong_rows,
        "skipped": run.skipped,
        "withoutValue": _count_rows_without_value(run) if run.state == State.REVIEW else {},
    }


def _count_rows_without_value(run: ImportRun) -> dict[str, int]:
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE, Verdict.SAME))
    needed = IMPORT_TARGETS[run.target].import_spec.needed_in_use
    return {key: rows.filter(**{f"notes__{key}__0__0": message.key}).count() for key, message in needed.items()}


def _get_progress(run: ImportRun) -> int | None:
    if run.state not in RUNNING_STATES:
        return None
    job = Job.objects.filter(pk=run.job).first()
    return (job.percent if job else None) or 0


def _build_preview(run: ImportRun) -> list[list[str]]:
    lines: list[list[str]] = []
    if run.sheet < len(run.sheets):
        for number, cells in run.sheets[run.sheet]["first_rows"]:
            while len(lines) < number - 1 and len(lines) < MAX_PREVIEW_ROWS:
                lines.append([])
            lines.append([format_cell(each) for each in cells])
    return lines[: max(MAX_PREVIEW_ROWS, run.header_row + 5)]


def _serialize_field(field: FormField, target: ImportTarget, actor: Actor) -> dict[str, Any]:
    return {
        "key": field.key,
        "label": field.label,
        "type": field.kind,
        "required": field.required and field.kind != "boolean",
        "neededInUse": str(target.import_spec.needed_in_use.get(field.key, "")),
        "choices": field.choices(actor) if field.choices else [],
    }


def serialize_rows_page(run: ImportRun, page: int, size: int, only: str | None, actor: Actor) -> dict[str, Any]:
    """Serialize a page of the rows of an import, those with errors first.

    Rows of one verdict are in the order of the file.
    """
    count_by_verdict = {
        "WRONG": run.wrong_rows,
        "CHANGE": run.changed_rows,
        "CREATE": run.created_rows,
        "SAME": run.same_rows,
    }
    if only:
        count_by_verdict = {only: count_by_verdict[only]}
    on_page = _fetch_rows(run, count_by_verdict, page * size, size) if run.state in REVIEWED_STATES else []
    return {"content": serialize_import_rows(run, on_page, actor), "totalElements": sum(count_by_verdict.values())}


def _fetch_rows(run: ImportRun, count_by_verdict: Mapping[str, int], offset: int, size: int) -> list[ImportRow]:
    """Return the rows from `offset` on, verdict by verdict.

    Each is read by an index; sorting all rows of a large file by verdict takes too long.
    """
    rows: list[ImportRow] = []
    for verdict, count in count_by_verdict.items():
        end = min(count, offset + size - len(rows))
        if offset < end:
            rows += ImportRow.objects.filter(run=run, verdict=verdict).order_by("number")[offset:end]
        offset = max(0, offset - count)
    return rows


def serialize_import_rows(run: ImportRun, rows: Sequence[ImportRow], actor: Actor) -> list[dict[str, Any]]:
    """Serialize rows of an import, with their records and pictures."""
    target = IMPORT_TARGETS[run.target]
    labels = get_choice_labels(target, actor)
    records = target.import_spec.get_described_records([each.record_id for each in rows if each.record_id], actor)
    serialized = [serialize_import_row(each, labels, records.get(each.record_id or 0)) for each in rows]
    _add_pictures(serialized, rows, run, target, actor)
    return serialized


def _add_pictures(
    serialized: Sequence[dict[str, Any]], rows: Sequence[ImportRow], run: ImportRun, target: ImportTarget, actor: Actor
) -> None:
    """Add the URLs of pictures to serialized rows, which refer to them by digest only."""
    fields = [key for key in target.picture_fields.sources if any(key in row.cells or key in row.old for row in rows)]
    if not fields:
        return
    digests = {row.cells[key].get("h") for row in rows for key in fields if is_picture(row.cells.get(key))}
    digests |= {row.old.get(key) for row in rows for key in fields}
    pictures = run.pictures.filter(digest__in=digests - {None, ""}, file__has_preview=True)
    files = dict(pictures.values_list("digest", "file_id"))
    current_files = target.picture_fields.get_file_ids(
        [row.record_id for row in rows if row.record_id and row.old], actor
    )
    for item, row in zip(serialized, rows, strict=True):
        for key in fields:
            cell, old = row.cells.get(key), row.old.get(key)
            new_file = files.get(cell["h"]) if is_picture(cell) else None
            old_file = (files.get(old) or current_files.get(row.record_id or 0, {}).get(key)) if old else None
            item["pictures"][key] = {"url": get_image_url(new_file), "oldUrl": get_image_url(old_file)}
            if key in row.old:
                item["old"][key] = translate("imports.picture.old") if old else ""


def get_choice_labels(target: ImportTarget, actor: Actor) -> dict[str, dict[str, str]]:
    """Return the names of the choices of each field, by key."""
    return {
        each.key: {str(choice["key"]): str(choice["name"]) for choice in each.choices(actor)}
        for each in target.fields
        if each.choices
    }


def serialize_import_row(
    row: ImportRow, labels: Mapping[str, Mapping[str, str]], record: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Serialize a row; `labels` are the names of the choices of each field."""
    return {
        "number": row.number,
        "verdict": row.verdict,
        "recordId": row.record_id,
        "record": record,
        "cells": {key: format_cell(cell) for key, cell in row.cells.items()},
        "old": {key: format_cell(cell, labels.get(key)) for key, cell in row.old.items()},
        "errors": {key: [translate_stored_message(each) for each in messages] for key, messages in row.errors.items()},
        "pictures": {},
        "notes": {key: [translate_stored_message(each) for each in messages] for key, messages in row.notes.items()},
    }
