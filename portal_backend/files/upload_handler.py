"""Handling of uploads: streamed to disk, limited in size, sanitized and typed."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import PurePosixPath
from typing import IO, Any

import filetype
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import StopUpload, TemporaryFileUploadHandler

from portal_backend.core.errors import too_large

FORM_OVERHEAD_BYTES = 100_000
MAX_FILE_NAME_LENGTH = 200
PROBE_BYTES = 8192


class LimitedUploadHandler(TemporaryFileUploadHandler):
    """Streams an upload to a temporary file, up to the size limit.

    Nothing larger is ever stored.
    """

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:  # noqa: N803
        """Raise 413 at once if the declared length exceeds the limit."""
        if content_length > settings.MAX_ATTACHMENT_BYTES + FORM_OVERHEAD_BYTES:
            raise too_large(settings.MAX_ATTACHMENT_BYTES)

    def new_file(self, field_name: str, file_name: str, *args: Any, **kwargs: Any) -> None:
        """Open a temporary file whose name has no part of the user's file name.

        The user's name may be longer than the file system allows.
        """
        super().new_file(field_name, "upload", *args, **kwargs)
        self.file.name = self.file_name = file_name

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a chunk, or stop the upload at the first byte above the limit."""
        if start + len(raw_data) > settings.MAX_ATTACHMENT_BYTES:
            self.upload_interrupted()
            if self.request is not None:
                self.request.META["portal.upload_too_large"] = True
            raise StopUpload(connection_reset=False)
        with self._remove_on_error():
            super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> "UploadedFile[Any] | None":
        """Write buffered data and return the complete upload."""
        with self._remove_on_error():
            return super().file_complete(file_size)

    @contextmanager
    def _remove_on_error(self) -> Iterator[None]:
        """Delete the incomplete file on a write error, since the disk may be full."""
        try:
            yield
        except OSError:
            with suppress(OSError):  # closing the file writes the buffer again
                self.upload_interrupted()
            raise


def sanitize_filename(name: str) -> str:
    """Sanitize a file name and cut it to 200 characters.

    Folders, control and direction characters are removed; the suffix is preserved.
    """
    base = name.replace("\\", "/").rsplit("/", 1)[-1]
    base = unicodedata.normalize("NFC", base)
    base = "".join(char for char in base if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))
    base = base.strip(" .") or "file"
    suffix = PurePosixPath(base).suffix[:20]
    return base if len(base) <= MAX_FILE_NAME_LENGTH else base[: MAX_FILE_NAME_LENGTH - len(suffix)] + suffix


def detect_media_type(stream: IO[bytes]) -> str:
    """Detect the media type from the content.

    The name and the type that a browser declares are ignored.
    """
    stream.seek(0)
    head = stream.read(PROBE_BYTES)
    stream.seek(0)
    guess = filetype.guess(head)
    if guess is not None:
        return str(guess.mime)
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<script", b"<svg")):
        return "text/html" if not start.startswith(b"<svg") else "image/svg+xml"
    if start.startswith((b"<?xml", b"<radinstrumentdata")):
        return "image/svg+xml" if b"<svg" in start else "application/xml"
    try:
        text = head.decode("utf-8", "strict" if len(head) < PROBE_BYTES else "ignore")
    except UnicodeDecodeError:
        return "application/octet-stream"
    return "application/octet-stream" if "\0" in text else "text/plain"
