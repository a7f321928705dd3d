"""Parsing of spectrum files: valid variants, and values that are rejected."""

from datetime import datetime

import pytest

from portal_backend.spectra.channels import MAX_CHANNELS, MAX_PLOTTED_POINTS
from portal_backend.spectra.n42 import MAX_SPECTRA, parse_spectrum_file
from portal_backend.spectra.spectrum import Spectrum
from tests.spectra.n42_files import build_n42, build_spectrum


def parse_single_spectrum(body: str) -> Spectrum:
    (found,) = parse_spectrum_file(build_n42(body)).spectra
    return found


@pytest.mark.parametrize(
    ("written", "serial"),
    [
        ("Serial #1XXX", "1XXX"),
        ("S/N: 12 34", "12 34"),
        ("SN 77", "77"),
        ("serial number 5", "5"),
        ("SN33N-190022", "SN33N-190022"),
        ("Serial", ""),
        ("N/A", ""),
        ("Unknown", ""),
        ("${serial}", ""),
        (" two\n lines ", "two lines"),
    ],
)
def test_strips_prefix_and_placeholder_of_serial_number(written: str, serial: str) -> None:
    assert parse_spectrum_file(build_n42(serial=written)).instrument.serial_number == serial


@pytest.mark.parametrize(
    ("versions", "firmware"),
    [
        ([("Hardware", "2"), ("Software", "1.4"), ("Firmware", "3.81")], "3.81"),
        ([("Hardware", "2"), ("Device Software Version", "1.4")], "1.4"),
        ([("Hardware", "2")], ""),
        ([("Software", "InterSpec")], ""),
        ([("InterSpec Software", "1.0.11")], ""),
        ([("Software", "Cambio 2.1"), ("Firmware", "3.81")], "3.81"),
        ([("Firmware", "unknown")], ""),
    ],
)
def test_selects_firmware_version(versions: list[tuple[str, str]], firmware: str) -> None:
    elements = "".join(
        f"<RadInstrumentVersion><RadInstrumentComponentName>{name}</RadInstrumentComponentName>"
        f"<RadInstrumentComponentVersion>{version}</RadInstrumentComponentVersion></RadInstrumentVersion>"
        for name, version in versions
    )
    content = f"<RadInstrumentData><RadInstrumentInformation>{elements}</RadInstrumentInformation></RadInstrumentData>"
    assert parse_spectrum_file(content.encode()).instrument.firmware == firmware


@pytest.mark.parametrize(
    ("rate", "amount"),
    [
        ("<DoseRate><DoseRateValue units='uSv/h'>0.5</DoseRateValue></DoseRate>", 0.5),
        ("<DoseRate><DoseRateValue>0.5</DoseRateValue></DoseRate>", 0.5),
        ("<DoseRate><DoseRateValue units='mSv/h'>0.5</DoseRateValue></DoseRate>", 500),
        ("<DoseRate Units='mRem/hr'>0.5</DoseRate>", 5),
        ("<DoseRate Units='urem/h'>50</DoseRate>", 0.5),
        ("<DoseRate Units='uSv/min'>1</DoseRate>", 60),
        ("<DoseRate Units='Sv/s'>1e-10</DoseRate>", 0.36),
        ("<DoseRate Units='µSv h-1'>2</DoseRate>", 2),
        ("<DoseRate Units='nSv per hour'>500</DoseRate>", 0.5),
        ("<DoseRate Units='USV/H'>0.5</DoseRate>", 0.5),
        ("<DoseRate Units='mrem'>5</DoseRate>", None),
        ("<DoseRate Units='uSv'>5</DoseRate>", None),
        ("<DoseRate Units='MSv/h'>5</DoseRate>", None),
        ("<DoseRate Units='uSv/day'>5</DoseRate>", None),
        ("<DoseRate Units='uSv/h/cm2'>5</DoseRate>", None),
        ("<DoseRate Units='uSv/h'>0,5</DoseRate>", None),
        ("<DoseRate Units='uSv/h'>1_0</DoseRate>", None),
        ("<DoseRate Units='uR/h'>50</DoseRate>", None),
        ("<DoseRate>50</DoseRate>", None),
        ("<DoseRate><DoseRateValue>nan</DoseRateValue></DoseRate>", None),
    ],
)
def test_converts_dose_rate_units(rate: str, amount: float | None) -> None:
    assert parse_spectrum_file(build_n42(f"<RadMeasurement>{rate}</RadMeasurement>")).dose_rate == (
        amount and pytest.approx(amount)
    )


