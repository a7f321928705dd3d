"""Serialization of imports and their rows, in the recipient's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import iso
from portal_backend.base.words import Word, word
from portal_backend.files.images import image_url
from portal_backend.imports.cells import is_picture, shown
from portal_backend.imports.lists import RUNNING, undo_blocked
from portal_backend.imports.matching import missing_fields
from portal_backend.imports.models import ImportRow, ImportRun, State
from portal_backend.imports.sandbox.encodings import CHOICES
from portal_backend.jobs.work import Job
from portal_backend.resources.field import FormField
from portal_backend.resources.targets import TARGETS, Target

SAMPLES = 3
PREVIEW = 20
REVIEWED = (State.REVIEW, State.WRITING, State.DONE, State.UNDOING, State.UNDONE)
Told = list[Any]


def spoken(message: Told) -> str:
    """Return a stored message in the recipient's language."""
    key, values = message
    return word(key, **values)


def stored(message: Word) -> Told:
    """Return a message in its stored form."""
    return [message.key, message.values]


def described_run(run: ImportRun, actor: Actor) -> dict[str, Any]:
    """Serialize an import."""
    target = TARGETS[run.target]
    can_write = run.state == State.REVIEW and target.importing.written
    undo_error = undo_blocked(run)
    return {
        "id": run.pk,
        "target": run.target,
        "title": word(f"resources.{run.target}"),
        "state": run.state,
        "fileName": run.file_name,
        "createdAt": iso(run.created_at),
        "finishedAt": iso(run.finished_at),
        "by": run.owner.username,
        "version": run.version,
        "progress": _progress(run),
        "error": {"code": run.error, "message": spoken(run.error_values)} if run.error else None,
        "sheets": [{"index": i, "name": each["name"], "rows": each["rows"]} for i, each in enumerate(run.sheets)],
        "encoding": run.encoding or None,
        "encodings": _encodings(run),
        "samples": run.samples or [],
        "sheet": run.sheet,
        "headerRow": run.header_row,
        "preview": _preview(run),
        "columns": run.columns,
        "fixed": run.fixed,
        "fields": [_field(each, target, actor) for each in target.fields],
        "missing": missing_fields(run.columns, run.fixed, target),
        "counts": counts(run) if run.state in REVIEWED else None,
        "canWrite": can_write and bool(run.created_rows + run.changed_rows),
        "canUndo": run.state == State.DONE and run.file_id is not None and target.importing.written,
        "undoBlocked": str(undo_error) if undo_error else None,
    }


def _encodings(run: ImportRun) -> list[dict[str, Any]]:
    """Serialize the encodings to choose from; empty unless the file is a text file."""
    encodings = dict.fromkeys([run.encoding, *CHOICES]) if run.encoding else {}
    return [{"key": key, "name": word(f"imports.encodings.{key}")} for key in encodings]


def counts(run: ImportRun) -> dict[str, int]:
    """Return the number of rows by verdict."""
    return {
        "create": run.created_rows,
        "change": run.changed_rows,
        "same": run.same_rows,
        "wrong": run.wrong_rows,
        "skipped": run.skipped,
    }


def _progress(run: ImportRun) -> int | None:
    if run.state not in RUNNING:
        return None
    job = Job.objects.filter(pk=run.job).first()
    return (job.percent if job else None) or 0


def _preview(run: ImportRun) -> list[list[str]]:
    lines: list[list[str]] = []
    if run.sheet < len(run.sheets):
        for number, cells in run.sheets[run.sheet]["top"]:
            while len(lines) < number - 1 and len(lines) < PREVIEW:
                lines.append([])
            lines.append([shown(each) for each in cells])
    return lines[: max(PREVIEW, run.header_row + 5)]


def _is_needed(field: FormField) -> bool:
    return field.required and field.kind != "boolean"


def _field(field: FormField, target: Target, actor: Actor) -> dict[str, Any]:
    return {
        "key": field.key,
        "label": field.label,
        "type": field.kind,
        "required": _is_needed(field),
        "choices": field.choices(actor) if field.choices else [],
    }


def page_of_rows(run: ImportRun, page: int, size: int, only: str | None, actor: Actor) -> dict[str, Any]:
    """Serialize a page of the rows of an import, in the order of the file."""
    rows = ImportRow.objects.filter(run=run).order_by("number")
    if only:
        rows = rows.filter(verdict=only)
    count_by_verdict = {
        "CREATE": run.created_rows,
        "CHANGE": run.changed_rows,
        "SAME": run.same_rows,
        "WRONG": run.wrong_rows,
    }
    total = count_by_verdict[only] if only else sum(count_by_verdict.values())
    on_page = list(rows[page * size : (page + 1) * size]) if run.state in REVIEWED else []
    return {"content": described_rows(run, on_page, actor), "totalElements": total}


def described_rows(run: ImportRun, rows: Sequence[ImportRow], actor: Actor) -> list[dict[str, Any]]:
    """Serialize rows of an import, with their records and pictures."""
    target = TARGETS[run.target]
    labels = labels_of(target, actor)
    records = target.importing.records_shown([each.record_id for each in rows if each.record_id], actor)
    serialized = [described_row(each, labels, records.get(each.record_id or 0)) for each in rows]
    _illustrate(serialized, rows, run, target, actor)
    return serialized


def _illustrate(
    serialized: Sequence[dict[str, Any]], rows: Sequence[ImportRow], run: ImportRun, target: Target, actor: Actor
) -> None:
    """Add the URLs of pictures to serialized rows, which refer to them by digest only."""
    fields = [key for key in target.pictures.sources if any(key in row.cells or key in row.old for row in rows)]
    if not fields:
        return
    digests = {row.cells[key].get("h") for row in rows for key in fields if is_picture(row.cells.get(key))}
    digests |= {row.old.get(key) for row in rows for key in fields}
    pictures = run.pictures.filter(digest__in=digests - {None, ""}, file__has_preview=True)
    files = dict(pictures.values_list("digest", "file_id"))
    current_files = target.pictures.files([row.record_id for row in rows if row.record_id and row.old], actor)
    for item, row in zip(serialized, rows, strict=True):
        for key in fields:
            cell, old = row.cells.get(key), row.old.get(key)
            new_file = files.get(cell["h"]) if is_picture(cell) else None
            old_file = (files.get(old) or current_files.get(row.record_id or 0, {}).get(key)) if old else None
            item["pictures"][key] = {"url": image_url(new_file), "oldUrl": image_url(old_file)}
            if key in row.old:
                item["old"][key] = word("imports.picture.old") if old else ""


def labels_of(target: Target, actor: Actor) -> dict[str, dict[str, str]]:
    """Return the names of the choices of each field, by key."""
    return {
        each.key: {str(choice["key"]): str(choice["name"]) for choice in each.choices(actor)}
        for each in target.fields
        if each.choices
    }


def described_row(
    row: ImportRow, labels: Mapping[str, Mapping[str, str]], record: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Serialize a row; `labels` are the names of the choices of each field."""
    return {
        "number": row.number,
        "verdict": row.verdict,
        "recordId": row.record_id,
        "record": record,
        "cells": {key: shown(cell) for key, cell in row.cells.items()},
        "old": {key: shown(cell, labels.get(key)) for key, cell in row.old.items()},
        "errors": {key: [spoken(each) for each in messages] for key, messages in row.errors.items()},
        "pictures": {},
        "notes": {key: [spoken(each) for each in messages] for key, messages in row.notes.items()},
    }
