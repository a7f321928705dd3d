"""Reading of stored spectrum files, in the scope of file access."""

from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.catalogue.models import Part
from portal_backend.files.contents import local_copy
from portal_backend.files.images import image_url
from portal_backend.files.lists import readable_file
from portal_backend.files.turns import Line
from portal_backend.sandbox.runner import Limits, ParserFailed, ParserRefused, run_parser
from portal_backend.spectra.documents import MOST_BYTES
from portal_backend.spectra.matching import parts_like
from portal_backend.spectra.reading import Instrument
from portal_backend.workflow.models import Kind

SANDBOX = "portal_backend.spectra.sandbox"
# the largest valid file takes a second and 150 MB
LIMITS = Limits(memory=300_000_000, seconds=5, output=5_000_000, timeout=15)
LINE = Line(at_once=2)


def read_spectra(file_id: str, kind: Kind, *, actor: Actor) -> dict[str, Any]:
    """Return the contents of a spectrum file and the parts it matches.

    Only parts for a kind of service request are matched. Raises 404, 415 if the file cannot be read, or 503.
    """
    file = readable_file(actor, file_id)
    if file.size > MOST_BYTES:
        raise _refused("too_large")
    with LINE.turn(actor.user_id), local_copy(file) as path:
        try:
            ((_, reading),) = run_parser(SANDBOX, {"path": str(path)}, LIMITS)
        except ParserRefused as rejection:
            raise _refused(rejection.word) from None
        except ParserFailed as failure:
            raise _refused(failure.reason) from None
    info = reading["instrument"]
    instrument = Instrument(info["manufacturer"], info["model"], info["serialNumber"], info["firmware"])
    return {**reading, "parts": [_described_part(each) for each in parts_like(instrument, kind)]}


def _refused(reason: str) -> Refusal:
    message = Word(f"spectra.refused.{reason}", {"most": MOST_BYTES // 1_000_000})
    return Refusal(415, "UNSUPPORTED_FILE", message)


def _described_part(part: Part) -> dict[str, Any]:
    return {
        "id": part.pk,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "number": part.number,
        "category": part.category.key,
        "imageUrl": image_url(part.image_id),
    }