def test_time_without_zone_is_naive() -> None:
    measured = "<RadMeasurement><StartDateTime>2020-02-30T00:00</StartDateTime></RadMeasurement>"
    second = "<RadMeasurement><StartDateTime>2020-02-03T04:05:06</StartDateTime></RadMeasurement>"
    assert parse_spectrum_file(build_n42(measured)).measured_at is None
    assert parse_spectrum_file(build_n42(measured + second)).measured_at == datetime(2020, 2, 3, 4, 5, 6)  # noqa: DTZ001


def test_parses_counts_edges_and_durations() -> None:
    found = parse_single_spectrum(
        build_spectrum(
            "1 2 3",
            "<CoefficientValues>10 2</CoefficientValues>",
            measured="<RealTimeDuration>PT70S</RealTimeDuration>",
        )
    )
    assert (found.counts, found.edges) == ([1, 2, 3], [10, 12, 14, 16])
    assert (found.live_time, found.real_time) == (62.5, 70)


def test_expands_counted_zeroes() -> None:
    assert parse_single_spectrum(build_spectrum("5 0 3 7 0 1", compression="CountedZeroes")).counts == [
        5,
        0,
        0,
        0,
        7,
        0,
    ]
    assert parse_single_spectrum(build_spectrum("5 0 3 7 0 1")).counts == [5, 0, 3, 7, 0, 1]


@pytest.mark.parametrize("bounds", ["0 10 30 60", "0 10 30"])
def test_edges_from_energy_boundaries(bounds: str) -> None:
    found = parse_single_spectrum(build_spectrum("1 2 3", f"<EnergyBoundaryValues>{bounds}</EnergyBoundaryValues>"))
    assert found.edges is not None
    assert found.edges[:3] == [0, 10, 30]
    assert len(found.edges) == 4


@pytest.mark.parametrize(
    "calibration",
    [
        "<CoefficientValues>0 -1</CoefficientValues>",
        "<CoefficientValues>0 0</CoefficientValues>",
        "<CoefficientValues>0 1e308 1e308</CoefficientValues>",
        "<CoefficientValues>${cal}</CoefficientValues>",
        "<EnergyBoundaryValues>0 10</EnergyBoundaryValues>",
        "",
    ],
)
def test_invalid_calibration_has_no_edges(calibration: str) -> None:
    assert parse_single_spectrum(build_spectrum("1 2 3", calibration)).edges is None


def test_converts_energy_unit_of_2006_calibration() -> None:
    equation = "<Equation><Coefficients>0 0.5</Coefficients></Equation>"
    calibration = f"<Calibration Type='Energy' EnergyUnits='MeV'>{equation}</Calibration>"
    measured = f"<Measurement><Spectrum>{calibration}<ChannelData>1 2</ChannelData></Spectrum></Measurement>"
    (found,) = parse_spectrum_file(f"<N42InstrumentData>{measured}</N42InstrumentData>".encode()).spectra
    assert found.edges == [0, 500, 1000]


def build_points(*pairs: tuple[str, str], x: str = "Channel") -> str:
    """Build a calibration of ANSI N42.42-2006 from measured points."""
    elements = "".join(f"<PointXY><X>{channel}</X><Y>{energy}</Y></PointXY>" for channel, energy in pairs)
    return f"<Calibration><ArrayXY X='{x}' Y='Energy'>{elements}</ArrayXY></Calibration>"


@pytest.mark.parametrize(
    ("calibration", "edges"),
    [
        (build_points(("0 0.1", "0"), ("2 0.1", "20")), [0, 10, 20]),
        (build_points(("0", "0"), ("1", "10"), ("2", "30")), [0, 10, 30]),
        (build_points(("0", "0")), None),
        (build_points(("0", "0"), ("0", "20")), None),
        (build_points(("first", "0"), ("2", "20")), None),
        (build_points(("", "0"), ("2", "20")), None),
        (build_points(("0", "0"), ("2", "20"), x="Energy"), None),
        ("<Calibration Type='FWHM'><Equation><Coefficients>0 1</Coefficients></Equation></Calibration>", None),
        ("<Calibration><Equation Model='Spline'><Coefficients>0 1</Coefficients></Equation></Calibration>", None),
        ("<Calibration><EnergyBoundaryValues>low high</EnergyBoundaryValues></Calibration>", None),
    ],
)
def test_edges_from_2006_points_and_invalid_calibrations(calibration: str, edges: list[float] | None) -> None:
    measured = f"<Measurement><Spectrum>{calibration}<ChannelData>1 2</ChannelData></Spectrum></Measurement>"
    (found,) = parse_spectrum_file(f"<N42InstrumentData>{measured}</N42InstrumentData>".encode()).spectra
    assert found.edges == edges


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("PT1M2.5S", 62.5), ("P1DT1H", 90_000), ("PT0S", None), ("PT1.2.3S", None), ("soon", None)],
)
def test_parses_real_time_duration(written: str, seconds: float | None) -> None:
    measured = f"<RealTimeDuration>{written}</RealTimeDuration>"
    assert parse_single_spectrum(build_spectrum("1 2", measured=measured)).real_time == seconds


