"""Collection of WSGI responses: complete, or block by block if streaming."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from portal_backend.asgi.response import run_wsgi
from tests.asgi.connections import WsgiResult


class StreamingResult:
    """Streaming response of Django."""

    streaming = True

    def __init__(self) -> None:
        self.blocks_made = 0
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for self.blocks_made in (1, 2, 3):
            yield b"block"

    def close(self) -> None:
        """Record the call."""
        self.is_closed = True


def build_app(result: Any) -> Callable[..., Any]:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        start("200 OK", [("Content-Type", "text/plain")])
        return result

    return application


def test_streaming_response_is_never_buffered_completely(tmp_path: Path) -> None:
    result = StreamingResult()
    response = run_wsgi(build_app(result), {}, tmp_path)
    assert response.blocks is not None
    assert (next(response.blocks), result.blocks_made, result.is_closed) == (b"block", 1, False)
    assert dict(response.headers) == {b"content-type": b"text/plain"}, "the length is unknown in advance"
    response.close()
    assert result.is_closed


def test_complete_response_has_content_length(tmp_path: Path) -> None:
    response = run_wsgi(build_app(WsgiResult([b"all ", b"of it"])), {}, tmp_path)
    assert (response.blocks, response.content, dict(response.headers)[b"content-length"]) == (None, b"all of it", b"9")
