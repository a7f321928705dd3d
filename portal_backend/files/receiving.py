"""How uploads come in: streamed to disk, cut off at the limit, named harmlessly, typed by their content."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import PurePosixPath
from typing import IO, Any

import filetype
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import StopUpload, TemporaryFileUploadHandler

from portal_backend.base.errors import too_large

FORM_OVERHEAD = 100_000
LONGEST_NAME = 200
PROBE = 8192


class LimitedUploadHandler(TemporaryFileUploadHandler):
    """Writes an upload to a temporary file and stops at the limit, so that nothing larger is ever stored."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:  # noqa: N803
        """Refuse at once (413) what says that it is too large."""
        if content_length > settings.ATTACHMENT_BYTES + FORM_OVERHEAD:
            raise too_large(settings.ATTACHMENT_BYTES)

    def new_file(self, field_name: str, file_name: str, *args: Any, **kwargs: Any) -> None:
        """Begin a temporary file whose own name holds nothing of the user's, which may be longer than a disk takes."""
        super().new_file(field_name, "upload", *args, **kwargs)
        self.file.name = self.file_name = file_name

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a chunk, or stop: one byte over is too many."""
        if start + len(raw_data) > settings.ATTACHMENT_BYTES:
            self.upload_interrupted()
            if self.request is not None:
                self.request.META["portal.upload_too_large"] = True
            raise StopUpload(connection_reset=False)
        with self._removed_where_it_fails():
            super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> "UploadedFile[Any] | None":
        """The whole upload; what was still held in memory is written."""
        with self._removed_where_it_fails():
            return super().file_complete(file_size)

    @contextmanager
    def _removed_where_it_fails(self) -> Iterator[None]:
        """A disk that is full has no room for half an upload."""
        try:
            yield
        except OSError:
            with suppress(OSError):  # closing writes once more what could not be written
                self.upload_interrupted()
            raise


def harmless_name(name: str) -> str:
    """A file name without folders, control and direction characters, of at most 200 characters, its ending kept."""
    base = name.replace("\\", "/").rsplit("/", 1)[-1]
    base = unicodedata.normalize("NFC", base)
    base = "".join(char for char in base if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))
    base = base.strip(" .") or "file"
    ending = PurePosixPath(base).suffix[:20]
    return base if len(base) <= LONGEST_NAME else base[: LONGEST_NAME - len(ending)] + ending


def sniffed_type(stream: IO[bytes]) -> str:
    """The media type that the content shows; what a browser or a name claims does not count."""
    stream.seek(0)
    head = stream.read(PROBE)
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
        text = head.decode("utf-8", "strict" if len(head) < PROBE else "ignore")
    except UnicodeDecodeError:
        return "application/octet-stream"
    return "application/octet-stream" if "\0" in text else "text/plain"
