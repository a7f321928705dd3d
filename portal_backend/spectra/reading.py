"""Parser of spectrum files: ANSI N42.42 of 2006 and 2012, and the drafts of 2011."""

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
# "Serial #1234" and "S/N: 1234" become "1234"; "SN33N-190022" is unchanged
SERIAL_MARK = re.compile(r"^(serial|s/?n)\s*(number|no\.?)?\s*([:#]|\s)\s*#?\s*", re.IGNORECASE)
# units of dose equivalent only: converting exposure (R) or air kerma (Gy) depends on the energies, and a wrong value is
# worse than none
DOSE_RATE = re.compile(
    r"(?P<prefix>[nuµμm]?)(?P<dose>sv|rem)\s*(?:/\s*|\s+per\s+|[\s·*.](?=\w+(?:-1|\^-1|⁻¹)$))"
    r"(?P<time>h|hr|hour|min|minute|s|sec|second)(?:-1|\^-1|⁻¹)?",
    re.IGNORECASE,
)
PREFIXES = {"n": 0.001, "u": 1.0, "µ": 1.0, "μ": 1.0, "m": 1000.0, "": 1e6}
DOSES = {"sv": 1.0, "rem": 0.01}
PER_HOUR = {"h": 1, "m": 60, "s": 3600}
# desktop programs that write spectrum files; their versions are not those of the instrument
PROGRAMS = ("interspec", "cambio", "gadras", "peakeasy")
INSTRUMENTS = ("RadInstrumentInformation", "InstrumentInformation")
MEASUREMENTS = ("RadMeasurement", "DerivedData", "DetectorData", "Measurement")


@dataclass(frozen=True)
class Instrument:
    """Instrument of a spectrum file; "" for missing values."""

    manufacturer: str = ""
    model: str = ""
    serial_number: str = ""
    firmware: str = ""


@dataclass(frozen=True)
class Reading:
    """Contents of a spectrum file."""

    instrument: Instrument
    #: Naive if the file has no time zone, which means the clock of the instrument.
    measured_at: datetime | None
    #: Microsieverts per hour.
    dose_rate: float | None
    spectra: list[Spectrum]
    #: Number of spectra in the file, including those that are not returned.
    spectra_in_file: int
    #: Whether the last document of the file is truncated.
    is_cut_off: bool


def read(content: bytes) -> Reading:
    """Parse a spectrum file.

    Raises UnreadableFileError.
    """
    roots, is_cut_off = documents(content)
    if not any(next(root.all(*INSTRUMENTS, *MEASUREMENTS), None) for root in roots):
        raise Unreadable("no_spectrum")
    returned_spectra = list(islice(spectra(roots), MOST_SPECTRA))
    return Reading(
        instrument=_instrument(roots),
        measured_at=next((time for root in roots for time in _times(root)), None),
        dose_rate=next((rate for root in roots for rate in _dose_rates(root)), None),
        spectra=returned_spectra,
        spectra_in_file=_number_of_spectra(roots) if len(returned_spectra) == MOST_SPECTRA else len(returned_spectra),
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
    """Return the version of the firmware, or of other software of the instrument."""
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
    """Return a version of the instrument's software, or "".

    A version has at least one digit, and is not that of a desktop program.
    """
    known = _known(text)
    return "" if _is_program(known) or not re.search("[0-9]", known) else known


def _is_program(text: str) -> bool:
    return any(name in text.casefold() for name in PROGRAMS)


def _known(text: str) -> str:
    """Return a text on one line; "" for placeholders such as "unknown"."""
    cleaned = " ".join(text.split())[:LONGEST]
    return "" if is_placeholder_serial(cleaned) or "${" in cleaned else cleaned


def _times(root: Element) -> Iterator[datetime]:
    for each in root.all("StartDateTime", "StartTime"):
        try:
            time = datetime.fromisoformat(each.text)
            yield time.astimezone(UTC) if time.tzinfo else time
        except (ValueError, OverflowError):
            continue


def _dose_rates(root: Element) -> Iterator[float]:
    """Yield dose rates in microsieverts per hour.

    ANSI N42.42-2012 defines this unit as the default; in earlier versions a value without a unit is ambiguous.
    """
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
    """Return the factor from a dose rate unit to microsieverts per hour, or None."""
    match = DOSE_RATE.fullmatch(unit.strip())
    if match is None or match["prefix"] == "M":  # ambiguous: mega, or milli in capitals
        return None
    return PREFIXES[match["prefix"].lower()] * DOSES[match["dose"].lower()] * PER_HOUR[match["time"][0].lower()]
