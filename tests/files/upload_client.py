"""Client for uploads with any name and length, streamed or interrupted."""

import io
import json
from dataclasses import dataclass
from typing import Any

from django.test.client import ClientHandler

from tests.factories import Person

BOUNDARY = b"portal-test-boundary"
FILL_PATTERN = bytes(range(256)) * 256


class MultipartBody(io.RawIOBase):
    """A multipart body of one file that is generated while it is read.

    The connection breaks at `breaks_at`. Servers report this as an error or, with `silently`, as an early end.
    """

    def __init__(
        self,
        name: bytes,
        content: bytes | int,
        *,
        field: bytes = b"file",
        kind: bytes = b"text/plain",
        breaks_at: int | None = None,
        silently: bool = False,
    ) -> None:
        self._head = b'--%s\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\nContent-Type: %s\r\n\r\n' % (
            BOUNDARY,
            field,
            name,
            kind,
        )
        self._content = content
        self._tail = b"\r\n--%s--\r\n" % BOUNDARY
        self._size = content if isinstance(content, int) else len(content)
        self._at = 0
        self._breaks_at = breaks_at
        self._silently = silently
        self._end = len(self) if breaks_at is None else min(breaks_at, len(self))

    def __len__(self) -> int:
        return len(self._head) + self._size + len(self._tail)

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, target: Any) -> int:
        """Fill `target` with the next bytes, or break off."""
        if self._breaks_at is not None and self._at >= self._breaks_at:
            if self._silently:
                return 0
            raise ConnectionResetError("the other side has gone")
        begin, self._at = self._at, min(self._at + min(len(target), len(FILL_PATTERN)), self._end)
        target[: self._at - begin] = self._slice(begin, self._at)
        return self._at - begin

    @property
    def bytes_read(self) -> int:
        """The number of bytes read."""
        return self._at

    def _slice(self, begin: int, end: int) -> bytes:
        head, size = len(self._head), self._size
        parts = [self._head[begin:end]]
        first, last = max(begin - head, 0), max(min(end - head, size), 0)
        if last > first:
            parts.append(self._content[first:last] if isinstance(self._content, bytes) else self._fill(first, last))
        parts.append(self._tail[max(begin - head - size, 0) : max(end - head - size, 0)])
        return b"".join(parts)

    @staticmethod
    def _fill(first: int, last: int) -> bytes:
        offset = first % 256
        return FILL_PATTERN[offset : offset + last - first].ljust(last - first, b"x")


@dataclass(frozen=True)
class UploadResponse:
    """The response to an upload."""

    status: int
    data: Any
    headers: dict[str, str]

    @property
    def outcome(self) -> str:
        """The status and, for errors, the error code."""
        return f"{self.status} {self.data['code']}" if self.status >= 400 else str(self.status)


def upload(person: Person, body: MultipartBody, *, query: str = "", lang: str = "en") -> UploadResponse:
    """Send a body to the upload endpoint through the whole stack, like a web server."""
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/api/v1/files/upload",
        "QUERY_STRING": query,
        "HTTP_LANG": lang,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "HTTP_AUTHORIZATION": person.token,
        "CONTENT_TYPE": f"multipart/form-data; boundary={BOUNDARY.decode()}",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": body,
        "wsgi.url_scheme": "http",
    }
    response = ClientHandler(enforce_csrf_checks=False)(environ)
    return UploadResponse(response.status_code, json.loads(response.content), dict(response.headers))
