"""Pictures that an import brings: replaced, given back, and gone with what they belonged to."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal_backend.catalogue.models import Part
from portal_backend.files.actions import purge_unused
from portal_backend.files.models import StoredFile
from portal_backend.imports.actions import forget_old_rows
from portal_backend.imports.models import ImportRun
from portal_backend.jobs.doing import SILENCE, do_waiting_jobs
from tests.caller import Caller
from tests.factories import World
from tests.imports.picturing import BLUE, GREEN, RED, image, kept_contents, part, with_zip

pytestmark = pytest.mark.django_db


def test_the_same_file_again_changes_nothing_and_another_picture_does(caller: Caller, here: World) -> None:
    rows = [part("N1")]
    with_zip(caller, here, rows, {"N1.png": RED}).write()
    first = Part.objects.get(number="N1").image_id
    again = with_zip(caller, here, rows, {"renamed/N1.png": RED})
    assert again.counts == (0, 0, 1, 0)
    changing = with_zip(caller, here, rows, {"N1.png": BLUE})
    assert changing.counts == (0, 1, 0, 0)
    told = changing.row(2)
    assert told["old"] == {"image": "The picture so far"}
    assert None not in told["pictures"]["image"].values()
    changing.write()
    assert image("N1") == BLUE
    changing.undo()
    assert (changing.run["state"], Part.objects.get(number="N1").image_id) == ("UNDONE", first)
    assert image("N1") == RED


def test_a_picture_of_before_digests_were_kept_is_compared_by_its_content(caller: Caller, here: World) -> None:
    with_zip(caller, here, [part("N1")], {"N1.png": RED}).write()
    StoredFile.objects.update(digest="")
    assert with_zip(caller, here, [part("N1")], {"N1.png": RED}).counts == (0, 0, 1, 0)


def test_another_field_changes_without_the_picture(caller: Caller, here: World) -> None:
    with_zip(caller, here, [part("N1")], {"N1.png": RED}).write()
    first = Part.objects.get(number="N1").image_id
    row = part("N1")
    row[2] = "M-b"
    with_zip(caller, here, [row], {"N1.png": RED}).write()
    now = Part.objects.get(number="N1")
    assert (now.model, now.image_id) == ("M-b", first)


def test_no_picture_outlives_its_import(caller: Caller, here: World) -> None:
    before = kept_contents()
    undone = with_zip(caller, here, [part("N1"), part("N2")], {"N1.png": RED, "spare.png": GREEN}).write().undo()
    discarded = with_zip(caller, here, [part("N1")], {"N1.png": BLUE})
    caller.post(f"{discarded.path}/cancel", {}, actor=here.admin)
    assert undone.run["state"] == "UNDONE"
    kept = with_zip(caller, here, [part("N3")], {"N3.png": BLUE, "spare.png": GREEN}).write()
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        forget_old_rows()
    with time_machine.travel(timezone.now() + timedelta(days=100)):
        purge_unused()
    file = Part.objects.get(number="N3").image_id
    assert kept_contents() - before == {file}
    assert kept.run["state"] == "DONE"


def test_a_replaced_picture_stays_as_long_as_it_can_be_given_back(caller: Caller, here: World) -> None:
    with_zip(caller, here, [part("N1")], {"N1.png": RED}).write()
    changing = with_zip(caller, here, [part("N1")], {"N1.png": BLUE}).write()
    with time_machine.travel(timezone.now() + timedelta(days=30)):
        purge_unused()
    assert changing.undo().run["state"] == "UNDONE"
    assert image("N1") == RED


def test_a_worker_that_dies_over_the_pictures_leaves_nothing_and_begins_again(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept_contents()

    def dies(*arguments: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("portal_backend.imports.pictures.keep_claimed", dies)
        with pytest.raises(SystemExit):
            with_zip(caller, here, [part("N1")], {"N1.png": RED})
    run = ImportRun.objects.get()
    with time_machine.travel(timezone.now() + 2 * SILENCE):
        do_waiting_jobs()
    assert run.pictures.count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        purge_unused()
    file = run.pictures.get().file_id
    assert kept_contents() - before == {run.file_id, run.zip_id, file}
