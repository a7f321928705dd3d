"""Fixtures: a temporary storage whose files can be listed, and the sample files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import Settings

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data"
ListStoredFiles = Callable[[], list[str]]


@pytest.fixture
def stored(settings: Settings, tmp_path: Path) -> ListStoredFiles:
    """Return a function that lists all files in the storage and the temporary folder."""
    (tmp_path / "tmp").mkdir()
    place = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path / "uploads"}}
    settings.STORAGES = {**settings.STORAGES, "default": place}
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "tmp"
    return lambda: sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())


@pytest.fixture
def sample() -> Callable[[str], Path]:
    """Return a function that finds a sample file by name, or skips the test."""

    def find(name: str) -> Path:
        path = SAMPLES / name
        if not path.is_file():
            pytest.skip(f"no sample {name} beside the checkout")
        return path

    return find
