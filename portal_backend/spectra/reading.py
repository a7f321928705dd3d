"""What a spectrum file (ANSI N42.42 of 2006 or 2012, and the drafts of 2011) tells, as plain values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from portal_backend.base.normalization import is_placeholder_serial
from portal_backend.spectra.channels import number
from portal_backend.spectra.documents import Element, Unreadable, documents
from portal_backend.spectra.measured import Spectrum, spectra

MOST_SPECTRA = 12
LONGEST = 255
MAX_DOSE_RATE = 1e9
# "Serial #1234" and "S/N: 1234" are 1234, and SN33N-190022 is itself
SERIAL_MARK = re.compile(r"^(serial|s/?n)\s*(number|no\.?)?\s*([:#]|\s)\s*#?\s*", re.IGNORECASE)
# one of each unit in microsievert an hour; exposure (R) and air kerma (Gy) are missing: what dose equivalent they are
# depends on the energies, and a wrong number would be worse than none
DOSE_RATE = re.compile(
    r"(?P<prefix>[nuµμm]?)(?P<dose>sv|rem)\s*(?:/\s*|\s+per\s+|[\s·*.](?=\w+(?:-1|\^-1|⁻¹)$))"
    r"(?P<time>h|hr|hour|min|minute|s|sec|second)(?:-1|\^-1|⁻¹)?",
    re.IGNORECASE,
)
PREFIXES = {"n": 0.001, "u": 1.0, "µ": 1.0, "μ": 1.0, "m": 1000.0, "": 1e6}
DOSES = {"sv": 1.0, "rem": 0.01}
PER_HOUR = {"h": 1, "m": 60, "s": 3600}
# programs that write such files: their versions are none of an instrument
PROGRAMS = ("interspec", "cambio", "gadras", "peakeasy")
INSTRUMENTS = ("RadInstrumentInformation", "InstrumentInformation")
MEASUREMENTS = ("RadMeasurement", "DerivedData", "DetectorData", "Measurement")


@dataclass(frozen=True)
class Instrument:
    """Who made the instrument, what it is and which one; "" for what the file does not say."""

    manufacturer: str = ""
    model: str = ""
    serial_number: str = ""
    firmware: str = ""


@dataclass(frozen=True)
class Reading:
    """All that is read of a file. A time without a zone is the instrument's own clock."""

    instrument: Instrument
    measured_at: datetime | None
    dose_rate: float | None
    spectra: list[Spectrum]
    spectra_in_file: int
    is_cut_off: bool


def read(content: bytes) -> Reading:
    """What a file tells. Raises Unreadable."""
    roots, is_cut_off = documents(content)
    if not any(next(root.all(*INSTRUMENTS, *MEASUREMENTS), None) for root in roots):
        raise Unreadable("no_spectrum")
    measured = list(islice(spectra(roots), MOST_SPECTRA))
    return Reading(
        instrument=_instrument(roots),
        measured_at=next((time for root in roots for time in _times(root)), None),
        dose_rate=next((rate for root in roots for rate in _dose_rates(root)), None),
        spectra=measured,
        spectra_in_file=_number_of_spectra(roots) if len(measured) == MOST_SPECTRA else len(measured),
        is_cut_off=is_cut_off,
    )


def _number_of_spectra(roots: list[Element]) -> int:
    return sum(1 for root in roots for _ in root.all("Spectrum"))


def _instrument(roots: list[Element]) -> Instrument:
    info = next((info for root in roots for info in root.all(*INSTRUMENTS)), None)
    if info is None:
        return Instrument()
    serial = _known(info.said("RadInstrumentIdentifier", "InstrumentID"))
    return Instrument(
        manufacturer=_known(info.said("RadInstrumentManufacturerName", "Manufacturer")),
        model=_known(info.said("RadInstrumentModelName", "InstrumentModel")),
        serial_number=SERIAL_MARK.sub("", serial),
        firmware=_firmware(info),
    )


def _firmware(info: Element) -> str:
    """The version of the firmware, or else of whatever else runs in the instrument."""
    versions = {
        each.said("RadInstrumentComponentName").casefold(): _version(each.said("RadInstrumentComponentVersion"))
        for each in info.all("RadInstrumentVersion")
        if not _is_program(each.said("RadInstrumentComponentName"))
    }
    for wanted in ("firmware", "software"):
        for name, version in versions.items():
            if wanted in name and version:
                return version
    return _version(info.said("InstrumentVersion"))


def _version(text: str) -> str:
    """A version, which has a digit at least, and is not that of a program on a desk."""
    known = _known(text)
    return "" if _is_program(known) or not re.search("[0-9]", known) else known


def _is_program(text: str) -> bool:
    return any(name in text.casefold() for name in PROGRAMS)


def _known(text: str) -> str:
    """A text on one line; "" for the words by which instruments say that they do not know."""
    plain = " ".join(text.split())[:LONGEST]
    return "" if is_placeholder_serial(plain) or "${" in plain else plain


def _times(root: Element) -> Iterator[datetime]:
    for each in root.all("StartDateTime", "StartTime"):
        try:
            time = datetime.fromisoformat(each.text)
            yield time.astimezone(UTC) if time.tzinfo else time
        except (ValueError, OverflowError):
            continue


def _dose_rates(root: Element) -> Iterator[float]:
    """In microsievert an hour. What the standard of 2012 gives without a unit is in it; before it may be anything."""
    for rate in root.all("DoseRate"):
        value = next(rate.all("DoseRateValue"), None)
        unit = (value or rate).attributes.get("units", rate.attributes.get("Units", "uSv/h" if value else ""))
        factor = _factor(unit)
        try:
            amount = number((value or rate).text)
        except ValueError:
            continue
        if factor is not None and 0 <= amount < MAX_DOSE_RATE:
            yield amount * factor


def _factor(unit: str) -> float | None:
    """Convert a dose-rate unit to microsieverts per hour; None where any part of it is not understood."""
    found = DOSE_RATE.fullmatch(unit.strip())
    if found is None or found["prefix"] == "M":  # ambiguous: mega, or milli in capitals
        return None
    return PREFIXES[found["prefix"].lower()] * DOSES[found["dose"].lower()] * PER_HOUR[found["time"][0].lower()]
