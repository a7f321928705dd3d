"""JSON answers and the parser of JSON bodies, both by orjson."""

from decimal import Decimal
from typing import IO, Any

import orjson
from django.http import FileResponse, HttpRequest, HttpResponse
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser

# A repair of a thousand units with five files each has 37,000; three million empty objects fit into a body of 10 MB.
MOST_ELEMENTS = 100_000
LOCKED_DOWN = "default-src 'none'; sandbox"


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


def attachment(content: IO[bytes], name: str, kind: str | None = None) -> FileResponse:
    """A file to keep: never shown by the browser itself, and by no cache."""
    answer = FileResponse(content, as_attachment=True, filename=name, content_type=kind)
    answer["Content-Security-Policy"] = LOCKED_DOWN
    answer["Cache-Control"] = "private, no-store"
    return answer


class StrictJson(Parser):
    """JSON as the standard has it: no NaN, no lone surrogates."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The parsed body; raises ValueError, which ninja answers as 400."""
        return parsed(request.body)

    def parse_querydict(self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest) -> Any:
        """The parameters of a query or form. Raises 400 for a single one that is given twice: none is passed over."""
        from portal_backend.base.errors import invalid_field  # which leads back here by the settings

        if several := sorted(key for key in data if key not in list_fields and len(data.getlist(key)) > 1):
            raise invalid_field(several[0], "once")
        return super().parse_querydict(data, list_fields, request)


def parsed(body: bytes) -> Any:
    """The value that a JSON body holds. Raises ValueError, also where it has more elements than any form sends."""
    if _separators(body) > MOST_ELEMENTS and _separators(_outside_texts(body)) > MOST_ELEMENTS:
        raise ValueError("too many elements")
    return orjson.loads(body)


def _separators(body: bytes) -> int:
    """About the number of elements: each follows a comma or opens an array or an object."""
    return sum(body.count(each) for each in (b",", b"[", b"{"))


def _outside_texts(body: bytes) -> bytes:
    """What stands outside of quotes. Raises ValueError where there are too many to look at."""
    plain = body.replace(rb"\\", b"").replace(rb"\"", b"")
    if plain.count(b'"') > 4 * MOST_ELEMENTS:
        raise ValueError("too many texts")
    return b"".join(plain.split(b'"')[::2])
