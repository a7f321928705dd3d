"""Spectra of a file with their durations and calibrated channel energies."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from portal_backend.spectra import channels
from portal_backend.spectra.documents import Element

LONGEST_NAME = 100
MAX_COEFFICIENTS = 10
MOST_POINTS = 1000
# calibrations tried per spectrum; the first valid one is used
MAX_CALIBRATIONS = 10
# only unambiguous spellings: "mev" could be milli- or mega-
KEV = {
    **dict.fromkeys(("eV", "ev", "EV"), 0.001),
    **dict.fromkeys(("keV", "kev", "KeV", "KEV"), 1.0),
    **dict.fromkeys(("MeV", "MEV"), 1000.0),
}
DURATION = re.compile(
    r"P(?:(?P<days>[0-9]{1,4})D)?"
    r"(?:T(?:(?P<hours>[0-9.]{1,9})H)?(?:(?P<minutes>[0-9.]{1,9})M)?(?:(?P<seconds>[0-9.]{1,20})S)?)?"
)
SECONDS = {"days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}
MEASUREMENTS = ("RadMeasurement", "DerivedData")


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

    calibrations: dict[str, Element]
    detectors: dict[str, Element]


def spectra(roots: list[Element]) -> Iterator[Spectrum]:
    """Yield the spectra with valid counts lazily, in the order of the file."""
    for root in roots:
        known = _References(
            calibrations=_named(root, "Calibration", "EnergyCalibration"),
            detectors=_named(root, "RadDetectorInformation"),
        )
        for element, measurement in _measured(root, None):
            if (spectrum := _spectrum(element, measurement, known)) is not None:
                yield spectrum


def _named(root: Element, *names: str) -> dict[str, Element]:
    by_id = {}
    for each in root.all(*names):
        by_id[each.attributes.get("id") or each.attributes.get("ID") or ""] = each
    return by_id


def _measured(element: Element, measurement: Element | None) -> Iterator[tuple[Element, Element | None]]:
    """Yield each spectrum element with its parent measurement."""
    for child in element.children:
        if child.name == "Spectrum":
            yield child, measurement
        else:
            yield from _measured(child, child if child.name in MEASUREMENTS else measurement)


def _spectrum(element: Element, measurement: Element | None, known: _References) -> Spectrum | None:
    data = next(element.all("ChannelData"), None)
    if data is None:
        return None
    compression = data.attributes.get("compressionCode", data.attributes.get("Compression", ""))
    counts = channels.counts(data.text or data.said("Data"), compression, element.budget.take)
    if counts is None:
        return None
    edges = _edges(element, known, len(counts))
    counts, edges, width = channels.drawn(counts, edges)
    parent = measurement or Element("", {})
    return Spectrum(
        detector=_detector(element, known),
        kind=(element.said("SourceType") or parent.said("MeasurementClassCode"))[:LONGEST_NAME],
        live_time=_seconds(element.said("LiveTimeDuration", "LiveTime")),
        real_time=_seconds(element.said("RealTime") or parent.said("RealTimeDuration")),
        counts=counts,
        edges=edges,
        width=width,
    )


def _detector(element: Element, known: _References) -> str:
    """Return the name and the kind of the detector."""
    reference = element.attributes.get("radDetectorInformationReference", "")
    info = known.detectors.get(reference)
    if info is None:
        names = [element.attributes.get("Detector", ""), element.said("DetectorType")]
    else:
        names = [info.said("RadDetectorName", "RadDetectorDescription") or reference, info.said("RadDetectorKindCode")]
    return ", ".join(" ".join(name.split())[:LONGEST_NAME] for name in dict.fromkeys(names) if name)


def _seconds(text: str) -> float | None:
    duration = DURATION.fullmatch(text.strip())
    if duration is None:
        return None
    try:
        total = sum(channels.number(value) * SECONDS[unit] for unit, value in duration.groupdict().items() if value)
    except ValueError:
        return None
    return total or None


def _edges(element: Element, known: _References, count: int) -> list[float] | None:
    """Compute channel edges in keV from the first valid calibration of a spectrum."""
    references = element.attributes.get("CalibrationIDs", element.attributes.get("energyCalibrationReference", ""))
    calibration_ids = islice(dict.fromkeys(references.split()), MAX_CALIBRATIONS)
    calibrations = chain(
        islice(element.all("Calibration"), MAX_CALIBRATIONS),
        (known.calibrations[name] for name in calibration_ids if name in known.calibrations),
    )
    for calibration in calibrations:
        if calibration.attributes.get("Type", "Energy") != "Energy":
            continue
        element.budget.take(count)
        edges = _by_coefficients(calibration, count) or _by_bounds(calibration, count) or _by_points(calibration, count)
        if edges:
            factor = KEV.get(calibration.attributes.get("EnergyUnits", "keV").strip())
            return [edge * factor for edge in edges] if factor else None
    return None


def _by_coefficients(calibration: Element, count: int) -> list[float] | None:
    equation = next(calibration.all("Equation"), None)
    if equation is not None and equation.attributes.get("Model", "Polynomial") != "Polynomial":
        return None
    try:
        text = calibration.said("CoefficientValues", "Coefficients")
        coefficients = channels.numbers(text, calibration.budget.take, MAX_COEFFICIENTS)
    except ValueError:
        return None
    return channels.edges_by_polynomial(coefficients, count)


def _by_bounds(calibration: Element, count: int) -> list[float] | None:
    try:
        bounds = channels.numbers(calibration.said("EnergyBoundaryValues"), calibration.budget.take)
        return channels.edges_by_bounds(bounds, count)
    except ValueError:
        return None


def _by_points(calibration: Element, count: int) -> list[float] | None:
    """Compute channel edges from measured pairs of a channel and its energy.

    Each number may be followed by its uncertainty.
    """
    array = next(calibration.all("ArrayXY"), None)
    if array is None or (array.attributes.get("X"), array.attributes.get("Y")) != ("Channel", "Energy"):
        return None
    points = []
    try:
        for point in islice(array.all("PointXY"), MOST_POINTS):
            texts = (point.said(axis) for axis in ("X", "Y"))
            [channel, *_], [energy, *_] = (channels.numbers(text, array.budget.take, 2) for text in texts)
            points.append((channel, energy))
    except ValueError:
        return None
    return channels.edges_by_points(points, count)
