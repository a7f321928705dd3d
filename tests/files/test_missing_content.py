"""A file whose content is missing from the storage: 404, and an error in the log."""

import logging

import pytest
from django.core.files.storage import default_storage

from portal_backend.files.models import StoredFile, get_storage_path
from tests import factories
from tests.api_client import ApiClient
from tests.files.conftest import ListStoredFiles
from tests.files.upload_client import MultipartBody, upload

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("verb", "path"), [("GET", "/files/download/{}"), ("POST", "/files/copy/{}"), ("GET", "/files/spectra/{}")]
)
def test_missing_content_returns_404_and_is_logged(
    verb: str, path: str, caller: ApiClient, stored: ListStoredFiles, caplog: pytest.LogCaptureFixture
) -> None:
    world = factories.world()
    file_id = str(upload(world.client, MultipartBody(b"measured.n42", b"<a/>")).data["id"])
    default_storage.delete(get_storage_path(file_id))
    with caplog.at_level(logging.ERROR, logger="portal.files"):
        caller.call(verb, path.format(file_id), world.client).assert_error(404, "NOT_FOUND")
    assert [each.getMessage() for each in caplog.records] == [f"the content of file {file_id} is lost"]
    assert StoredFile.objects.count() == 1
