"""A process table that contradicts itself never serves a call: it cannot even be imported."""

from dataclasses import replace
from typing import Any

import pytest

from portal_backend.base.actor import EVERYBODY, Role
from portal_backend.base.words import Word
from portal_backend.workflow.process import HISTORY, NONE, PROCESSES, Edit, Process, Step, TabHeading, register

A, V, C = Role.ADMIN, Role.SUPERVISOR, Role.CLIENT
AV = frozenset({A, V})
OPEN: Step[Any] = Step("OPEN", "FIRST", V, AV, next="CHECKED")
CHECKED: Step[Any] = Step("CHECKED", "SECOND", C, frozenset({A, C}), next="ENDED")
ENDED: Step[Any] = Step("ENDED", HISTORY)
COMMENT = Edit("comment", AV, frozenset({"OPEN"}))


def process(*steps: Step[Any], edits: tuple[Edit, ...] = (COMMENT,), **more: Any) -> Process[Any]:
    return Process(
        kind="MADE_UP",
        prefix="M",
        page="made-up/{id}",
        steps=steps or (OPEN, CHECKED, ENDED),
        edits=edits,
        subject=lambda request: request,
        items=lambda request: (),
        search_lines=lambda subject: (),
        history_readers=EVERYBODY - {C},
        comment_readers=EVERYBODY,
        **more,
    )


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((OPEN, OPEN, CHECKED, ENDED), "a status stands twice"),
        ((replace(OPEN, status=NONE), CHECKED, ENDED), "NONE is one"),
        ((replace(OPEN, next="NOWHERE"), CHECKED, ENDED), "OPEN leads to the unknown NOWHERE"),
        ((OPEN, CHECKED, replace(ENDED, waits_for=V)), "ENDED is terminal and waits for somebody"),
        ((OPEN, CHECKED, replace(ENDED, movers=AV)), "ENDED is terminal and waits for somebody"),
        ((replace(OPEN, waits_for=None), CHECKED, ENDED), "OPEN waits for nobody who may move it"),
        ((replace(OPEN, waits_for=C), CHECKED, ENDED), "OPEN waits for nobody who may move it"),
    ],
)
def test_a_wrong_table_is_refused(steps: tuple[Step[Any], ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        process(*steps)


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ((COMMENT, Edit("save", AV, frozenset({"NOWHERE"}))), r"save in unknown \['NOWHERE'\]"),
        ((COMMENT, COMMENT), "an edit stands twice"),
        ((Edit("save", AV, frozenset({"OPEN"})),), "nobody may comment"),
        ((COMMENT, Edit("save", AV, frozenset({"OPEN"}), tab="NOWHERE")), "save on the unknown tab NOWHERE"),
    ],
)
def test_a_wrong_edit_is_refused(edits: tuple[Edit, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        process(edits=edits)


def test_a_right_table_tells_what_follows_from_it() -> None:
    made = process(terminal_tabs={C: "SECOND"})
    assert made.first is OPEN
    assert made.tabs == ("FIRST", "SECOND", HISTORY)
    assert made.movers == {A, V, C}
    assert made.editors("comment") == AV
    assert [step.terminal for step in made.steps] == [False, False, True]
    assert made.tab_of("ENDED", C) == "SECOND"
    assert made.tab_of("ENDED", V) == HISTORY
    assert made.tab_of("OPEN", C) == "FIRST"
    with pytest.raises(KeyError):
        made.step("NOWHERE")
    with pytest.raises(KeyError):
        made.edit("nothing")


def test_a_table_is_made_without_being_registered() -> None:
    process()
    assert "MADE_UP" not in PROCESSES


def test_the_first_face_that_fits_counts() -> None:
    early = TabHeading("FIRST", AV, frozenset({"OPEN"}), title=Word("faces.early"))
    later = TabHeading("FIRST", AV, title=Word("faces.later"), hides=("price",))
    made = process(faces=(early, later))
    assert made.face("FIRST", "OPEN", V) is early
    assert made.face("FIRST", "CHECKED", V) is later
    assert made.face("FIRST", "OPEN", C) == TabHeading("FIRST", frozenset({C}))
    assert made.face("SECOND", "OPEN", V).title is None


def test_a_status_or_tab_without_words_is_refused_at_start_up() -> None:
    check: Step[Any] = Step("IN_QUALITY_CHECK", "QUALITY_CHECK", V, AV, next="NEW")
    repair = PROCESSES["REPAIR"]
    wrong = replace(repair, steps=(*repair.steps[:-2], check, *repair.steps[-2:]))
    missing = r"tabs\.REPAIR\.QUALITY_CHECK \(en\).*status\.REPAIR\.IN_QUALITY_CHECK \(es\)"
    with pytest.raises(ValueError, match=missing):
        register(wrong)
    assert PROCESSES["REPAIR"] is repair
