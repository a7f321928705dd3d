"""Files of imported pictures: replacement, undo and purge."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal_backend.catalogue.models import Part
from portal_backend.files.actions import purge_unused
from portal_backend.files.models import StoredFile
from portal_backend.imports.actions import purge_old_imports
from portal_backend.imports.models import ImportRun
from portal_backend.jobs.worker import LEASE_TIMEOUT, run_pending_jobs
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.picture_files import (
    BLUE,
    GREEN,
    RED,
    build_part_row,
    get_part_image,
    list_stored_files,
    upload_with_zip,
)

pytestmark = [pytest.mark.django_db, pytest.mark.split]


def test_unchanged_picture_is_no_change_and_replaced_picture_is_undone(caller: ApiClient, world: World) -> None:
    rows = [build_part_row("N1")]
    upload_with_zip(caller, world, rows, {"N1.png": RED}).write()
    first = Part.objects.get(number="N1").image_id
    again = upload_with_zip(caller, world, rows, {"renamed/N1.png": RED})
    assert again.counts == (0, 0, 1, 0)
    changing = upload_with_zip(caller, world, rows, {"N1.png": BLUE})
    assert changing.counts == (0, 1, 0, 0)
    row = changing.row(2)
    assert row["old"] == {"image": "Current image"}
    assert None not in row["pictures"]["image"].values()
    changing.write()
    assert get_part_image("N1") == BLUE
    changing.undo()
    assert (changing.run["state"], Part.objects.get(number="N1").image_id) == ("UNDONE", first)
    assert get_part_image("N1") == RED


def test_picture_without_stored_digest_is_compared_by_content(caller: ApiClient, world: World) -> None:
    upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED}).write()
    StoredFile.objects.update(digest="")
    assert upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED}).counts == (0, 0, 1, 0)


def test_changing_other_field_keeps_picture_file(caller: ApiClient, world: World) -> None:
    upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED}).write()
    first = Part.objects.get(number="N1").image_id
    row = build_part_row("N1")
    row[2] = "M-b"
    upload_with_zip(caller, world, [row], {"N1.png": RED}).write()
    now = Part.objects.get(number="N1")
    assert (now.model, now.image_id) == ("M-b", first)


def test_purges_pictures_of_undone_and_canceled_imports(caller: ApiClient, world: World) -> None:
    before = list_stored_files()
    undone = (
        upload_with_zip(
            caller, world, [build_part_row("N1"), build_part_row("N2")], {"N1.png": RED, "spare.png": GREEN}
        )
        .write()
        .undo()
    )
    discarded = upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": BLUE})
    caller.post(f"{discarded.path}/cancel", {}, actor=world.admin)
    assert undone.run["state"] == "UNDONE"
    remaining = upload_with_zip(caller, world, [build_part_row("N3")], {"N3.png": BLUE, "spare.png": GREEN}).write()
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        purge_old_imports()
    with time_machine.travel(timezone.now() + timedelta(days=100)):
        purge_unused()
    file = Part.objects.get(number="N3").image_id
    assert list_stored_files() - before == {file}
    assert remaining.run["state"] == "DONE"


def test_replaced_picture_is_kept_for_undo(caller: ApiClient, world: World) -> None:
    upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED}).write()
    changing = upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": BLUE}).write()
    with time_machine.travel(timezone.now() + timedelta(days=30)):
        purge_unused()
    assert changing.undo().run["state"] == "UNDONE"
    assert get_part_image("N1") == RED


def test_worker_crash_while_storing_pictures_is_retried(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list_stored_files()

    def dies(*arguments: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("portal_backend.imports.pictures.mark_claimed", dies)
        with pytest.raises(SystemExit):
            upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED})
    run = ImportRun.objects.get()
    with time_machine.travel(timezone.now() + 2 * LEASE_TIMEOUT):
        run_pending_jobs()
    assert run.pictures.count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        purge_unused()
    file = run.pictures.get().file_id
    assert list_stored_files() - before == {run.file_id, run.zip_id, file}
