"""Decode queue: images are decoded one at a time, with fair waiting places."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from portal_backend.base.cancellation import Canceled, CancellationToken
from portal_backend.base.errors import Refusal
from portal_backend.files import images, turns
from portal_backend.files.models import StoredFile
from portal_backend.files.turns import IN_LINE, IN_LINE_OF_ONE_USER, Line
from tests import factories
from tests.files.conftest import Stored
from tests.files.pictures import picture
from tests.files.wire import Body, upload


def test_decodes_one_image_at_a_time() -> None:
    queue, gate = Line(), threading.Barrier(IN_LINE)
    inside, most = [0], [0]

    def decode(user_id: int) -> None:
        gate.wait(timeout=30)
        with queue.turn(user_id):
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            inside[0] -= 1

    with ThreadPoolExecutor(IN_LINE) as pool:
        list(pool.map(decode, range(IN_LINE)))
    assert most == [1]


def test_user_holds_one_slot_at_a_time() -> None:
    queue, first, other, end = Line(at_once=2), threading.Event(), threading.Event(), threading.Event()

    def stay(user_id: int, begun: threading.Event) -> None:
        with queue.turn(user_id):
            begun.set()
            end.wait(timeout=30)

    with ThreadPoolExecutor(3) as pool:
        pool.submit(stay, 1, first)
        assert first.wait(timeout=30)
        second = threading.Event()
        pool.submit(stay, 1, second)
        pool.submit(stay, 2, other)
        assert other.wait(timeout=30)
        assert not second.is_set()
        end.set()
    assert second.is_set()


def test_canceled_request_leaves_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """A waiting request holds a thread."""
    monkeypatch.setattr(turns, "BETWEEN_LOOKS", 0.01)
    queue, token = Line(), CancellationToken()
    token.cancel()

    def wait() -> None:
        with token.in_force(), pytest.raises(Canceled), queue.turn(2):
            pytest.fail("it was its turn")

    with queue.turn(1), ThreadPoolExecutor(1) as pool:
        pool.submit(wait).result(timeout=30)
    assert not queue._places


def test_queue_is_limited_in_total_and_per_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 30)
    queue, joined, end = Line(), threading.Semaphore(0), threading.Event()
    real = queue._join

    def join(user_id: int) -> None:
        real(user_id)
        joined.release()

    monkeypatch.setattr(queue, "_join", join)

    def stay(user_id: int) -> None:
        with queue.turn(user_id):
            end.wait(timeout=30)

    def refused(user_id: int) -> tuple[int, int | None]:
        with pytest.raises(Refusal) as raised, queue.turn(user_id):
            pass
        return raised.value.status, raised.value.retry_after

    with ThreadPoolExecutor(IN_LINE) as pool:
        for _ in range(IN_LINE_OF_ONE_USER):
            pool.submit(stay, 1)
            assert joined.acquire(timeout=30)
        assert refused(1) == (503, 5)
        for other in range(2, 2 + IN_LINE - IN_LINE_OF_ONE_USER):
            pool.submit(stay, other)
            assert joined.acquire(timeout=30)
        assert refused(9) == (503, 5)
        end.set()
    # the queue is empty again
    with queue.turn(1):
        pass


def test_worker_waits_even_if_queue_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0)
    queue, is_waiting, has_slot = Line(), threading.Event(), threading.Event()
    monkeypatch.setattr(turns, "IN_LINE", 1)

    def work() -> None:
        is_waiting.set()
        with queue.turn(None):
            has_slot.set()

    with ThreadPoolExecutor(1) as pool, queue.turn(1):
        pool.submit(work)
        assert is_waiting.wait(timeout=30)
        # longer than a request would wait before 503
        assert not has_slot.wait(timeout=0.1)
    assert has_slot.is_set()


@pytest.mark.django_db
def test_upload_returns_503_with_retry_after_if_queue_is_busy(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    world = factories.world()
    monkeypatch.setattr(turns, "PATIENCE", 0)
    monkeypatch.setattr(images, "LINE", Line())
    with images.LINE.turn(world.client2.id):
        answer = upload(world.client, Body(b"photo.png", picture()))
        assert (answer.verdict, answer.headers["Retry-After"]) == ("503 UNAVAILABLE", "5")
        assert stored() == []
        assert not StoredFile.objects.exists()
        # files without a preview do not wait
        assert upload(world.client, Body(b"note.txt", b"hello")).status == 200
    assert upload(world.client, Body(b"photo.png", picture())).status == 200
