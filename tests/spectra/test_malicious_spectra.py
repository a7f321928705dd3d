"""Rejection of malicious files in bounded time and memory (security.md 17)."""

import contextlib
import tracemalloc
from collections.abc import Callable, Sequence

import pytest

from portal_backend.spectra import channels, xml_reader
from portal_backend.spectra.n42 import parse_spectrum_file
from portal_backend.spectra.xml_reader import MAX_FILE_BYTES, ParseBudget, UnreadableFileError
from tests.spectra.n42_files import build_n42, build_spectrum

LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
Content = Callable[[], bytes]
MALICIOUS_FILES: dict[str, tuple[Content, str | None]] = {
    "a billion laughs": (lambda: b'<!DOCTYPE a [<!ENTITY l0 "ha">%s]><a>&l9;</a>' % LAUGHS.encode(), "entities"),
    "a file of the server": (lambda: b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "entities"),
    "an address elsewhere": (lambda: b'<!DOCTYPE a SYSTEM "http://192.0.2.1/a.dtd"><a/>', "entities"),
    "a parameter entity": (lambda: b'<!DOCTYPE a [<!ENTITY % x SYSTEM "http://192.0.2.1/">%x;]><a/>', "entities"),
    "an entity nobody declared": (lambda: b"<a>&nothing;</a>", "broken"),
    "depth without an end": (lambda: b"<a>" * 3_000_000, "broken"),
    "elements without number": (lambda: b"<a>" + b"<b/>" * 2_000_000 + b"</a>", "too_large"),
    "attributes without number": (
        lambda: b"<a " + b"".join(b'x%d=">" ' % n for n in range(700_000)) + b"/>",
        "too_large",
    ),
    "attributes here and there": (lambda: b"<a>" + (b"<b " + build_attributes(300) + b"/>") * 4000, "too_large"),
    "a remark of megabytes": (lambda: b"<a><!--" + b"x" * 9_000_000 + b"--></a>", "too_large"),
    "fifty megabytes": (lambda: b"<a>" + b"1 " * 25_000_000 + b"</a>", "too_large"),
    "documents without number": (lambda: b'<?xml version="1.0"?><a/>' * 300_000, "too_large"),
    "characters that are none": (lambda: b"<a>" + b"&#0;" * 2_000_000 + b"</a>", "broken"),
    "nothing but white space": (lambda: b" " * MAX_FILE_BYTES, "broken"),
    "nothing": (lambda: b"", "broken"),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n" * 1000, "broken"),
    "an encoding nobody knows": (lambda: b'<?xml version="1.0" encoding="klingon"?><a/>', "broken"),
    "numbers without end": (lambda: build_n42(build_spectrum("1 " * 4_900_000)), None),
    "digits without end": (lambda: build_n42(build_spectrum("1" * 9_000_000)), None),
    "zeroes without end": (
        lambda: build_n42(build_spectrum("0 65000 " * 1_000_000, compression="CountedZeroes")),
        None,
    ),
    "another kind of document": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no_spectrum"),
}
MAX_MEMORY_BYTES = 150_000_000


def build_calibrated(names: int, elements: int, *, coefficients: str = "") -> bytes:
    """Build a spectrum that refers repeatedly to two calibrations of a given size."""
    large = "<Remark/>" * elements
    calibrations = "".join(
        f'<EnergyCalibration id="c{number}">{large}{coefficients}</EnergyCalibration>' for number in (1, 2)
    )
    references = " ".join(f"c{number % 2 + 1}" for number in range(names))
    measured = f'<Spectrum energyCalibrationReference="{references}"><ChannelData>1 2 3</ChannelData></Spectrum>'
    return build_n42(f"{calibrations}<RadMeasurement>{measured}</RadMeasurement>")


def build_nested_versions(depth: int, elements: int) -> bytes:
    """Build version elements nested around many elements."""
    start_tags, end_tags = "<RadInstrumentVersion>" * depth, "</RadInstrumentVersion>" * depth
    info = f"<RadInstrumentInformation>{start_tags}{'<b/>' * elements}{end_tags}</RadInstrumentInformation>"
    return f"<RadInstrumentData>{info}</RadInstrumentData>".encode()


def build_many_large_spectra() -> bytes:
    """Build the maximum number of spectra with all channels.

    They refer to many calibrations, none of which is valid.
    """
    calibrations = "".join(
        f'<EnergyCalibration id="c{number}"><CoefficientValues>0 -1</CoefficientValues></EnergyCalibration>'
        for number in range(100)
    )
    references = " ".join(f"c{number}" for number in range(100))
    data = '<ChannelData compressionCode="CountedZeroes">1 0 65535</ChannelData>'
    measured = f'<Spectrum energyCalibrationReference="{references}">{data}</Spectrum>' * 12
    return build_n42(f"{calibrations}<RadMeasurement>{measured}</RadMeasurement>")


COSTLY_FILES: dict[str, Content] = {
    "a calibration named 2,000 times": lambda: build_calibrated(2000, 1000),
    "a large calibration named 127,000 times": lambda: build_calibrated(80_000, 45_000),
    "versions nested around everything": lambda: build_nested_versions(60, 99_000),
    "calibrations of all channels": build_many_large_spectra,
    "a measurement of thousands of spectra": lambda: build_n42(
        f"<RadMeasurement>{'<Spectrum><ChannelData>1 2</ChannelData></Spectrum>' * 40_000}</RadMeasurement>"
    ),
}


