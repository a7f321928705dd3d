"""The spectra of a file, each with its times and with the energies that its calibration gives its channels."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from portal_backend.spectra import channels
from portal_backend.spectra.documents import Element

LONGEST_NAME = 100
MAX_COEFFICIENTS = 10
MOST_POINTS = 1000
# of those that a spectrum names, the first that holds counts
MAX_CALIBRATIONS = 10
# "mev" could be thousandths or millions: what is not written in full is not understood
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
    """Counts by channel, or by `width` neighbouring channels, and where they lie in keV if that is known.

    There is one edge more than there are counts. Times are in seconds.
    """

    detector: str
    kind: str
    live_time: float | None
    real_time: float | None
    counts: list[float]
    edges: list[float] | None
    width: int


@dataclass(frozen=True)
class _References:
    """What the spectra of one document refer to by name."""

    calibrations: dict[str, Element]
    detectors: dict[str, Element]


def spectra(roots: list[Element]) -> Iterator[Spectrum]:
    """Those with counts that can be drawn, in the order of the file, read as they are asked for."""
    for root in roots:
        known = _References(
            calibrations=_named(root, "Calibration", "EnergyCalibration"),
            detectors=_named(root, "RadDetectorInformation"),
        )
        for element, measurement in _measured(root, None):
            if (spectrum := _spectrum(element, measurement, known)) is not None:
                yield spectrum


def _named(root: Element, *names: str) -> dict[str, Element]:
    found = {}
    for each in root.all(*names):
        found[each.attributes.get("id") or each.attributes.get("ID") or ""] = each
    return found


def _measured(element: Element, measurement: Element | None) -> Iterator[tuple[Element, Element | None]]:
    """Each spectrum with the measurement that it is part of."""
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
    counted = channels.counts(data.text or data.said("Data"), compression, element.budget.take)
    if counted is None:
        return None
    edges = _edges(element, known, len(counted))
    counted, edges, width = channels.drawn(counted, edges)
    around = measurement or Element("", {})
    return Spectrum(
        detector=_detector(element, known),
        kind=(element.said("SourceType") or around.said("MeasurementClassCode"))[:LONGEST_NAME],
        live_time=_seconds(element.said("LiveTimeDuration", "LiveTime")),
        real_time=_seconds(element.said("RealTime") or around.said("RealTimeDuration")),
        counts=counted,
        edges=edges,
        width=width,
    )


def _detector(element: Element, known: _References) -> str:
    """What the detector is called, and what it is."""
    reference = element.attributes.get("radDetectorInformationReference", "")
    info = known.detectors.get(reference)
    if info is None:
        names = [element.attributes.get("Detector", ""), element.said("DetectorType")]
    else:
        names = [info.said("RadDetectorName", "RadDetectorDescription") or reference, info.said("RadDetectorKindCode")]
    return ", ".join(" ".join(name.split())[:LONGEST_NAME] for name in dict.fromkeys(names) if name)


def _seconds(text: str) -> float | None:
    found = DURATION.fullmatch(text.strip())
    if found is None:
        return None
    try:
        total = sum(channels.number(value) * SECONDS[unit] for unit, value in found.groupdict().items() if value)
    except ValueError:
        return None
    return total or None


def _edges(element: Element, known: _References, count: int) -> list[float] | None:
    """The energies of the channels by the first calibration of the spectrum that holds."""
    named = element.attributes.get("CalibrationIDs", element.attributes.get("energyCalibrationReference", ""))
    names = islice(dict.fromkeys(named.split()), MAX_CALIBRATIONS)
    own = chain(
        islice(element.all("Calibration"), MAX_CALIBRATIONS),
        (known.calibrations[name] for name in names if name in known.calibrations),
    )
    for calibration in own:
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
        found = channels.numbers(text, calibration.budget.take, MAX_COEFFICIENTS)
    except ValueError:
        return None
    return channels.edges_by_polynomial(found, count)


def _by_bounds(calibration: Element, count: int) -> list[float] | None:
    try:
        bounds = channels.numbers(calibration.said("EnergyBoundaryValues"), calibration.budget.take)
        return channels.edges_by_bounds(bounds, count)
    except ValueError:
        return None


def _by_points(calibration: Element, count: int) -> list[float] | None:
    """By the pairs of a channel and its energy that were measured; each number may be followed by its uncertainty."""
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
