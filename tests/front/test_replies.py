"""What the front takes of an answer: all of it at once, or block by block where it is made while it goes out."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from portal_backend.front.answering import reply_of
from tests.front.lines import Answered


class Streaming:
    """An answer of Django's that is made while it is read."""

    streaming = True

    def __init__(self) -> None:
        self.made = 0
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for self.made in (1, 2, 3):
            yield b"block"

    def close(self) -> None:
        """As Django's responses have it."""
        self.is_closed = True


def answering(result: Any) -> Callable[..., Any]:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        start("200 OK", [("Content-Type", "text/plain")])
        return result

    return application


def test_an_answer_that_is_made_on_the_way_is_never_there_as_a_whole(tmp_path: Path) -> None:
    answer = Streaming()
    reply = reply_of(answering(answer), {}, tmp_path)
    assert reply.blocks is not None
    assert (next(reply.blocks), answer.made, answer.is_closed) == (b"block", 1, False)
    assert dict(reply.headers) == {b"content-type": b"text/plain"}, "nobody knows how long it will be"
    reply.close()
    assert answer.is_closed


def test_a_whole_answer_says_how_long_it_is(tmp_path: Path) -> None:
    reply = reply_of(answering(Answered([b"all ", b"of it"])), {}, tmp_path)
    assert (reply.blocks, reply.content, dict(reply.headers)[b"content-length"]) == (None, b"all of it", b"9")
