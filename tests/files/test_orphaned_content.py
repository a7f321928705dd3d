"""Purge of stored content without a row, left by a crash or a rollback."""

import io
from datetime import timedelta

import pytest
import time_machine
from django.core.files.storage import default_storage
from django.utils import timezone

from portal_backend.files.actions import purge_unused, store
from portal_backend.files.models import StoredFile, get_storage_path
from tests import factories

pytestmark = pytest.mark.django_db


def test_purges_orphaned_content_after_retention_period() -> None:
    person = factories.world().client
    orphan = store(io.BytesIO(b"lost"), "lost.txt", 4, actor=person.actor)
    claimed = store(io.BytesIO(b"kept"), "kept.txt", 4, actor=person.actor)
    StoredFile.objects.filter(pk=claimed.pk).update(claimed_at=timezone.now())
    StoredFile.objects.filter(pk=orphan.pk).delete()

    purge_unused()
    assert default_storage.exists(get_storage_path(orphan.pk)), (
        "content may belong to a transaction that is still running"
    )

    with time_machine.travel(timezone.now() + timedelta(days=8)):
        purge_unused()
    assert not default_storage.exists(get_storage_path(orphan.pk))
    assert default_storage.exists(get_storage_path(claimed.pk))
