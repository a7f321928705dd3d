"""Cancelling an import while its rows are written."""

import threading

import pytest
from django.db import connection

from portal_backend.catalogue.models import Part
from portal_backend.jobs.running import Running
from tests import factories
from tests.caller import Answered, Caller
from tests.imports.importing import paste
from tests.together import together

HEAD = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"


@pytest.mark.django_db(transaction=True)
def test_rows_that_are_being_written_when_it_is_cancelled_are_not_there(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite keeps whoever cancels waiting until all is written: scripts/test postgres")
    here = factories.world()
    _ = here.part
    importing = paste(
        caller, here.admin, HEAD + "".join(f"Handheld\tC-{n}\tM\tAcme\tA thing\tREPAIR\n" for n in range(9))
    )
    before, answers = Part.objects.count(), list[Answered]()
    goes_on = Running.progress

    def progress(running: Running, done: int, total: int) -> None:
        if connection.in_atomic_block and Part.objects.count() > before and not answers:
            answers.extend(together(lambda other: other.post(f"{importing.path}/cancel", {}, actor=here.admin)))
            beat = threading.Thread(target=lambda: (running.beat(), connection.close()))
            beat.start()
            beat.join()
        goes_on(running, done, total)

    monkeypatch.setattr(Running, "progress", progress)
    importing.write()
    assert [each.status for each in answers] == [200]
    assert importing.run["state"] == "CANCELLED"
    assert Part.objects.count() == before
