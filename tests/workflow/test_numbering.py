"""Drawing a number is the last thing a creation does: one that freezes before its commit keeps no other waiting."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import Error, connection, transaction
from django.test.utils import CaptureQueriesContext

from portal_backend.workflow import numbering
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import PROCESSES
from tests import bodies, factories
from tests.caller import Caller
from tests.factories import World
from tests.walks import WALKS

AFTERWARDS = (
    'UPDATE "workflow_request" SET',
    'INSERT INTO "notifications_mailevent"',
    'UPDATE "accounts_idempotencykey" SET',
    "SAVEPOINT",
    "RELEASE SAVEPOINT",
    "COMMIT",
)
on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one writer at a time")
SECONDS = 30


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def web_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a web server has its connections."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "response_timeout", 60.0)


def create(here: World, serial: str, **how: str) -> str:
    body = [bodies.unit(factories.part().pk, serial)]
    return str(Caller().post("/repairing/create", body, here.client, **how).ok["number"])


@pytest.mark.django_db
def test_nothing_but_what_holds_the_number_follows_it(here: World, caller: Caller) -> None:
    body = [bodies.unit(factories.part().pk)]
    with CaptureQueriesContext(connection) as captured:
        caller.post("/repairing/create", body, here.client, headers={"Idempotency-Key": "one"}).ok  # noqa: B018
    said = [each["sql"].strip() for each in captured]
    [*_, drawn] = [number for number, each in enumerate(said) if "workflow_numbersequence" in each]
    later = said[drawn + 1 :]
    assert [each for each in later if not each.startswith(AFTERWARDS)] == []
    assert len([each for each in later if "SAVEPOINT" not in each and each != "COMMIT"]) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(WALKS))
def test_a_new_request_is_found_and_told_of_by_its_number(kind: str, here: World) -> None:
    from portal_backend.notifications.models import MailEvent

    made = factories.request(kind, here)
    assert made.number.startswith(f"{PROCESSES[kind].prefix}-")
    assert made.search_lines.split("\n")[0] == made.number
    assert MailEvent.objects.get().number == made.number


@pytest.mark.django_db
def test_a_refused_creation_leaves_no_gap(here: World) -> None:
    first = create(here, "SN-1")
    with transaction.atomic():
        create(here, "SN-2")
        transaction.set_rollback(True)
    assert int(create(here, "SN-3")[-6:]) == int(first[-6:]) + 1


@on_postgres
@pytest.mark.usefixtures("web_calls")
@pytest.mark.django_db(transaction=True)
def test_a_creation_that_freezes_with_its_number_blocks_no_other(here: World) -> None:
    create(here, "SN-0")
    drawn, others_are_done = threading.Event(), threading.Event()

    def freeze() -> str:
        try:
            with transaction.atomic():
                factories.request("REPAIR", here)
                drawn.set()
                others_are_done.wait(SECONDS)
        except Error:
            return "lost"
        else:
            return "kept"
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        frozen = pool.submit(freeze)
        assert drawn.wait(SECONDS)
        try:
            other = create(here, "SN-2")
        finally:
            others_are_done.set()
        assert frozen.result() == "lost"
    assert max(Request.objects.values_list("number", flat=True)) == other
    assert other.endswith("000002"), "what was lost leaves no gap"


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_one_that_does_not_get_its_turn_is_told_to_try_again(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    create(here, "SN-0")
    monkeypatch.setattr(numbering, "DRAW_TIMEOUT", 0.05)
    drawn, over = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                factories.request("REPAIR", here)
                drawn.set()
                over.wait(SECONDS)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(hold)
        assert drawn.wait(SECONDS)
        try:
            answer = Caller().post("/repairing/create", [bodies.unit(factories.part().pk, "SN-2")], here.client)
        finally:
            over.set()
        held.result()
    assert answer.refused(503, "UNAVAILABLE").headers["Retry-After"] == "5"


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_numbers_without_gaps_or_doubles(here: World) -> None:
    def make(number: int) -> str:
        try:
            return create(here, f"SN-{number}")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(make, range(24)))
    assert sorted(int(each[-6:]) for each in numbers) == list(range(1, 25))


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_a_long_transaction_of_a_command_may_be_idle(here: World) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        factories.request("REPAIR", here)
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("0",), "as the demo world is made"
