"""Spectrum endpoint: response, access, limits and matching parts."""

from dataclasses import replace

import pytest

from portal_backend.catalogue.models import Part
from portal_backend.spectra import reader
from portal_backend.spectra.n42 import InstrumentInfo
from portal_backend.spectra.reader import PartCandidate, find_best_matches
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.files.conftest import ListStoredFiles
from tests.files.conftest import stored as stored  # noqa: PLC0414
from tests.files.upload_client import MultipartBody, upload
from tests.spectra.n42_files import build_n42, build_spectrum

pytestmark = [pytest.mark.django_db, pytest.mark.split]
CATALOG = [
    PartCandidate(1, "Kromek", "D3S"),
    PartCandidate(2, "Teledyne FLIR", "identiFINDER R400"),
    PartCandidate(3, "Teledyne FLIR", "identiFINDER R440"),
    PartCandidate(4, "ORTEC", "Detective-EX"),
    PartCandidate(5, "ORTEC", "Detective-DX"),
    PartCandidate(6, "Smiths Detection", "RadSeeker CS"),
    PartCandidate(7, "Other Maker", "RadSeeker CS"),
    PartCandidate(8, "Thermo", "RIIDEye X"),
    PartCandidate(9, "Thermo", "RIIDEye X"),
]


@pytest.fixture
def world(stored: ListStoredFiles) -> factories.World:
    return factories.world()


def upload_spectrum(person: factories.Person, content: bytes, name: str = "measured.n42") -> str:
    return str(upload(person, MultipartBody(name.encode(), content)).data["id"])


def fetch_spectra(caller: ApiClient, file_id: str, actor: factories.Person) -> ClientResponse:
    return caller.get(f"/files/spectra/{file_id}", actor=actor)


@pytest.mark.parametrize(
    ("maker", "model", "found"),
    [
        ("Kromek Ltd", "D3S ID", [1]),
        ("kromek", "d3s", [1]),
        ("FLIR Radiation Inc.", "identiFINDER-R440", [3]),
        ("FLIR Radiation Inc.", "R440", []),
        ("ORTEC", "ORTEC Detective DX", [5]),
        ("ORTEC", "Detective", [4, 5]),
        ("ORTEC", "Detective-EX200", []),
        ("Smiths Detection", "RadSeeker_CS", [6]),
        ("Smiths Heimann Detection", "RadSeeker_CS", [6]),
        ("Nobody", "RadSeeker_CS", [6, 7]),
        ("Nobody", "Detective", []),
        ("", "RIIDEye X", [8, 9]),
        ("Kromek", "", []),
        ("Kromek", "Kromek", []),
    ],
)
def test_matches_model_but_not_similar_models(maker: str, model: str, found: list[int]) -> None:
    assert find_best_matches(InstrumentInfo(maker, model), CATALOG) == found


def test_returns_instrument_parts_and_spectrum_of_upload(caller: ApiClient, world: factories.World) -> None:
    calibration = "<CoefficientValues>0 3</CoefficientValues>"
    measured = "<StartDateTime>2026-01-02T03:04:05+01:00</StartDateTime>"
    content = build_n42(
        build_spectrum("1 0 2 5", calibration, compression="CountedZeroes", measured=measured), serial="SN-7"
    )
    part = factories.part("model-1", manufacturer="Maker Inc.", number="X1")
    found = fetch_spectra(caller, upload_spectrum(world.client, content), world.client).ok
    assert found["instrument"] == {"manufacturer": "Maker", "model": "Model 1", "serialNumber": "SN-7", "firmware": ""}
    assert [(each["id"], each["partName"], each["category"], each["number"]) for each in found["parts"]] == [
        (part.pk, "model-1", "HANDHELD", "X1")
    ]
    assert (found["measuredAt"], found["doseRate"]) == ("2026-01-02T02:04:05Z", None)
    (only,) = found["spectra"]
    assert (only["counts"], only["edges"]) == ([1, 0, 0, 5], [0, 3, 6, 9, 12])
    assert (found["spectraInFile"], found["isCutOff"]) == (1, False)


