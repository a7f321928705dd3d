"""Uploads of mutated images succeed, with or without a preview."""

from io import BytesIO

import pytest

from portal_backend.files.decoding import InvalidImage, encode_preview
from tests import factories
from tests.files.conftest import ListStoredFiles
from tests.files.image_mutations import check_mutated_image
from tests.files.sample_images import build_jpeg_without_components, build_mpo
from tests.files.upload_client import MultipartBody, upload

SAMPLE_COUNT = 3_000


def test_mutated_images_raise_only_invalid_image() -> None:
    preview_count = sum(check_mutated_image(number) for number in range(SAMPLE_COUNT))
    # if nearly all were rejected at the first check, decoding would not be tested
    assert SAMPLE_COUNT // 10 < preview_count < SAMPLE_COUNT


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "has_preview"),
    [(build_mpo(), True), (build_jpeg_without_components(), False)],
    ids=["several pictures", "no scan"],
)
def test_accepts_unusual_jpegs(stored: ListStoredFiles, content: bytes, has_preview: bool) -> None:
    response = upload(factories.world().client, MultipartBody(b"photo.jpg", content))
    assert (response.status, response.data["type"]) == (200, "image/jpeg")
    assert len(stored()) == (3 if has_preview else 1)


@pytest.mark.parametrize("fault", [IndexError("of a decoder"), RecursionError(), MemoryError(), AssertionError()])
def test_decoder_exceptions_become_invalid_image(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr("PIL.JpegImagePlugin.JpegImageFile.load", fail)
    with pytest.raises(InvalidImage):
        encode_preview(BytesIO(build_mpo()), 64)