def test_skips_spectrum_without_counts() -> None:
    assert parse_spectrum_file(build_n42("<RadMeasurement><Spectrum/></RadMeasurement>")).spectra == []


@pytest.mark.parametrize("data", ["${counts}", "", "7", "1 -2 3", "1 nan", "1 1e99", "0 999999999", "0 1.5"])
def test_skips_spectrum_with_invalid_counts(data: str) -> None:
    assert parse_spectrum_file(build_n42(build_spectrum(data, compression="CountedZeroes"))).spectra == []


def test_rebins_many_channels_without_loss() -> None:
    found = parse_single_spectrum(build_spectrum("1 " * MAX_CHANNELS, "<CoefficientValues>0 1</CoefficientValues>"))
    assert len(found.counts) == MAX_PLOTTED_POINTS
    assert sum(found.counts) == MAX_CHANNELS
    assert found.edges is not None
    assert found.edges[:2] + found.edges[-1:] == [0, found.width, MAX_CHANNELS]
    assert parse_spectrum_file(build_n42(build_spectrum("1 " * (MAX_CHANNELS + 1)))).spectra == []


def test_limits_returned_spectra_and_counts_all() -> None:
    found = parse_spectrum_file(build_n42(build_spectrum("1 2") * 30))
    assert (len(found.spectra), found.spectra_in_file) == (MAX_SPECTRA, 30)


@pytest.mark.parametrize("written", ["1, 2, 3", "1,2,3", "1;2;3", "1 2\n3", "1, 2,\n3,"])
def test_parses_numbers_with_any_separator(written: str) -> None:
    assert parse_single_spectrum(build_spectrum(written)).counts == [1, 2, 3]


@pytest.mark.parametrize("written", ["1,5 2,5", "1,5", "1;2,5;3", "1,2\n3,4", "1_0 2", "0x1 2", "1 2 three", "1.2.3 4"])
def test_rejects_ambiguous_number_separators(written: str) -> None:
    assert parse_spectrum_file(build_n42(build_spectrum(written))).spectra == []


def test_rejects_unknown_compression() -> None:
    assert parse_spectrum_file(build_n42(build_spectrum("1 2 3", compression="Gzip"))).spectra == []


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("PT1M30.5S", 90.5),
        ("P1DT1S", 86401),
        ("P1M", None),
        ("P1Y", None),
        ("PT1,5S", None),
        ("60", None),
        ("PT1.2.3S", None),
    ],
)
def test_rejects_invalid_duration(written: str, seconds: float | None) -> None:
    found = parse_single_spectrum(build_spectrum("1 2 3", measured=f"<RealTimeDuration>{written}</RealTimeDuration>"))
    assert found.real_time == seconds


@pytest.mark.parametrize(
    ("unit", "edge"), [("keV", 0.5), ("MeV", 500), ("eV", 0.0005), ("mev", None), ("channels", None)]
)
def test_unknown_energy_unit_has_no_edges(unit: str, edge: float | None) -> None:
    equation = "<Equation><Coefficients>0 0.5</Coefficients></Equation>"
    calibration = f"<Calibration Type='Energy' EnergyUnits='{unit}'>{equation}</Calibration>"
    measured = f"<Measurement><Spectrum>{calibration}<ChannelData>1 2</ChannelData></Spectrum></Measurement>"
    (found,) = parse_spectrum_file(f"<N42InstrumentData>{measured}</N42InstrumentData>".encode()).spectra
    assert (found.edges and found.edges[1]) == (edge and pytest.approx(edge))


@pytest.mark.parametrize("mark", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("declared", ["", "<?xml version='1.0'?>", "<?xml version='1.0' encoding='{}'?>\r\n"])
def test_reads_any_unicode_encoding_with_or_without_byte_order_mark(mark: str, declared: str) -> None:
    first = "\ufeff" if mark in ("utf-16-le", "utf-16-be") else ""
    name = "utf-8" if mark.startswith("utf-8") else "utf-16"
    body = build_n42(serial="Ñ-77").decode().partition("?>")[2] or build_n42(serial="Ñ-77").decode()
    content = f"{first}{declared.format(name)}{body}\n".encode(mark)
    assert parse_spectrum_file(content).instrument.serial_number == "Ñ-77"


def test_reads_appended_documents_with_byte_order_marks() -> None:
    one = (
        b"\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?>\n" + build_n42(build_spectrum("1 2 3")).partition(b"?>")[2]
    )
    assert len(parse_spectrum_file(one * 3).spectra) == 3
