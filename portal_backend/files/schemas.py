"""Shapes of files in bodies and answers."""

from typing import Annotated

from pydantic import Field

from portal_backend.base.fields import Body, OptionalText, Wire, cleaned


class FileIn(Body):
    """A file that a body refers to: `{"id"}` of an upload, or a small one inline."""

    id: Annotated[str, Field(max_length=64), cleaned(64)] = ""
    name: OptionalText = ""
    type: OptionalText = ""
    size: Annotated[int | None, Field(ge=0, le=2**53)] = None
    base64: str = ""


class UploadAnswer(Wire):
    """An upload; `type` is what its content shows, `size` in bytes."""

    id: str
    name: str
    type: str
    size: int


class AttachmentAnswer(UploadAnswer):
    """A file that belongs to something."""

    preview_url: str | None
