"""Decode queue: images are decoded one at a time, with fair waiting places."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from portal_backend.core.cancellation import Canceled, CancellationToken
from portal_backend.core.errors import ApiError
from portal_backend.files import bounded_queue, previews
from portal_backend.files.bounded_queue import MAX_WAITING, MAX_WAITING_PER_USER, BoundedQueue
from portal_backend.files.models import StoredFile
from tests import factories
from tests.files.conftest import ListStoredFiles
from tests.files.sample_images import build_image
from tests.files.upload_client import MultipartBody, upload


def test_decodes_one_image_at_a_time() -> None:
    queue, gate = BoundedQueue(), threading.Barrier(MAX_WAITING)
    inside, most = [0], [0]

    def decode(user_id: int) -> None:
        gate.wait(timeout=30)
        with queue.slot(user_id):
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            inside[0] -= 1

    with ThreadPoolExecutor(MAX_WAITING) as pool:
        list(pool.map(decode, range(MAX_WAITING)))
    assert most == [1]


def test_user_holds_one_slot_at_a_time() -> None:
    queue, first, other, end = BoundedQueue(concurrency=2), threading.Event(), threading.Event(), threading.Event()

    def stay(user_id: int, begun: threading.Event) -> None:
        with queue.slot(user_id):
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
    monkeypatch.setattr(bounded_queue, "CANCELLATION_POLL_INTERVAL", 0.01)
    queue, token = BoundedQueue(), CancellationToken()
    token.cancel()

    def wait() -> None:
        with token.activate(), pytest.raises(Canceled), queue.slot(2):
            pytest.fail("it was its turn")

    with queue.slot(1), ThreadPoolExecutor(1) as pool:
        pool.submit(wait).result(timeout=30)
    assert not queue._waiting_by_user


def test_queue_is_limited_in_total_and_per_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_queue, "WAIT_TIMEOUT", 30)
    queue, joined, end = BoundedQueue(), threading.Semaphore(0), threading.Event()
    real = queue._enter_queue

    def join(user_id: int) -> None:
        real(user_id)
        joined.release()

    monkeypatch.setattr(queue, "_enter_queue", join)

    def stay(user_id: int) -> None:
        with queue.slot(user_id):
            end.wait(timeout=30)

    def refused(user_id: int) -> tuple[int, int | None]:
        with pytest.raises(ApiError) as raised, queue.slot(user_id):
            pass
        return raised.value.status, raised.value.retry_after

    with ThreadPoolExecutor(MAX_WAITING) as pool:
        for _ in range(MAX_WAITING_PER_USER):
            pool.submit(stay, 1)
            assert joined.acquire(timeout=30)
        assert refused(1) == (503, 5)
        for other in range(2, 2 + MAX_WAITING - MAX_WAITING_PER_USER):
            pool.submit(stay, other)
            assert joined.acquire(timeout=30)
        assert refused(9) == (503, 5)
        end.set()
    # the queue is empty again
    with queue.slot(1):
        pass


def test_worker_waits_even_if_queue_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_queue, "WAIT_TIMEOUT", 0)
    queue, is_waiting, has_slot = BoundedQueue(), threading.Event(), threading.Event()
    monkeypatch.setattr(bounded_queue, "MAX_WAITING", 1)

    def work() -> None:
        is_waiting.set()
        with queue.slot(None):
            has_slot.set()

    with ThreadPoolExecutor(1) as pool, queue.slot(1):
        pool.submit(work)
        assert is_waiting.wait(timeout=30)
        # longer than a request would wait before 503
        assert not has_slot.wait(timeout=0.1)
    assert has_slot.is_set()


@pytest.mark.django_db
def test_upload_returns_503_with_retry_after_if_queue_is_busy(
    stored: ListStoredFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = factories.world()
    monkeypatch.setattr(bounded_queue, "WAIT_TIMEOUT", 0)
    monkeypatch.setattr(previews, "DECODE_QUEUE", BoundedQueue())
    with previews.DECODE_QUEUE.slot(world.client2.id):
        response = upload(world.client, MultipartBody(b"photo.png", build_image()))
        assert (response.outcome, response.headers["Retry-After"]) == ("503 UNAVAILABLE", "5")
        assert stored() == []
        assert not StoredFile.objects.exists()
        # files without a preview do not wait
        assert upload(world.client, MultipartBody(b"note.txt", b"hello")).status == 200
    assert upload(world.client, MultipartBody(b"photo.png", build_image())).status == 200
