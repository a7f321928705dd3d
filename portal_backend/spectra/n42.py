"""Parser of spectrum files: ANSI N42.42 of 2006 and 2012, and the drafts of 2011."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from portal_backend.core.normalization import is_placeholder_serial
from portal_backend.spectra.channels import parse_number
from portal_backend.spectra.spectrum import Spectrum, iter_spectra
from portal_backend.spectra.xml_reader import UnreadableFileError, XmlElement, parse_documents

MAX_SPECTRA = 12
MAX_TEXT_LENGTH = 255
MAX_DOSE_RATE = 1e9
# "Serial #1234" and "S/N: 1234" become "1234"; "SN33N-190022" is unchanged
SERIAL_NUMBER_PREFIX = re.compile(r"^(serial|s/?n)\s*(number|no\.?)?\s*([:#]|\s)\s*#?\s*", re.IGNORECASE)
# units of dose equivalent only: converting exposure (R) or air kerma (Gy) depends on the energies, and a wrong value is
# worse than none
DOSE_RATE_UNIT = re.compile(
    r"(?P<prefix>[nuµμm]?)(?P<dose>sv|rem)\s*(?:/\s*|\s+per\s+|[\s·*.](?=\w+(?:-1|\^-1|⁻¹)$))"
    r"(?P<time>h|hr|hour|min|minute|s|sec|second)(?:-1|\^-1|⁻¹)?",
    re.IGNORECASE,
)
FACTOR_BY_PREFIX = {"n": 0.001, "u": 1.0, "µ": 1.0, "μ": 1.0, "m": 1000.0, "": 1e6}
FACTOR_BY_DOSE_UNIT = {"sv": 1.0, "rem": 0.01}
FACTOR_BY_TIME_UNIT = {"h": 1, "m": 60, "s": 3600}
# desktop programs that write spectrum files; their versions are not those of the instrument
DESKTOP_PROGRAMS = ("interspec", "cambio", "gadras", "peakeasy")
INSTRUMENT_TAGS = ("RadInstrumentInformation", "InstrumentInformation")
MEASUREMENT_TAGS = ("RadMeasurement", "DerivedData", "DetectorData", "Measurement")


@dataclass(frozen=True)
class InstrumentInfo:
    """Instrument of a spectrum file; "" for missing values."""

    manufacturer: str = ""
    model: str = ""
    serial_number: str = ""
    firmware: str = ""


@dataclass(frozen=True)
class SpectrumFile:
    """Contents of a spectrum file."""

    instrument: InstrumentInfo
    #: Naive if the file has no time zone, which means the clock of the instrument.
    measured_at: datetime | None
    #: Microsieverts per hour.
    dose_rate: float | None
    spectra: list[Spectrum]
    #: Number of spectra in the file, including those that are not returned.
    spectra_in_file: int
    #: Whether the last document of the file is truncated.
    is_cut_off: bool


def parse_spectrum_file(content: bytes) -> SpectrumFile:
    """Parse a spectrum file.

    Raises UnreadableFileError.
    """
    roots, is_cut_off = parse_documents(content)
    if not any(next(root.find_all(*INSTRUMENT_TAGS, *MEASUREMENT_TAGS), None) for root in roots):
        raise UnreadableFileError("no_spectrum")
    returned_spectra = list(islice(iter_spectra(roots), MAX_SPECTRA))
    return SpectrumFile(
        instrument=_parse_instrument(roots),
        measured_at=next((time for root in roots for time in _iter_times(root)), None),
        dose_rate=next((rate for root in roots for rate in _iter_dose_rates(root)), None),
        spectra=returned_spectra,
        spectra_in_file=_count_spectra(roots) if len(returned_spectra) == MAX_SPECTRA else len(returned_spectra),
        is_cut_off=is_cut_off,
    )


def _count_spectra(roots: list[XmlElement]) -> int:
    return sum(1 for root in roots for _ in root.find_all("Spectrum"))


def _parse_instrument(roots: list[XmlElement]) -> InstrumentInfo:
    info = next((info for root in roots for info in root.find_all(*INSTRUMENT_TAGS)), None)
    if info is None:
        return InstrumentInfo()
    serial = _clean_text(info.find_text("RadInstrumentIdentifier", "InstrumentID"))
    return InstrumentInfo(
        manufacturer=_clean_text(info.find_text("RadInstrumentManufacturerName", "Manufacturer")),
        model=_clean_text(info.find_text("RadInstrumentModelName", "InstrumentModel")),
        serial_number=SERIAL_NUMBER_PREFIX.sub("", serial),
        firmware=_get_firmware_version(info),
    )


def _get_firmware_version(info: XmlElement) -> str:
    """Return the version of the firmware, or of other software of the instrument."""
    versions = {
        each.find_text("RadInstrumentComponentName").casefold(): _clean_version(
            each.find_text("RadInstrumentComponentVersion")
        )
        for each in info.find_all("RadInstrumentVersion")
        if not _is_program(each.find_text("RadInstrumentComponentName"))
    }
    for kind in ("firmware", "software"):
        for name, version in versions.items():
            if kind in name and version:
                return version
    return _clean_version(info.find_text("InstrumentVersion"))


def _clean_version(text: str) -> str:
    """Return a version of the instrument's software, or "".

    A version has at least one digit, and is not that of a desktop program.
    """
    known = _clean_text(text)
    return "" if _is_program(known) or not re.search("[0-9]", known) else known


def _is_program(text: str) -> bool:
    return any(name in text.casefold() for name in DESKTOP_PROGRAMS)


def _clean_text(text: str) -> str:
    """Return a text on one line; "" for placeholders such as "unknown"."""
    cleaned = " ".join(text.split())[:MAX_TEXT_LENGTH]
    return "" if is_placeholder_serial(cleaned) or "${" in cleaned else cleaned


def _iter_times(root: XmlElement) -> Iterator[datetime]:
    for each in root.find_all("StartDateTime", "StartTime"):
        try:
            time = datetime.fromisoformat(each.text)
            yield time.astimezone(UTC) if time.tzinfo else time
        except (ValueError, OverflowError):
            continue


def _iter_dose_rates(root: XmlElement) -> Iterator[float]:
    """Yield dose rates in microsieverts per hour.

    ANSI N42.42-2012 defines this unit as the default; in earlier versions a value without a unit is ambiguous.
    """
    for rate in root.find_all("DoseRate"):
        value = next(rate.find_all("DoseRateValue"), None)
        unit = (value or rate).attributes.get("units", rate.attributes.get("Units", "uSv/h" if value else ""))
        factor = _get_dose_rate_factor(unit)
        try:
            amount = parse_number((value or rate).text)
        except ValueError:
            continue
        if factor is not None and 0 <= amount < MAX_DOSE_RATE:
            yield amount * factor


def _get_dose_rate_factor(unit: str) -> float | None:
    """Return the factor from a dose rate unit to microsieverts per hour, or None."""
    match = DOSE_RATE_UNIT.fullmatch(unit.strip())
    if match is None or match["prefix"] == "M":  # ambiguous: mega, or milli in capitals
        return None
    return (
        FACTOR_BY_PREFIX[match["prefix"].lower()]
        * FACTOR_BY_DOSE_UNIT[match["dose"].lower()]
        * FACTOR_BY_TIME_UNIT[match["time"][0].lower()]
    )
