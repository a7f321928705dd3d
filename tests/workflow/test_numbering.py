"""Numbers are drawn last in a creation, so a frozen creation blocks no other."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import Error, connection, transaction
from django.test.utils import CaptureQueriesContext

from portal_backend.workflow import numbering
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import World
from tests.request_builders import REQUEST_BUILDERS

AFTERWARDS = (
    'UPDATE "workflow_servicerequest" SET',
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
    """Give the connection the settings of a web server."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "response_timeout", 60.0)


def create(here: World, serial: str, **how: str) -> str:
    body = [request_bodies.unit(factories.part().pk, serial)]
    return str(ApiClient().post("/repairing/create", body, here.client, **how).ok["number"])


@pytest.mark.django_db
def test_only_statements_with_the_number_follow_the_drawing(here: World, caller: ApiClient) -> None:
    body = [request_bodies.unit(factories.part().pk)]
    with CaptureQueriesContext(connection) as captured:
        caller.post("/repairing/create", body, here.client, headers={"Idempotency-Key": "one"}).ok  # noqa: B018
    statements = [each["sql"].strip() for each in captured]
    [*_, drawn] = [number for number, each in enumerate(statements) if "workflow_numbersequence" in each]
    later = statements[drawn + 1 :]
    assert [each for each in later if not each.startswith(AFTERWARDS)] == []
    assert len([each for each in later if "SAVEPOINT" not in each and each != "COMMIT"]) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(REQUEST_BUILDERS))
def test_search_text_and_event_have_the_number(kind: str, here: World) -> None:
    from portal_backend.notifications.models import MailEvent

    service_request = factories.request(kind, here)
    assert service_request.number.startswith(f"{PROCESSES[kind].prefix}-")
    assert service_request.search_display.split("\n")[0] == service_request.number
    assert MailEvent.objects.get().number == service_request.number


@pytest.mark.django_db
def test_rolled_back_creation_leaves_no_gap(here: World) -> None:
    first = create(here, "SN-1")
    with transaction.atomic():
        create(here, "SN-2")
        transaction.set_rollback(True)
    assert int(create(here, "SN-3")[-6:]) == int(first[-6:]) + 1


@on_postgres
@pytest.mark.usefixtures("web_calls")
@pytest.mark.django_db(transaction=True)
def test_frozen_creation_loses_its_lock_and_blocks_no_other(here: World) -> None:
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
    assert max(ServiceRequest.objects.values_list("number", flat=True)) == other
    assert other.endswith("000002"), "what was lost leaves no gap"


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_creation_that_draws_no_number_in_time_is_503(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
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
            response = ApiClient().post(
                "/repairing/create", [request_bodies.unit(factories.part().pk, "SN-2")], here.client
            )
        finally:
            over.set()
        held.result()
    assert response.assert_error(503, "UNAVAILABLE").headers["Retry-After"] == "5"


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_concurrent_creations_get_numbers_without_gaps_or_duplicates(here: World) -> None:
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
def test_transaction_of_a_command_has_no_idle_timeout(here: World) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        factories.request("REPAIR", here)
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("0",), "as when demo data is loaded"