@pytest.mark.parametrize("change", [{"enabled": False}, {"used_for": ["PARTS"]}])
def test_returns_only_available_parts(caller: ApiClient, world: factories.World, change: dict[str, bool]) -> None:
    factories.part("Model 1", manufacturer="Known", **change)
    Part.objects.filter(pk=world.part.pk).update(model="Something else")
    content = build_n42(maker="Known", model="Model 1")
    file_id = upload_spectrum(world.client, content)
    assert fetch_spectra(caller, file_id, world.client).ok["parts"] == []
    parts_of_part_request = caller.get(f"/files/spectra/{file_id}", actor=world.client, kind="PARTS").ok["parts"]
    assert len(parts_of_part_request) == ("used_for" in change), "it is available for part requests"


def test_rejects_invalid_file_with_message(caller: ApiClient, world: factories.World) -> None:
    response = fetch_spectra(caller, upload_spectrum(world.client, b"a note", "note.n42"), world.client).assert_error(
        415, "UNSUPPORTED_FILE"
    )
    assert "damaged" in response.data["message"]
    truncated = upload_spectrum(world.client, build_n42(build_spectrum("1 2"))[:-40])
    assert (
        "incomplete"
        in fetch_spectra(caller, truncated, world.client).assert_error(415, "UNSUPPORTED_FILE").data["message"]
    )
    large = upload_spectrum(world.client, b"<a>" + b" " * 10_000_000)
    assert (
        "limit: 10 MB"
        in fetch_spectra(caller, large, world.client).assert_error(415, "UNSUPPORTED_FILE").data["message"]
    )


def test_access_to_uploads_and_attachments(caller: ApiClient, world: factories.World) -> None:
    file_id = upload_spectrum(world.client, build_n42())
    for other_user in (world.client2, world.service, world.admin):
        fetch_spectra(caller, file_id, other_user).assert_error(404, "NOT_FOUND")
    units = [request_bodies.unit(world.part.pk, attachments=[{"id": file_id}])]
    caller.post("/repairing/create", units, actor=world.client)
    for viewer in (world.client, world.service, world.admin, world.supervisor, world.manager):
        assert fetch_spectra(caller, file_id, viewer).ok["instrument"]["serialNumber"] == "SN-1"
    for other_user in (world.client2, world.service2):
        fetch_spectra(caller, file_id, other_user).assert_error(404, "NOT_FOUND")


def test_sandbox_limits_memory_and_time(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    file_id = upload_spectrum(world.client, build_n42(build_spectrum("1 2 3", "<Remark/>" * 90_000)))
    assert fetch_spectra(caller, file_id, world.client).ok["spectraInFile"] == 1
    with monkeypatch.context() as changed:
        changed.setattr(reader, "PARSER_LIMITS", replace(reader.PARSER_LIMITS, memory=10_000_000))
        fetch_spectra(caller, file_id, world.client).assert_error(415, "UNSUPPORTED_FILE")
    monkeypatch.setattr(reader, "PARSER_LIMITS", replace(reader.PARSER_LIMITS, timeout=0.001))
    response = fetch_spectra(caller, file_id, world.client).assert_error(415, "UNSUPPORTED_FILE")
    assert "takes too long" in response.data["message"]


def test_rejects_file_above_work_budget_with_message(caller: ApiClient, world: factories.World) -> None:
    large = "<Remark/>" * 45_000
    calibrations = "".join(f'<EnergyCalibration id="c{number}">{large}</EnergyCalibration>' for number in (1, 2))
    measured = '<Spectrum energyCalibrationReference="c1 c2"><ChannelData>1 2 3</ChannelData></Spectrum>' * 12
    content = build_n42(f"{calibrations}<RadMeasurement>{measured}</RadMeasurement>")
    response = fetch_spectra(caller, upload_spectrum(world.client, content), world.client).assert_error(
        415, "UNSUPPORTED_FILE"
    )
    assert "takes too long" in response.data["message"]
