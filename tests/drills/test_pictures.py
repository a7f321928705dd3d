"""Malicious images: decompression bombs sent concurrently, and broken files."""

import io
import json
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from tests.drills.conftest import Server
from tests.files.mutating import check
from tests.files.test_mutated_pictures import A_FEW

MOST_MEGABYTES = 400
SOON = 5.0
MANY = 24
Figures = Callable[..., None]


def bomb() -> bytes:
    """Build an image of 18 megapixels in 78 kB."""
    target = io.BytesIO()
    Image.new("RGBA", (5180, 3470), (1, 2, 3, 4)).save(target, "PNG")
    return target.getvalue()


def send(server: Server, token: str, content: bytes) -> int:
    head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="photo.png"\r\n\r\n'
    raw = head + content + b"\r\n--drill--\r\n"
    status, headers, answer = server.ask(
        "POST", "/api/v1/files/upload", raw, Authorization=token, Content_Type="multipart/form-data; boundary=drill"
    )
    assert status == 200 or (status == 503 and "retry-after" in headers), answer
    if status == 200:
        assert json.loads(answer)["type"] == "image/png"
    return status


def test_concurrent_image_bombs(server: Server, figures: Figures) -> None:
    token, content = server.log_in("client"), bomb()
    server.forget_peak()
    began = time.monotonic()
    with server.watched() as probes, ThreadPoolExecutor(MANY) as senders:
        futures = [senders.submit(send, server, token, content) for _ in range(MANY)]
        statuses = Counter(each.result() for each in futures)
    slowest, peak = max(probes.seconds), server.most_megabytes()
    figures(
        sent=len(content),
        answered=dict(statuses),
        seconds=time.monotonic() - began,
        slowest_of_others=slowest,
        failed=probes.failures,
        megabytes=peak,
    )
    # each got a response, and a refused upload succeeds when it is retried
    assert send(server, token, content) == 200
    assert not probes.failures
    assert slowest < SOON
    assert peak < MOST_MEGABYTES


@pytest.mark.parametrize("begin", range(A_FEW, 203_000, 20_000))
def test_mutated_images(server: Server, figures: Figures, begin: int) -> None:
    """More mutations than the unit tests try; the server is not used."""
    del server
    shown = sum(check(number) for number in range(begin, begin + 20_000))
    figures(tried=20_000, shown=shown)
