"""Request and response schemas of files."""

from typing import Annotated

from pydantic import Field

from portal_backend.core.types import OptionalText, RequestModel, ResponseModel, clean_text


class FileIn(RequestModel):
    """A file in a request body: the id of an upload, or a small inline file."""

    id: Annotated[str, Field(max_length=64), clean_text(64)] = ""
    name: OptionalText = ""
    type: OptionalText = ""
    size: Annotated[int | None, Field(ge=0, le=2**53)] = None
    base64: str = ""


class UploadAnswer(ResponseModel):
    """An upload."""

    id: str
    name: str
    #: Media type detected from the content.
    type: str
    #: Size in bytes.
    size: int


class AttachmentAnswer(UploadAnswer):
    """A file that belongs to another object."""

    preview_url: str | None
