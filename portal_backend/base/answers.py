"""JSON answers and the parser of JSON bodies, both by orjson."""

from decimal import Decimal
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from ninja.parser import Parser


def plain(value: object) -> object:
    """Money and weights as JSON numbers."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


class Answer(HttpResponse):
    """A JSON answer that skips the output schema: it is declared for the document, not paid for on each row.

    `polled` is for what is asked for again and again: an unchanged answer costs no bytes.
    """

    def __init__(
        self, data: Any, status: int = 200, headers: dict[str, str] | None = None, *, polled: bool = False
    ) -> None:
        content = orjson.dumps(data, default=plain, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)
        super().__init__(content, status=status, headers=headers, content_type="application/json")
        if polled:
            # The browser keeps it and asks whether it changed; ConditionalGetMiddleware answers 304.
            self["Cache-Control"] = "private, no-cache"
            self["Vary"] = "Authorization, Lang"
        else:
            self["Cache-Control"] = "no-store"


class StrictJson(Parser):
    """JSON as the standard has it: no NaN, no lone surrogates."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The parsed body; raises ValueError, which ninja answers as 400."""
        return orjson.loads(request.body)
