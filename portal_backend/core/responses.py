"""JSON responses and the JSON body parser, both based on orjson."""

from decimal import Decimal
from typing import IO, Any

import orjson
from django.http import FileResponse, HttpRequest, HttpResponse
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser

# A repair with 1,000 units of five files each has 37,000; a body of 10 MB could hold three million empty objects.
MAX_JSON_ELEMENTS = 100_000
DOWNLOAD_CSP = "default-src 'none'; sandbox"


def json_default(value: object) -> object:
    """Convert Decimal values (money, weights) to JSON numbers."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


class ApiResponse(HttpResponse):
    """JSON response that is serialized without validation against its schema.

    The response schema of an endpoint is declared for the OpenAPI document only; validating every row would be too
    slow. With `revalidate` the client stores the response and revalidates it by ETag (for polled endpoints).
    """

    def __init__(
        self, data: Any, status: int = 200, headers: dict[str, str] | None = None, *, revalidate: bool = False
    ) -> None:
        content = orjson.dumps(data, default=json_default, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)
        super().__init__(content, status=status, headers=headers, content_type="application/json")
        if revalidate:
            # The browser stores and revalidates the response; ConditionalGetMiddleware returns 304 if it is unchanged.
            self["Cache-Control"] = "private, no-cache"
            self["Vary"] = "Authorization, Lang"
        else:
            self["Cache-Control"] = "no-store"


def build_download(content: IO[bytes], name: str, kind: str | None = None) -> FileResponse:
    """Build a download response that browsers neither render nor cache."""
    response = FileResponse(content, as_attachment=True, filename=name, content_type=kind)
    response["Content-Security-Policy"] = DOWNLOAD_CSP
    response["Cache-Control"] = "private, no-store"
    return response


class StrictJsonParser(Parser):
    """Strict JSON parser: rejects NaN, lone surrogates and repeated query parameters."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return the parsed body. Raises ValueError, which ninja turns into 400."""
        return parse_json(request.body)

    def parse_querydict(self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest) -> Any:
        """Return the parameters of a query or form.

        Raises 400 for a repeated parameter that is not a list, instead of ignoring all values but one.
        """
        from portal_backend.core.errors import invalid_field  # circular import

        if repeated := sorted(key for key in data if key not in list_fields and len(data.getlist(key)) > 1):
            raise invalid_field(repeated[0], "once")
        return super().parse_querydict(data, list_fields, request)


def parse_json(body: bytes) -> Any:
    """Parse a JSON body. Raises ValueError if malformed or with too many elements."""
    if _count_separators(body) > MAX_JSON_ELEMENTS and _count_separators(_strip_strings(body)) > MAX_JSON_ELEMENTS:
        raise ValueError("too many elements")
    return orjson.loads(body)


def _count_separators(body: bytes) -> int:
    """Estimate the number of elements: each follows a comma or an opening bracket."""
    return sum(body.count(each) for each in (b",", b"[", b"{"))


def _strip_strings(body: bytes) -> bytes:
    """Return the body without its strings. Raises ValueError if it has too many."""
    unescaped = body.replace(rb"\\", b"").replace(rb"\"", b"")
    if unescaped.count(b'"') > 4 * MAX_JSON_ELEMENTS:
        raise ValueError("too many texts")
    return b"".join(unescaped.split(b'"')[::2])