@pytest.mark.parametrize("name", COSTLY_FILES)
def test_limits_work_per_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[ParseBudget] = []

    class Noted(ParseBudget):
        __slots__ = ()

        def __init__(self) -> None:
            super().__init__()
            budgets.append(self)

    monkeypatch.setattr(xml_reader, "ParseBudget", Noted)
    with contextlib.suppress(UnreadableFileError):
        parse_spectrum_file(COSTLY_FILES[name]())
    assert max(each.steps for each in budgets) <= xml_reader.MAX_STEPS + channels.MAX_CHANNELS


def test_computes_repeated_calibration_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[int] = []
    original = channels.compute_edges_from_polynomial

    def work_out(coefficients: Sequence[float], count: int) -> list[float] | None:
        computed.append(count)
        return original(coefficients, count)

    monkeypatch.setattr(channels, "compute_edges_from_polynomial", work_out)
    falling = "<CoefficientValues>0 -1</CoefficientValues>"
    (found,) = parse_spectrum_file(build_calibrated(2000, 3, coefficients=falling)).spectra
    assert found.edges is None
    assert len(computed) == 2


def build_listed_bounds(bounds: str, spectra: int = 12) -> bytes:
    """Build spectra whose ten calibrations list all energies, none of them valid."""
    calibrations = "".join(
        f'<EnergyCalibration id="c{number}"><EnergyBoundaryValues>{bounds}</EnergyBoundaryValues></EnergyCalibration>'
        for number in range(10)
    )
    references = " ".join(f"c{number}" for number in range(10))
    measured = (
        f'<Spectrum energyCalibrationReference="{references}"><ChannelData>1 2 3</ChannelData></Spectrum>' * spectra
    )
    return build_n42(f"{calibrations}<RadMeasurement>{measured}</RadMeasurement>")


UNREAD = "1 " * (2 * channels.MAX_CHANNELS - 1) + "x"
FILES_OF_NUMBERS: dict[str, Content] = {
    "bounds of other channels": lambda: build_listed_bounds("1 " * channels.MAX_CHANNELS),
    "bounds that end with a word": lambda: build_listed_bounds("1 " * (channels.MAX_CHANNELS - 1) + "x"),
    "counts that end with a word": lambda: build_n42(
        f"<RadMeasurement>{f'<Spectrum><ChannelData>{UNREAD}</ChannelData></Spectrum>' * 20}</RadMeasurement>"
    ),
}


@pytest.mark.parametrize("name", FILES_OF_NUMBERS)
def test_parsed_numbers_count_as_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most, parsed, real = 300_000, [0], channels.parse_number

    def parse(text: str) -> float:
        parsed[0] += 1
        return real(text)

    monkeypatch.setattr(xml_reader, "MAX_STEPS", most)
    monkeypatch.setattr(channels, "parse_number", parse)
    assert get_rejection_reason(FILES_OF_NUMBERS[name]()) == "too_slow"
    assert parsed[0] <= most


def test_checks_total_of_counted_zeroes_before_expansion() -> None:
    assert channels.parse_counts("0 65000 " * 100, "CountedZeroes", ParseBudget().spend) is None
    assert channels.parse_counts("0 65535 7", "CountedZeroes", ParseBudget().spend) == [0.0] * 65_535 + [7]


def build_attributes(count: int) -> bytes:
    """Build attributes whose values contain the character that ends a tag."""
    return b"".join(b'x%d=">" ' % number for number in range(count))


def get_rejection_reason(content: bytes) -> str | None:
    """Return the reason for the rejection, or None for a file without spectra."""
    try:
        return None if parse_spectrum_file(content).spectra == [] else "read"
    except UnreadableFileError as error:
        return error.reason


@pytest.mark.parametrize("name", MALICIOUS_FILES)
def test_rejects_malicious_file_with_reason(name: str) -> None:
    content, expected = MALICIOUS_FILES[name]
    assert get_rejection_reason(content()) == expected


@pytest.mark.parametrize("name", ["attributes without number", "numbers without end"])
def test_memory_limit(name: str) -> None:
    content = MALICIOUS_FILES[name][0]()
    tracemalloc.start()
    get_rejection_reason(content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MAX_MEMORY_BYTES


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_rejects_truncated_file(share: float) -> None:
    content = build_n42(build_spectrum("1 2 3"))
    assert get_rejection_reason(content[: int(len(content) * share)]) == "cut_off"


def test_reads_complete_documents_of_file() -> None:
    first, second = build_n42(build_spectrum("1 2")), build_n42(build_spectrum("3 4"))
    found = parse_spectrum_file(first + b"\x03\x02\n" + second[:-30])
    assert found.is_cut_off
    assert [each.counts for each in found.spectra] == [[1, 2]]
    both = parse_spectrum_file(first + b"\x03\x02\n" + second)
    assert (both.is_cut_off, len(both.spectra)) == (False, 2)


def test_removes_invalid_character_references() -> None:
    assert parse_spectrum_file(build_n42(serial="12&#x07;34&#27;")).instrument.serial_number == "1234"
