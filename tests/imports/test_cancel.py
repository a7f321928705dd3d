"""Cancellation of an import while its rows are written."""

import threading

import pytest
from django.db import connection

from portal_backend.catalogue.models import Part
from portal_backend.jobs.context import JobContext
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.concurrent_calls import run_concurrently
from tests.imports.import_client import paste

HEADER_LINE = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"


@pytest.mark.django_db(transaction=True)
def test_cancel_during_writing_rolls_back_rows(caller: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite blocks the cancel request until all rows are written: scripts/test postgres")
    world = factories.world()
    _ = world.part
    importing = paste(
        caller, world.admin, HEADER_LINE + "".join(f"Handheld\tC-{n}\tM\tAcme\tA thing\tREPAIR\n" for n in range(9))
    )
    before, responses = Part.objects.count(), list[ClientResponse]()
    original_progress = JobContext.report_progress

    def progress(running: JobContext, done: int, total: int) -> None:
        if connection.in_atomic_block and Part.objects.count() > before and not responses:
            responses.extend(
                run_concurrently(lambda other: other.post(f"{importing.path}/cancel", {}, actor=world.admin))
            )
            heartbeat = threading.Thread(target=lambda: (running.record_heartbeat(), connection.close()))
            heartbeat.start()
            heartbeat.join()
        original_progress(running, done, total)

    monkeypatch.setattr(JobContext, "report_progress", progress)
    importing.write()
    assert [each.status for each in responses] == [200]
    assert importing.run["state"] == "CANCELLED"
    assert Part.objects.count() == before
