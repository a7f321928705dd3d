"""Search text of service requests after a catalogue part was renamed."""

from collections.abc import Collection
from typing import Any

from django.db.models import F, QuerySet, TextField, Value
from django.db.models.functions import Concat, Length, Replace, Substr

from portal_backend.base.normalization import normalize_key
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import index
from portal_backend.workflow.process import PROCESSES, Process
from portal_backend.workflow.searching import LINE


def rename(part: int, old: str, new: str, twins: Collection[int]) -> None:
    """Replace the search line of a renamed part in all requests that contain the part.

    `twins` are the parts that share the old or the new line: requests that contain one of them, too, are reindexed.
    """
    for process in PROCESSES.values():
        requests = Request.objects.filter(kind=process.kind, pk__in=process.holding([part]))
        requests.filter(search_text__contains=normalize_key(old)).update(
            search_lines=_with_line("search_lines", old, new),
            search_text=_with_line("search_text", normalize_key(old), normalize_key(new)),
        )
        if twins:
            _index_anew(process, requests.filter(pk__in=process.holding(twins)))


def _index_anew(process: Process[Any], requests: QuerySet[Request]) -> None:
    # a fixed order prevents deadlocks of concurrent renames
    for request in requests.select_for_update(of=("self",)).order_by("pk"):
        index(process, request)
        request.save(update_fields=["search_lines", "search_text"])


def _with_line(column: str, old: str, new: str) -> Substr:
    """Replace one line of a column.

    The column is padded, so that the first and the last line are between line breaks, too.
    """
    padded = Concat(Value(LINE), F(column), Value(LINE), output_field=TextField())
    changed = Replace(padded, Value(f"{LINE}{old}{LINE}"), Value(f"{LINE}{new}{LINE}"))
    return Substr(changed, 2, Length(changed) - 2)
