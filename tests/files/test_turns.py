"""Pictures are decoded in turn, and who sends many leaves room for others: memory and threads stay bounded."""

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


def test_one_picture_is_decoded_at_a_time() -> None:
    line, gate = Line(), threading.Barrier(IN_LINE)
    inside, most = [0], [0]

    def decode(user_id: int) -> None:
        gate.wait(timeout=30)
        with line.turn(user_id):
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            inside[0] -= 1

    with ThreadPoolExecutor(IN_LINE) as pool:
        list(pool.map(decode, range(IN_LINE)))
    assert most == [1]


def test_one_user_has_one_turn_at_a_time_where_others_have_theirs() -> None:
    line, first, other, end = Line(at_once=2), threading.Event(), threading.Event(), threading.Event()

    def stay(user_id: int, begun: threading.Event) -> None:
        with line.turn(user_id):
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


def test_one_whose_caller_is_gone_leaves_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds a thread while it waits."""
    monkeypatch.setattr(turns, "BETWEEN_LOOKS", 0.01)
    line, token = Line(), CancellationToken()
    token.cancel()

    def wait() -> None:
        with token.in_force(), pytest.raises(Canceled), line.turn(2):
            pytest.fail("it was its turn")

    with line.turn(1), ThreadPoolExecutor(1) as pool:
        pool.submit(wait).result(timeout=30)
    assert not line._places


def test_the_line_is_short_and_nobody_fills_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 30)
    line, joined, end = Line(), threading.Semaphore(0), threading.Event()
    real = line._join

    def join(user_id: int) -> None:
        real(user_id)
        joined.release()

    monkeypatch.setattr(line, "_join", join)

    def stay(user_id: int) -> None:
        with line.turn(user_id):
            end.wait(timeout=30)

    def refused(user_id: int) -> tuple[int, int | None]:
        with pytest.raises(Refusal) as told, line.turn(user_id):
            pass
        return told.value.status, told.value.retry_after

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
    # all have left, and the next is let in
    with line.turn(1):
        pass


def test_a_worker_waits_for_its_turn_beside_a_line_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0)
    line, waits, drawn = Line(), threading.Event(), threading.Event()
    monkeypatch.setattr(turns, "IN_LINE", 1)

    def work() -> None:
        waits.set()
        with line.turn(None):
            drawn.set()

    with ThreadPoolExecutor(1) as pool, line.turn(1):
        pool.submit(work)
        assert waits.wait(timeout=30)
        # long enough to be refused, where it would be
        assert not drawn.wait(timeout=0.1)
    assert drawn.is_set()


@pytest.mark.django_db
def test_a_picture_that_finds_the_line_full_is_told_to_come_again(
    stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = factories.world()
    monkeypatch.setattr(turns, "PATIENCE", 0)
    monkeypatch.setattr(images, "LINE", Line())
    with images.LINE.turn(world.client2.id):
        answer = upload(world.client, Body(b"photo.png", picture()))
        assert (answer.verdict, answer.headers["Retry-After"]) == ("503 UNAVAILABLE", "5")
        assert stored() == []
        assert not StoredFile.objects.exists()
        # what is not drawn waits for nobody
        assert upload(world.client, Body(b"note.txt", b"hello")).status == 200
    assert upload(world.client, Body(b"photo.png", picture())).status == 200
