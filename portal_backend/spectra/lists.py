"""Reading a spectrum file that the portal keeps, in the scope that files have."""

from datetime import datetime
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.catalogue.models import Part
from portal_backend.files.contents import opened
from portal_backend.files.images import image_url
from portal_backend.files.lists import readable_file
from portal_backend.files.turns import Line
from portal_backend.spectra.documents import MOST_BYTES, Reason, Unreadable
from portal_backend.spectra.matching import parts_like
from portal_backend.spectra.measured import Spectrum
from portal_backend.spectra.reading import Reading, read
from portal_backend.workflow.models import Kind

# one file at a time: the largest takes a second and 100 MB
LINE = Line()


def read_spectra(file_id: str, kind: Kind, *, actor: Actor) -> dict[str, Any]:
    """What a file tells, and which parts its instrument may be in a request of that kind.

    Raises 404, 415 where it tells nothing, and 503.
    """
    file = readable_file(actor, file_id)
    if file.size > MOST_BYTES:
        raise _refused("too_large")
    try:
        with LINE.turn(actor.user_id), opened(file) as content:
            reading = read(content.read())
    except Unreadable as refusal:
        raise _refused(refusal.reason) from refusal
    return _described(reading, parts_like(reading.instrument, kind))


def _refused(reason: Reason) -> Refusal:
    word = Word(f"spectra.refused.{reason}", {"most": MOST_BYTES // 1_000_000})
    return Refusal(415, "UNSUPPORTED_FILE", word)


def _described(reading: Reading, parts: list[Part]) -> dict[str, Any]:
    instrument = reading.instrument
    return {
        "instrument": {
            "manufacturer": instrument.manufacturer,
            "model": instrument.model,
            "serialNumber": instrument.serial_number,
            "firmware": instrument.firmware,
        },
        "parts": [_described_part(part) for part in parts],
        "measuredAt": reading.measured_at and _told(reading.measured_at),
        "doseRate": reading.dose_rate,
        "spectra": [_described_spectrum(each) for each in reading.spectra],
        "spectraInFile": reading.spectra_in_file,
        "isCutOff": reading.is_cut_off,
    }


def _described_part(part: Part) -> dict[str, Any]:
    return {
        "id": part.pk,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "number": part.number,
        "category": part.category.key,
        "imageUrl": image_url(part.image_id),
    }


def _described_spectrum(spectrum: Spectrum) -> dict[str, Any]:
    return {
        "detector": spectrum.detector,
        "kind": spectrum.kind,
        "liveTime": spectrum.live_time,
        "realTime": spectrum.real_time,
        "counts": [int(count) if count.is_integer() else count for count in spectrum.counts],
        "edges": spectrum.edges and [round(edge, 3) for edge in spectrum.edges],
        "width": spectrum.width,
    }


def _told(time: datetime) -> str:
    return time.replace(microsecond=0).isoformat().replace("+00:00", "Z")
