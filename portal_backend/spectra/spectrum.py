"""Spectra of a file with their durations and calibrated channel energies."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from portal_backend.spectra import channels
from portal_backend.spectra.xml_reader import XmlElement

MAX_NAME_LENGTH = 100
MAX_COEFFICIENTS = 10
MAX_POINTS = 1000
# calibrations tried per spectrum; the first valid one is used
MAX_CALIBRATIONS = 10
# only unambiguous spellings: "mev" could be milli- or mega-
KEV_PER_UNIT = {
    **dict.fromkeys(("eV", "ev", "EV"), 0.001),
    **dict.fromkeys(("keV", "kev", "KeV", "KEV"), 1.0),
    **dict.fromkeys(("MeV", "MEV"), 1000.0),
}
DURATION = re.compile(
    r"P(?:(?P<days>[0-9]{1,4})D)?"
    r"(?:T(?:(?P<hours>[0-9.]{1,9})H)?(?:(?P<minutes>[0-9.]{1,9})M)?(?:(?P<seconds>[0-9.]{1,20})S)?)?"
)
SECONDS_PER_UNIT = {"days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}
SPECTRUM_PARENT_TAGS = ("RadMeasurement", "DerivedData")


@dataclass(frozen=True)
class Spectrum:
    """Counts of a spectrum by channel or by groups of `width` channels."""

    detector: str
    kind: str
    #: Seconds.
    live_time: float | None
    real_time: float | None
    counts: list[float]
    #: Bounds in keV, one more than counts; None without a calibration.
    edges: list[float] | None
    #: Number of channels per count.
    width: int


@dataclass(frozen=True)
class _References:
    """Elements of a document that spectra refer to by id."""

    calibrations: dict[str, XmlElement]
    detectors: dict[str, XmlElement]


def iter_spectra(roots: list[XmlElement]) -> Iterator[Spectrum]:
    """Yield the spectra with valid counts lazily, in the order of the file."""
    for root in roots:
        known = _References(
            calibrations=_index_by_id(root, "Calibration", "EnergyCalibration"),
            detectors=_index_by_id(root, "RadDetectorInformation"),
        )
        for element, measurement in _iter_spectrum_elements(root, None):
            if (spectrum := _parse_spectrum(element, measurement, known)) is not None:
                yield spectrum


def _index_by_id(root: XmlElement, *names: str) -> dict[str, XmlElement]:
    by_id = {}
    for each in root.find_all(*names):
        by_id[each.attributes.get("id") or each.attributes.get("ID") or ""] = each
    return by_id


def _iter_spectrum_elements(
    element: XmlElement, measurement: XmlElement | None
) -> Iterator[tuple[XmlElement, XmlElement | None]]:
    """Yield each spectrum element with its parent measurement."""
    for child in element.children:
        if child.name == "Spectrum":
            yield child, measurement
        else:
            yield from _iter_spectrum_elements(child, child if child.name in SPECTRUM_PARENT_TAGS else measurement)


def _parse_spectrum(element: XmlElement, measurement: XmlElement | None, known: _References) -> Spectrum | None:
    data = next(element.find_all("ChannelData"), None)
    if data is None:
        return None
    compression = data.attributes.get("compressionCode", data.attributes.get("Compression", ""))
    counts = channels.parse_counts(data.text or data.find_text("Data"), compression, element.budget.spend)
    if counts is None:
        return None
    edges = _compute_edges(element, known, len(counts))
    counts, edges, width = channels.rebin(counts, edges)
    parent = measurement or XmlElement("", {})
    return Spectrum(
        detector=_get_detector_name(element, known),
        kind=(element.find_text("SourceType") or parent.find_text("MeasurementClassCode"))[:MAX_NAME_LENGTH],
        live_time=_parse_duration(element.find_text("LiveTimeDuration", "LiveTime")),
        real_time=_parse_duration(element.find_text("RealTime") or parent.find_text("RealTimeDuration")),
        counts=counts,
        edges=edges,
        width=width,
    )


def _get_detector_name(element: XmlElement, known: _References) -> str:
    """Return the name and the kind of the detector."""
    reference = element.attributes.get("radDetectorInformationReference", "")
    info = known.detectors.get(reference)
    if info is None:
        names = [element.attributes.get("Detector", ""), element.find_text("DetectorType")]
    else:
        names = [
            info.find_text("RadDetectorName", "RadDetectorDescription") or reference,
            info.find_text("RadDetectorKindCode"),
        ]
    return ", ".join(" ".join(name.split())[:MAX_NAME_LENGTH] for name in dict.fromkeys(names) if name)


def _parse_duration(text: str) -> float | None:
    duration = DURATION.fullmatch(text.strip())
    if duration is None:
        return None
    try:
        total = sum(
            channels.parse_number(value) * SECONDS_PER_UNIT[unit]
            for unit, value in duration.groupdict().items()
            if value
        )
    except ValueError:
        return None
    return total or None


def _compute_edges(element: XmlElement, known: _References, count: int) -> list[float] | None:
    """Compute channel edges in keV from the first valid calibration of a spectrum."""
    references = element.attributes.get("CalibrationIDs", element.attributes.get("energyCalibrationReference", ""))
    calibration_ids = islice(dict.fromkeys(references.split()), MAX_CALIBRATIONS)
    calibrations = chain(
        islice(element.find_all("Calibration"), MAX_CALIBRATIONS),
        (known.calibrations[name] for name in calibration_ids if name in known.calibrations),
    )
    for calibration in calibrations:
        if calibration.attributes.get("Type", "Energy") != "Energy":
            continue
        element.budget.spend(count)
        edges = (
            _compute_edges_from_coefficients(calibration, count)
            or _compute_edges_from_bounds(calibration, count)
            or _compute_edges_from_points(calibration, count)
        )
        if edges:
            factor = KEV_PER_UNIT.get(calibration.attributes.get("EnergyUnits", "keV").strip())
            return [edge * factor for edge in edges] if factor else None
    return None


def _compute_edges_from_coefficients(calibration: XmlElement, count: int) -> list[float] | None:
    equation = next(calibration.find_all("Equation"), None)
    if equation is not None and equation.attributes.get("Model", "Polynomial") != "Polynomial":
        return None
    try:
        text = calibration.find_text("CoefficientValues", "Coefficients")
        coefficients = channels.parse_numbers(text, calibration.budget.spend, MAX_COEFFICIENTS)
    except ValueError:
        return None
    return channels.compute_edges_from_polynomial(coefficients, count)


def _compute_edges_from_bounds(calibration: XmlElement, count: int) -> list[float] | None:
    try:
        bounds = channels.parse_numbers(calibration.find_text("EnergyBoundaryValues"), calibration.budget.spend)
        return channels.compute_edges_from_bounds(bounds, count)
    except ValueError:
        return None


def _compute_edges_from_points(calibration: XmlElement, count: int) -> list[float] | None:
    """Compute channel edges from measured pairs of a channel and its energy.

    Each number may be followed by its uncertainty.
    """
    array = next(calibration.find_all("ArrayXY"), None)
    if array is None or (array.attributes.get("X"), array.attributes.get("Y")) != ("Channel", "Energy"):
        return None
    points = []
    try:
        for point in islice(array.find_all("PointXY"), MAX_POINTS):
            texts = (point.find_text(axis) for axis in ("X", "Y"))
            [channel, *_], [energy, *_] = (channels.parse_numbers(text, array.budget.spend, 2) for text in texts)
            points.append((channel, energy))
    except ValueError:
        return None
    return channels.compute_edges_from_points(points, count)
