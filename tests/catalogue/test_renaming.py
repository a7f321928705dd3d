"""A part that gets another name: what is called by it follows, and nothing else does."""

import pytest

from portal_backend.base.normalization import normalize_key
from portal_backend.catalogue.actions import PartData, save_part
from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.catalogue.renaming import Name, follow
from portal_backend.workflow.models import Request
from tests import factories
from tests.caller import Caller
from tests.factories import World
from tests.imports.importing import HEAD, Importing, paste

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    world = factories.world()
    _ = world.part
    return world


def pager(number: str, model: str = "Pager") -> Part:
    return factories.part(model, manufacturer="Acme", number=number)


def renamed(here: World, part: Part, model: str) -> None:
    texts = {"number": part.number, "manufacturer": "Acme", "model": model}
    data = PartData(part.category.key, {**texts, "description_en": "-", "description_es": "-"}, [])
    save_part(part.pk, data, actor=here.admin.actor)


def imported(caller: Caller, here: World, **models: str) -> Importing:
    """Parts by their numbers under other models."""
    rows = (f"Handheld\t{number}\t{model}\tAcme\tA thing\tREPAIR, PARTS\n" for number, model in models.items())
    return paste(caller, here.admin, HEAD + "".join(rows)).write()


def change_all(*changes: tuple[Part, dict[str, str]]) -> None:
    """Rename parts as an import does, all at once."""
    before = {part.pk: Name.of(part) for part, _ in changes}
    for part, texts in changes:
        for name, text in texts.items():
            setattr(part, name, text)
        part.save()
    follow([part for part, _ in changes], before)


def holding(here: World, *parts: Part, kind: str = "REPAIR") -> Request:
    more = {"units": len(parts)} if kind == "REPAIR" else {}
    return factories.request(kind, here, parts=list(parts), **more)


def names(request: Request) -> list[str]:
    """The lines of a request that name parts."""
    request.refresh_from_db()
    lines = request.search_lines.split("\n")
    assert request.search_text.split("\n") == list(map(normalize_key, request.search_lines.split("\n")))
    assert len(lines) == len(set(lines))
    return sorted(line.removeprefix("Acme ") for line in lines if line.startswith("Acme "))


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_requests_of_another_part_of_the_same_name_keep_it(here: World, kind: str) -> None:
    one, other, third = pager("A"), pager("B"), pager("C", "Third")
    mine, theirs, both = (holding(here, *each, kind=kind) for each in ([one], [other], [one, third, other]))
    renamed(here, one, "Beeper")
    assert [names(each) for each in (mine, theirs, both)] == [["Beeper"], ["Pager"], ["Beeper", "Pager", "Third"]]
    renamed(here, other, "BEEPER")
    assert [names(each) for each in (mine, theirs, both)] == [["Beeper"], ["BEEPER"], ["BEEPER", "Beeper", "Third"]]
    renamed(here, other, "Beeper")
    assert [names(each) for each in (mine, theirs, both)] == [["Beeper"], ["Beeper"], ["Beeper", "Third"]]


def test_what_only_reads_like_a_part_is_left(here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    Request.objects.filter(pk=support.pk).update(search_lines="S-1\nAcme Pager", search_text="s1\nacmepager")
    renamed(here, pager("A"), "Beeper")
    assert names(support) == ["Pager"]


def test_an_import_renames_each_part_where_it_is(caller: Caller, here: World) -> None:
    one, other, third = pager("A"), pager("B"), pager("C", "Third")
    mine, theirs, both = (holding(here, *parts) for parts in ([one], [other, third], [one, other]))
    importing = imported(caller, here, A="Beeper", B="Buzzer")
    assert [names(each) for each in (mine, theirs, both)] == [["Beeper"], ["Buzzer", "Third"], ["Beeper", "Buzzer"]]
    importing.undo()
    assert [names(each) for each in (mine, theirs, both)] == [["Pager"], ["Pager", "Third"], ["Pager"]]
    imported(caller, here, B="Third", C="Pager")
    assert [names(each) for each in (mine, theirs, both)] == [["Pager"], ["Pager", "Third"], ["Pager", "Third"]]


def test_an_import_takes_the_check_list_along_and_its_undoing_brings_it_back(caller: Caller, here: World) -> None:
    pager("A")
    point = CheckPoint.objects.create(text_en="Battery", text_es="Batería", model="Pager")
    everywhere = CheckPoint.objects.create(text_en="Any", text_es="Todo")

    def models() -> list[str | None]:
        return [CheckPoint.objects.get(pk=each.pk).model for each in (point, everywhere)]

    importing = imported(caller, here, A="Beeper")
    assert models() == ["Beeper", None]
    importing.undo()
    assert models() == ["Pager", None]
    pager("B")
    imported(caller, here, A="Beeper")
    assert models() == ["Pager", None], "another part still has the model"


def test_check_lists_of_models_that_change_places_go_with_their_parts(caller: Caller, here: World) -> None:
    for number, model in {"A": "Pager", "B": "Beeper", "C": "Buzzer"}.items():
        pager(number, model)
        CheckPoint.objects.create(text_en=number, text_es=number, model=model)

    def models() -> dict[str, str | None]:
        return dict(CheckPoint.objects.order_by("text_en").values_list("text_en", "model"))

    importing = imported(caller, here, A="Beeper", B="Buzzer", C="Pager")
    assert models() == {"A": "Beeper", "B": "Buzzer", "C": "Pager"}
    importing.undo()
    assert models() == {"A": "Pager", "B": "Beeper", "C": "Buzzer"}
    imported(caller, here, A="Beeper", B="Horn")
    assert models() == {"A": "Beeper", "B": "Horn", "C": "Buzzer"}


@pytest.mark.parametrize("kept", [{"model": "PAGER"}, {"manufacturer": "Apex"}], ids=["case", "manufacturer"])
def test_a_check_list_stays_while_one_of_the_parts_keeps_the_model(here: World, kept: dict[str, str]) -> None:
    gone, stays, third = pager("A"), pager("B"), pager("C")
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
