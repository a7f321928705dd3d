"""The call of spectrum files: what it answers, of which files, and which parts of the catalogue it names."""

from dataclasses import replace

import pytest

from portal_backend.catalogue.models import Part
from portal_backend.spectra import lists
from portal_backend.spectra.matching import Name, alike
from portal_backend.spectra.reading import Instrument
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.files.conftest import Stored
from tests.files.conftest import stored as stored  # noqa: PLC0414
from tests.files.wire import Body, upload
from tests.spectra.made import n42, spectrum

pytestmark = pytest.mark.django_db
CATALOGUE = [
    Name(1, "Kromek", "D3S"),
    Name(2, "Teledyne FLIR", "identiFINDER R400"),
    Name(3, "Teledyne FLIR", "identiFINDER R440"),
    Name(4, "ORTEC", "Detective-EX"),
    Name(5, "ORTEC", "Detective-DX"),
    Name(6, "Smiths Detection", "RadSeeker CS"),
    Name(7, "Other Maker", "RadSeeker CS"),
    Name(8, "Thermo", "RIIDEye X"),
    Name(9, "Thermo", "RIIDEye X"),
]


@pytest.fixture
def here(stored: Stored) -> factories.World:
    return factories.world()


def sent(person: factories.Person, content: bytes, name: str = "measured.n42") -> str:
    return str(upload(person, Body(name.encode(), content)).data["id"])


def asked(caller: Caller, file_id: str, actor: factories.Person) -> Answered:
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
def test_a_model_is_known_again_and_its_relatives_are_not(maker: str, model: str, found: list[int]) -> None:
    assert alike(Instrument(maker, model), CATALOGUE) == found


def test_an_upload_tells_its_instrument_the_part_and_the_spectrum(caller: Caller, here: factories.World) -> None:
    calibration = "<CoefficientValues>0 3</CoefficientValues>"
    measured = "<StartDateTime>2026-01-02T03:04:05+01:00</StartDateTime>"
    content = n42(spectrum("1 0 2 5", calibration, compression="CountedZeroes", measured=measured), serial="SN-7")
    part = factories.part("model-1", manufacturer="Maker Inc.", number="X1")
    found = asked(caller, sent(here.client, content), here.client).ok
    assert found["instrument"] == {"manufacturer": "Maker", "model": "Model 1", "serialNumber": "SN-7", "firmware": ""}
    assert [(each["id"], each["partName"], each["category"], each["number"]) for each in found["parts"]] == [
        (part.pk, "model-1", "HANDHELD", "X1")
    ]
    assert (found["measuredAt"], found["doseRate"]) == ("2026-01-02T02:04:05Z", None)
    (only,) = found["spectra"]
    assert (only["counts"], only["edges"]) == ([1, 0, 0, 5], [0, 3, 6, 9, 12])
    assert (found["spectraInFile"], found["isCutOff"]) == (1, False)


@pytest.mark.parametrize("change", [{"enabled": False}, {"used_for": ["PARTS"]}])
def test_only_parts_are_named_that_may_be_chosen(
    caller: Caller, here: factories.World, change: dict[str, bool]
) -> None:
    factories.part("Model 1", manufacturer="Known", **change)
    Part.objects.filter(pk=here.part.pk).update(model="Something else")
    content = n42(maker="Known", model="Model 1")
    file_id = sent(here.client, content)
    assert asked(caller, file_id, here.client).ok["parts"] == []
    of_others = caller.get(f"/files/spectra/{file_id}", actor=here.client, kind="PARTS").ok["parts"]
    assert len(of_others) == ("used_for" in change), "a part request may be about it"


def test_what_is_no_spectrum_file_is_refused_in_words(caller: Caller, here: factories.World) -> None:
    answered = asked(caller, sent(here.client, b"a note", "note.n42"), here.client).refused(415, "UNSUPPORTED_FILE")
    assert "damaged" in answered.data["message"]
    cut = sent(here.client, n42(spectrum("1 2"))[:-40])
    assert "too early" in asked(caller, cut, here.client).refused(415, "UNSUPPORTED_FILE").data["message"]
    large = sent(here.client, b"<a>" + b" " * 10_000_000)
    assert "at most 10 MB" in asked(caller, large, here.client).refused(415, "UNSUPPORTED_FILE").data["message"]


def test_an_upload_is_read_by_who_sent_it_and_an_attachment_by_who_sees_its_request(
    caller: Caller, here: factories.World
) -> None:
    file_id = sent(here.client, n42())
    for stranger in (here.client2, here.service, here.admin):
        asked(caller, file_id, stranger).refused(404, "NOT_FOUND")
    units = [bodies.unit(here.part.pk, attachments=[{"id": file_id}])]
    caller.post("/repairing/create", units, actor=here.client)
    for reader in (here.client, here.service, here.admin, here.supervisor, here.manager):
        assert asked(caller, file_id, reader).ok["instrument"]["serialNumber"] == "SN-1"
    for stranger in (here.client2, here.service2):
        asked(caller, file_id, stranger).refused(404, "NOT_FOUND")


def test_a_file_is_read_by_a_process_of_its_own_within_limits(
    caller: Caller, here: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    file_id = sent(here.client, n42(spectrum("1 2 3", "<Remark/>" * 90_000)))
    assert asked(caller, file_id, here.client).ok["spectraInFile"] == 1
    with monkeypatch.context() as changed:
        changed.setattr(lists, "LIMITS", replace(lists.LIMITS, memory=10_000_000))
        asked(caller, file_id, here.client).refused(415, "UNSUPPORTED_FILE")
    monkeypatch.setattr(lists, "LIMITS", replace(lists.LIMITS, timeout=0.001))
    answered = asked(caller, file_id, here.client).refused(415, "UNSUPPORTED_FILE")
    assert "takes too long" in answered.data["message"]


def test_work_that_a_file_asks_for_beyond_its_budget_is_refused_in_words(caller: Caller, here: factories.World) -> None:
    large = "<Remark/>" * 45_000
    known = "".join(f'<EnergyCalibration id="c{number}">{large}</EnergyCalibration>' for number in (1, 2))
    measured = '<Spectrum energyCalibrationReference="c1 c2"><ChannelData>1 2 3</ChannelData></Spectrum>' * 12
    content = n42(f"{known}<RadMeasurement>{measured}</RadMeasurement>")
    answered = asked(caller, sent(here.client, content), here.client).refused(415, "UNSUPPORTED_FILE")
    assert "takes too long" in answered.data["message"]
