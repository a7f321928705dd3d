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
from tests.files.image_mutations import check_mutated_image
from tests.files.test_mutated_images import SAMPLE_COUNT

MAX_MEGABYTES = 400
MAX_SECONDS = 5.0
IMAGE_COUNT = 24
Figures = Callable[..., None]


def build_image_bomb() -> bytes:
    """Build an image of 18 megapixels in 78 kB."""
    target = io.BytesIO()
    Image.new("RGBA", (5180, 3470), (1, 2, 3, 4)).save(target, "PNG")
    return target.getvalue()


def upload_image(server: Server, token: str, content: bytes) -> int:
    head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="photo.png"\r\n\r\n'
    raw = head + content + b"\r\n--drill--\r\n"
    status, headers, response = server.send_request(
        "POST", "/api/v1/files/upload", raw, Authorization=token, Content_Type="multipart/form-data; boundary=drill"
    )
    # of one user's heavy calls some wait and the others are refused for a moment
    assert status == 200 or (status in (429, 503) and "retry-after" in headers), response
    if status == 200:
        assert json.loads(response)["type"] == "image/png"
    return status


def test_concurrent_image_bombs(server: Server, figures: Figures) -> None:
    token, content = server.log_in("client"), build_image_bomb()
    server.reset_peak_memory()
    began = time.monotonic()
    with server.probe() as probes, ThreadPoolExecutor(IMAGE_COUNT) as senders:
        futures = [senders.submit(upload_image, server, token, content) for _ in range(IMAGE_COUNT)]
        statuses = Counter(each.result() for each in futures)
    slowest, peak = max(probes.seconds), server.get_peak_megabytes()
    figures(
        sent=len(content),
        statuses=dict(statuses),
        seconds=time.monotonic() - began,
        slowest_of_others=slowest,
        failed=probes.failures,
        megabytes=peak,
    )
    # each got a response, and a refused upload succeeds when it is retried
    assert upload_image(server, token, content) == 200
    assert not probes.failures
    assert slowest < MAX_SECONDS
    assert peak < MAX_MEGABYTES


@pytest.mark.parametrize("begin", range(SAMPLE_COUNT, 203_000, 20_000))
def test_mutated_images(server: Server, figures: Figures, begin: int) -> None:
    """More mutations than the unit tests try; the server is not used."""
    del server
    shown = sum(check_mutated_image(number) for number in range(begin, begin + 20_000))
    figures(tried=20_000, shown=shown)
