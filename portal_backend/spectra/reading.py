"""What a spectrum file (ANSI N42.42 of 2006 or 2012, and the drafts of 2011) tells, as plain values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from portal_backend.spectra.documents import Element, Unreadable, documents
from portal_backend.spectra.measured import Spectrum, spectra

MOST_SPECTRA = 12
LONGEST = 255
UNKNOWN = ("", "-", "n/a", "na", "none", "null", "(null)", "unknown", "not specified")
# "Serial #1234" and "S/N: 1234" are 1234, and SN33N-190022 is itself
SERIAL_MARK = re.compile(r"^(serial|s/?n)\s*(number|no\.?)?\s*([:#]|\s)\s*#?\s*", re.IGNORECASE)
# one of each unit in microsievert an hour; exposure (R) and air kerma (Gy) are missing: what dose equivalent they are
# depends on the energies, and a wrong number would be worse than none
DOSE_UNITS = {"nsv": 0.001, "usv": 1, "µsv": 1, "μsv": 1, "msv": 1000, "sv": 1e6, "urem": 0.01, "mrem": 10, "rem": 1e4}
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
        each.said("RadInstrumentComponentName").casefold(): _known(each.said("RadInstrumentComponentVersion"))
        for each in info.all("RadInstrumentVersion")
    }
    for wanted in ("firmware", "software"):
        for name, version in versions.items():
            if wanted in name and version:
                return version
    return _known(info.said("InstrumentVersion"))


def _known(text: str) -> str:
    """A text on one line; "" for the words by which instruments say that they do not know."""
    plain = " ".join(text.split())[:LONGEST]
    return "" if plain.casefold() in UNKNOWN or "${" in plain else plain


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
        factor = DOSE_UNITS.get(re.split(r"[/\s]|per", unit.strip().casefold())[0])
        try:
            amount = float((value or rate).text)
        except ValueError:
            continue
        if factor and 0 <= amount < 1e9:
            yield amount * factor
