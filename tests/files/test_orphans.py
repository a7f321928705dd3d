"""Content that a crash or an undone transaction left without a row is swept with the unused uploads."""

import io
from datetime import timedelta

import pytest
import time_machine
from django.core.files.storage import default_storage
from django.utils import timezone

from portal_backend.files.actions import purge_unused, store
from portal_backend.files.models import StoredFile, stored_at
from tests import factories

pytestmark = pytest.mark.django_db


def test_content_without_a_row_is_removed_once_it_is_old() -> None:
    person = factories.world().client
    lost = store(io.BytesIO(b"lost"), "lost.txt", 4, actor=person.actor)
    kept = store(io.BytesIO(b"kept"), "kept.txt", 4, actor=person.actor)
    StoredFile.objects.filter(pk=kept.pk).update(claimed_at=timezone.now())
    StoredFile.objects.filter(pk=lost.pk).delete()

    purge_unused()
    assert default_storage.exists(stored_at(lost.pk)), "content may belong to a transaction that is still running"

    with time_machine.travel(timezone.now() + timedelta(days=8)):
        purge_unused()
    assert not default_storage.exists(stored_at(lost.pk))
    assert default_storage.exists(stored_at(kept.pk))
