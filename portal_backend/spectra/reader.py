"""Reading of stored spectrum files, in the scope of file access."""

from typing import Any

from portal_backend.catalogue.models import Part
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError
from portal_backend.core.translations import LazyMessage
from portal_backend.files.content import local_copy
from portal_backend.files.decode_queue import DecodeQueue
from portal_backend.files.lists import get_file
from portal_backend.files.previews import get_image_url
from portal_backend.sandbox.runner import ParserFailedError, ParserLimits, ParserRejectedError, run_parser
from portal_backend.spectra.n42 import InstrumentInfo
from portal_backend.spectra.part_matching import find_matching_parts
from portal_backend.spectra.xml_reader import MAX_FILE_BYTES
from portal_backend.workflow.models import RequestKind

SANDBOX_MODULE = "portal_backend.spectra.sandbox"
# the largest valid file takes a second and 150 MB
PARSER_LIMITS = ParserLimits(memory=300_000_000, seconds=5, output=5_000_000, timeout=15)
PARSE_QUEUE = DecodeQueue(concurrency=2)


def read_spectra(file_id: str, kind: RequestKind, *, actor: Actor) -> dict[str, Any]:
    """Return the contents of a spectrum file and the parts it matches.

    Only parts for a kind of service request are matched. Raises 404, 415 if the file cannot be read, or 503.
    """
    file = get_file(actor, file_id)
    if file.size > MAX_FILE_BYTES:
        raise _build_unsupported_file_error("too_large")
    with PARSE_QUEUE.slot(actor.user_id), local_copy(file) as path:
        try:
            ((_, reading),) = run_parser(SANDBOX_MODULE, {"path": str(path)}, PARSER_LIMITS)
        except ParserRejectedError as rejection:
            raise _build_unsupported_file_error(rejection.reason) from None
        except ParserFailedError as failure:
            raise _build_unsupported_file_error(failure.reason) from None
    info = reading["instrument"]
    instrument = InstrumentInfo(info["manufacturer"], info["model"], info["serialNumber"], info["firmware"])
    return {**reading, "parts": [_serialize_part(each) for each in find_matching_parts(instrument, kind)]}


def _build_unsupported_file_error(reason: str) -> ApiError:
    message = LazyMessage(f"spectra.refused.{reason}", {"most": MAX_FILE_BYTES // 1_000_000})
    return ApiError(415, "UNSUPPORTED_FILE", message)


def _serialize_part(part: Part) -> dict[str, Any]:
    return {
        "id": part.pk,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "number": part.number,
        "category": part.category.key,
        "imageUrl": get_image_url(part.image_id),
    }
