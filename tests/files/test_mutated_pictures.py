"""Whatever a picture's bytes are, an upload of it is answered: with a preview, or without one."""

from io import BytesIO

import pytest

from portal_backend.files.decoding import NoImage, encoded
from tests import factories
from tests.files.conftest import Stored
from tests.files.mutating import check
from tests.files.pictures import several, without_components
from tests.files.wire import Body, upload

A_FEW = 3_000


def test_broken_pictures_get_a_preview_or_none() -> None:
    shown = sum(check(number) for number in range(A_FEW))
    # were nearly all refused at the first look, nothing would be tried
    assert A_FEW // 10 < shown < A_FEW


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "has_preview"), [(several(), True), (without_components(), False)], ids=["several pictures", "no scan"]
)
def test_odd_jpegs_are_taken(stored: Stored, content: bytes, has_preview: bool) -> None:
    answer = upload(factories.world().client, Body(b"photo.jpg", content))
    assert (answer.status, answer.data["type"]) == (200, "image/jpeg")
    assert len(stored()) == (3 if has_preview else 1)


@pytest.mark.parametrize("fault", [IndexError("of a decoder"), RecursionError(), MemoryError(), AssertionError()])
def test_whatever_a_decoder_raises_is_no_fault_of_the_portal(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr("PIL.JpegImagePlugin.JpegImageFile.load", fail)
    with pytest.raises(NoImage):
        encoded(BytesIO(several()), 64)
