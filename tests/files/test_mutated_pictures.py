"""Uploads of mutated images succeed, with or without a preview."""

from io import BytesIO

import pytest

from portal_backend.files.decoding import NoImage, encoded
from tests import factories
from tests.files.conftest import Stored
from tests.files.mutating import check
from tests.files.pictures import several, without_components
from tests.files.wire import Body, upload

A_FEW = 3_000


def test_mutated_images_raise_only_invalid_image() -> None:
    preview_count = sum(check(number) for number in range(A_FEW))
    # if nearly all were rejected at the first check, decoding would not be tested
    assert A_FEW // 10 < preview_count < A_FEW


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "has_preview"), [(several(), True), (without_components(), False)], ids=["several pictures", "no scan"]
)
def test_accepts_unusual_jpegs(stored: Stored, content: bytes, has_preview: bool) -> None:
    answer = upload(factories.world().client, Body(b"photo.jpg", content))
    assert (answer.status, answer.data["type"]) == (200, "image/jpeg")
    assert len(stored()) == (3 if has_preview else 1)


@pytest.mark.parametrize("fault", [IndexError("of a decoder"), RecursionError(), MemoryError(), AssertionError()])
def test_decoder_exceptions_become_invalid_image(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr("PIL.JpegImagePlugin.JpegImageFile.load", fail)
    with pytest.raises(NoImage):
        encoded(BytesIO(several()), 64)
