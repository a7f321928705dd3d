"""Reading a spectrum file that the portal keeps, in the scope that files have."""

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
# of an honest file the largest takes a second and 150 MB
LIMITS = Limits(memory=300_000_000, seconds=5, output=5_000_000, timeout=15)
LINE = Line(at_once=2)


def read_spectra(file_id: str, kind: Kind, *, actor: Actor) -> dict[str, Any]:
    """What a file tells, and which parts its instrument may be in a request of that kind.

    Raises 404, 415 where it tells nothing, and 503.
    """
    file = readable_file(actor, file_id)
    if file.size > MOST_BYTES:
        raise _refused("too_large")
    with LINE.turn(actor.user_id), local_copy(file) as path:
        try:
            ((_, reading),) = run_parser(SANDBOX, {"path": str(path)}, LIMITS)
        except ParserRefused as reason:
            raise _refused(reason.word) from None
        except ParserFailed as failure:
            raise _refused(failure.reason) from None
    told = reading["instrument"]
    instrument = Instrument(told["manufacturer"], told["model"], told["serialNumber"], told["firmware"])
    return {**reading, "parts": [_described_part(each) for each in parts_like(instrument, kind)]}


def _refused(reason: str) -> Refusal:
    word = Word(f"spectra.refused.{reason}", {"most": MOST_BYTES // 1_000_000})
    return Refusal(415, "UNSUPPORTED_FILE", word)


def _described_part(part: Part) -> dict[str, Any]:
    return {
        "id": part.pk,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "number": part.number,
        "category": part.category.key,
        "imageUrl": image_url(part.image_id),
    }
