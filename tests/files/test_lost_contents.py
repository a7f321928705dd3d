"""A file whose content is missing from the storage: 404, and an error in the log."""

import logging

import pytest
from django.core.files.storage import default_storage

from portal_backend.files.models import StoredFile, stored_at
from tests import factories
from tests.caller import Caller
from tests.files.conftest import Stored
from tests.files.wire import Body, upload

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("verb", "path"), [("GET", "/files/download/{}"), ("POST", "/files/copy/{}"), ("GET", "/files/spectra/{}")]
)
def test_missing_content_returns_404_and_is_logged(
    verb: str, path: str, caller: Caller, stored: Stored, caplog: pytest.LogCaptureFixture
) -> None:
    world = factories.world()
    file_id = str(upload(world.client, Body(b"measured.n42", b"<a/>")).data["id"])
    default_storage.delete(stored_at(file_id))
    with caplog.at_level(logging.ERROR, logger="portal.files"):
        caller.call(verb, path.format(file_id), world.client).refused(404, "NOT_FOUND")
    assert [each.getMessage() for each in caplog.records] == [f"the content of file {file_id} is lost"]
    assert StoredFile.objects.count() == 1
