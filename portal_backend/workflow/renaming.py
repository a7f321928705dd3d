"""Requests are found by the parts that they hold, also after one of these was renamed."""

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
    """Let the requests that hold a part be found by another line in place of its old one.

    `twins` are the parts that share one of the two lines: of a request that holds one, too, all lines are made anew.
    """
    for process in PROCESSES.values():
        held = Request.objects.filter(kind=process.kind, pk__in=process.holding([part]))
        held.filter(search_text__contains=normalize_key(old)).update(
            search_lines=_with_line("search_lines", old, new),
            search_text=_with_line("search_text", normalize_key(old), normalize_key(new)),
        )
        if twins:
            _index_anew(process, held.filter(pk__in=process.holding(twins)))


def _index_anew(process: Process[Any], requests: QuerySet[Request]) -> None:
    # in one order always, or two who rename could wait for each other
    for request in requests.select_for_update(of=("self",)).order_by("pk"):
        index(process, request)
        request.save(update_fields=["search_lines", "search_text"])


def _with_line(column: str, old: str, new: str) -> Substr:
    """The lines of a column with one of them changed: a line is between line breaks, also the first and the last."""
    fenced = Concat(Value(LINE), F(column), Value(LINE), output_field=TextField())
    changed = Replace(fenced, Value(f"{LINE}{old}{LINE}"), Value(f"{LINE}{new}{LINE}"))
    return Substr(changed, 2, Length(changed) - 2)
