"""Files of real instruments, compared with a manual review of each file."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from portal_backend.spectra.n42 import InstrumentInfo, SpectrumFile, parse_spectrum_file
from tests.files.conftest import sample as sample  # noqa: PLC0414

Sample = Callable[[str], Path]


@pytest.fixture
def parse_sample(sample: Sample) -> Callable[[str], SpectrumFile]:
    return lambda name: parse_spectrum_file(sample(f"n42/{name}").read_bytes())


Readings = Callable[[str], SpectrumFile]


def test_2006_portal_with_eight_detectors(parse_sample: Readings) -> None:
    found = parse_sample("2006_ortec_osasp_portal_ba133.n42")
    assert found.instrument == InstrumentInfo("ORTEC", "OSASP", "1XXX")
    assert found.measured_at == datetime(2010, 4, 17, 17, 33, 19, 409_000, UTC)
    assert found.dose_rate is None, "the file has a speed, but no dose rate"
    names = [each.detector for each in found.spectra]
    assert names == [f"{row}{place}, HPGe 50%" for row in "AB" for place in (1, 2, 3, 4)]
    first = found.spectra[0]
    assert (first.kind, first.live_time, first.real_time) == ("Item", 629.17, 639.92)
    assert (len(first.counts), first.width) == (2048, 8), "16,384 channels, eight of them together"
    assert first.edges is not None
    assert first.edges[0] == pytest.approx(0.14, abs=0.01)
    assert first.edges[-1] == pytest.approx(3070.3, abs=0.1)
    peak = max(range(200, 2048), key=lambda channel: first.counts[channel])
    assert first.edges[peak] == pytest.approx(356, abs=2), "the strongest line of barium-133"


def test_2011_draft_detector(parse_sample: Readings) -> None:
    found = parse_sample("2011_kromek_d3s_SGM200615_search.xml")
    assert found.instrument == InstrumentInfo("Kromek", "D3S ID", "SGM200615", "3.81")
    assert found.measured_at == datetime(2023, 7, 10, 17, 21, 47, tzinfo=UTC), "12:21 five hours west"
    assert found.dose_rate == 0
    (only,) = found.spectra
    assert (only.detector, only.kind) == ("Internal D3S Gamma Detector, CsI", "Foreground")
    assert (only.live_time, only.real_time) == (5.97, 3)
    # counted zeroes: six at the start, 119 at the end
    assert only.counts[:8] == [0, 0, 0, 0, 0, 0, 29, 10]
    assert only.counts[-119:] == [0] * 119
    assert (len(only.counts), sum(only.counts)) == (512, 595)
    assert only.edges is not None
    assert only.edges[:2] == [2.9296875, 8.7890625]


def test_backpack_with_appended_and_truncated_documents(parse_sample: Readings) -> None:
    found = parse_sample("2011_rsi_rs350_backpack_two_docs.xml")
    assert found.instrument == InstrumentInfo("Radiation Solutions Inc.", "RS-350", "2201", "3.0.16.0")
    assert found.measured_at == datetime(2023, 8, 14, 19, 56, 39, tzinfo=UTC)
    assert found.dose_rate == 0.0439123
    assert found.is_cut_off, "the last of 41 documents has no end"
    assert (len(found.spectra), found.spectra_in_file) == (12, 80)
    linear, compressed = found.spectra[:2]
    assert (len(linear.counts), sum(linear.counts)) == (1024, 655), "its own count is 655"
    assert linear.edges is not None
    assert linear.edges[-1] == 3072
    assert sum(compressed.counts) == 655
    assert compressed.edges is not None
    assert compressed.edges[10] == pytest.approx(4.6), "0.046 keV by the square of the channel"


def test_template_without_counts_has_instrument(parse_sample: Readings) -> None:
    found = parse_sample("FLIR_R440_template.n42")
    assert found.instrument == InstrumentInfo("FLIR Radiation Inc.", "R440", "420987700008", "20.18.3-beta.2")
    assert found.measured_at == datetime(2018, 4, 17, 16, 32, 50, 841_026, UTC)
    assert (found.spectra, found.spectra_in_file, found.is_cut_off) == ([], 0, False)


def test_2006_identifier_within_another_format(parse_sample: Readings) -> None:
    found = parse_sample("Smith_RadseekerCS_template_spectrum.n42")
    assert found.instrument == InstrumentInfo("Smiths Detection", "RadSeeker_CS", "75851", "4822500COM-J")
    assert found.measured_at == datetime(2018, 5, 22, 9, 32, 42, tzinfo=UTC)
    (background,) = found.spectra
    assert (background.detector, background.kind) == ("Aa1_000, 2x2 inch NaI", "Background")
    assert (background.live_time, len(background.counts)) == (300.059998, 1024)
    assert background.edges is not None
    assert background.edges[189] == 511, "by the measured points, not by the equation"


def test_identifier_with_manufacturer_in_names(parse_sample: Readings) -> None:
    found = parse_sample("Symetrica_SN33N_template.n42")
    assert found.instrument == InstrumentInfo("Symetrica", "SN33-N", "SN33N-190022", "2.37.131133")
    assert found.measured_at == datetime(2019, 3, 22, 12, 14, 16, 463_000, UTC)
    (background,) = found.spectra
    assert (background.detector, background.live_time) == ("DetectorInfoGamma, NaI", 7222.4069273)
    assert background.counts[:8] == [0, 0, 0, 0, 0, 4865, 5088, 5267]
    assert background.edges is not None
    assert background.edges[1] == pytest.approx(-1.902526 + 2.718745 + 0.000303)
