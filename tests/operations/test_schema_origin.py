"""Databases and backups of version 0.1 are refused with a message that says why."""

import json
import tarfile
from pathlib import Path

import prepare_data
import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from portal_backend.operations.backup import CorruptBackupError, verify_archive


@pytest.mark.django_db
def test_refuses_database_of_former_version() -> None:
    MigrationRecorder(connection).record_applied("joining", "0001_recovery_and_account_requests")
    with pytest.raises(SystemExit) as refused:
        prepare_data.main()
    assert "created by version 0.1" in str(refused.value)
    assert "empty database" in str(refused.value)


def test_refuses_backup_of_former_version(tmp_path: Path) -> None:
    manifest, archive = tmp_path / "manifest.json", tmp_path / "portal.tar"
    manifest.write_text(json.dumps({"engine": "sqlite", "made_at": "2026-01-01T00:00:00+00:00", "format": 1}))
    with tarfile.open(archive, "w") as tar:
        tar.add(manifest, arcname="manifest.json")
    with pytest.raises(CorruptBackupError, match=r"created by version 0\.1"):
        verify_archive(archive)
