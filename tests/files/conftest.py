"""A storage of the test's own, whose files it can count, and the real pictures and spectra where there are any."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import Settings

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data"
Stored = Callable[[], list[str]]


@pytest.fixture
def stored(settings: Settings, tmp_path: Path) -> Stored:
    """Every file that lies in the storage or among the temporary files now."""
    (tmp_path / "tmp").mkdir()
    place = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path / "uploads"}}
    settings.STORAGES = {**settings.STORAGES, "default": place}
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "tmp"
    return lambda: sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())


@pytest.fixture
def sample() -> Callable[[str], Path]:
    """The path of a real file by its name below the sample data; the test is skipped where it is absent."""

    def find(name: str) -> Path:
        path = SAMPLES / name
        if not path.is_file():
            pytest.skip(f"no sample {name} beside the checkout")
        return path

    return find
