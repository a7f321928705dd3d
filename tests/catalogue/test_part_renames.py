"""Renamed parts: check points and search lines of requests are updated."""

import pytest

from portal_backend.catalogue.actions import PartData, PartName, propagate_renames, save_part
from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.core.normalization import normalize_key
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import HEADER_LINE, ImportClient, paste

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    created = factories.world()
    _ = created.part
    return created


def make_pager(number: str, model: str = "Pager") -> Part:
    return factories.part(model, manufacturer="Acme", number=number)


def rename_part(world: World, part: Part, model: str) -> None:
    texts = {"number": part.number, "manufacturer": "Acme", "model": model}
    data = PartData(part.category.key, {**texts, "description_en": "-", "description_es": "-"}, [])
    save_part(part.pk, data, actor=world.admin.actor)


def import_parts(caller: ApiClient, world: World, **models: str) -> ImportClient:
    """Import parts by number with other models."""
    rows = (f"Handheld\t{number}\t{model}\tAcme\tA thing\tREPAIR, PARTS\n" for number, model in models.items())
    return paste(caller, world.admin, HEADER_LINE + "".join(rows)).write()


def change_all(*changes: tuple[Part, dict[str, str]]) -> None:
    """Rename parts in bulk, as an import does."""
    before = {part.pk: PartName.from_part(part) for part, _ in changes}
    for part, texts in changes:
        for name, text in texts.items():
            setattr(part, name, text)
        part.save()
    propagate_renames([part for part, _ in changes], before)


def make_request_with_parts(world: World, *parts: Part, kind: str = "REPAIR") -> ServiceRequest:
    more = {"units": len(parts)} if kind == "REPAIR" else {}
    return factories.request(kind, world, parts=list(parts), **more)


def get_part_lines(request: ServiceRequest) -> list[str]:
    """Return the search lines of a request that name parts."""
    request.refresh_from_db()
    lines = request.search_display.split("\n")
    assert request.search_text.split("\n") == list(map(normalize_key, request.search_display.split("\n")))
    assert len(lines) == len(set(lines))
    return sorted(line.removeprefix("Acme ") for line in lines if line.startswith("Acme "))


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_rename_keeps_requests_of_another_part_with_same_name(world: World, kind: str) -> None:
    one, other, third = make_pager("A"), make_pager("B"), make_pager("C", "Third")
    mine, theirs, both = (
        make_request_with_parts(world, *each, kind=kind) for each in ([one], [other], [one, third, other])
    )
    rename_part(world, one, "Beeper")
    assert [get_part_lines(each) for each in (mine, theirs, both)] == [
        ["Beeper"],
        ["Pager"],
        ["Beeper", "Pager", "Third"],
    ]
    rename_part(world, other, "BEEPER")
    assert [get_part_lines(each) for each in (mine, theirs, both)] == [
        ["Beeper"],
        ["BEEPER"],
        ["BEEPER", "Beeper", "Third"],
    ]
    rename_part(world, other, "Beeper")
    assert [get_part_lines(each) for each in (mine, theirs, both)] == [["Beeper"], ["Beeper"], ["Beeper", "Third"]]


def test_rename_keeps_other_text_that_equals_part_name(world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    ServiceRequest.objects.filter(pk=support.pk).update(search_display="S-1\nAcme Pager", search_text="s1\nacmepager")
    rename_part(world, make_pager("A"), "Beeper")
    assert get_part_lines(support) == ["Pager"]


def test_import_renames_parts_in_their_requests(caller: ApiClient, world: World) -> None:
    one, other, third = make_pager("A"), make_pager("B"), make_pager("C", "Third")
    mine, theirs, both = (make_request_with_parts(world, *parts) for parts in ([one], [other, third], [one, other]))
    importing = import_parts(caller, world, A="Beeper", B="Buzzer")
    assert [get_part_lines(each) for each in (mine, theirs, both)] == [
        ["Beeper"],
        ["Buzzer", "Third"],
        ["Beeper", "Buzzer"],
    ]
    importing.undo()
    assert [get_part_lines(each) for each in (mine, theirs, both)] == [["Pager"], ["Pager", "Third"], ["Pager"]]
    import_parts(caller, world, B="Third", C="Pager")
    assert [get_part_lines(each) for each in (mine, theirs, both)] == [
        ["Pager"],
        ["Pager", "Third"],
        ["Pager", "Third"],
    ]


def test_import_and_undo_rename_models_of_check_points(caller: ApiClient, world: World) -> None:
    make_pager("A")
    point = CheckPoint.objects.create(text_en="Battery", text_es="Batería", model="Pager")
    everywhere = CheckPoint.objects.create(text_en="Any", text_es="Todo")

    def models() -> list[str | None]:
        return [CheckPoint.objects.get(pk=each.pk).model for each in (point, everywhere)]

    importing = import_parts(caller, world, A="Beeper")
    assert models() == ["Beeper", None]
    importing.undo()
    assert models() == ["Pager", None]
    make_pager("B")
    import_parts(caller, world, A="Beeper")
    assert models() == ["Pager", None], "another part still has the model"


def test_import_swaps_models_of_check_points(caller: ApiClient, world: World) -> None:
    for number, model in {"A": "Pager", "B": "Beeper", "C": "Buzzer"}.items():
        make_pager(number, model)
        CheckPoint.objects.create(text_en=number, text_es=number, model=model)

    def models() -> dict[str, str | None]:
        return dict(CheckPoint.objects.order_by("text_en").values_list("text_en", "model"))

    importing = import_parts(caller, world, A="Beeper", B="Buzzer", C="Pager")
    assert models() == {"A": "Beeper", "B": "Buzzer", "C": "Pager"}
    importing.undo()
    assert models() == {"A": "Pager", "B": "Beeper", "C": "Buzzer"}
    import_parts(caller, world, A="Beeper", B="Horn")
    assert models() == {"A": "Beeper", "B": "Horn", "C": "Buzzer"}


@pytest.mark.parametrize("kept", [{"model": "PAGER"}, {"manufacturer": "Apex"}], ids=["case", "manufacturer"])
def test_check_point_keeps_model_while_a_part_has_it(world: World, kept: dict[str, str]) -> None:
    gone, stays, third = make_pager("A"), make_pager("B"), make_pager("C")
    point = CheckPoint.objects.create(text_en="Battery", text_es="Batería", model="pager")
    change_all((gone, {"model": "Beeper"}), (stays, kept))
    point.refresh_from_db()
    assert point.model == "pager", "the third has it, too"
    change_all((third, {"model": "Horn"}), (stays, {"manufacturer": "Zenith"}))
    point.refresh_from_db()
    assert point.model == "pager"
    change_all((stays, {"model": "Buzzer"}))
    point.refresh_from_db()
    assert point.model == "Buzzer"
