"""Validation of processes: an inconsistent one raises an error at import."""

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
        ((OPEN, OPEN, CHECKED, ENDED), "duplicate status"),
        ((replace(OPEN, status=NONE), CHECKED, ENDED), "NONE among them"),
        ((replace(OPEN, next="NOWHERE"), CHECKED, ENDED), "OPEN leads to the unknown NOWHERE"),
        ((OPEN, CHECKED, replace(ENDED, waits_for=V)), "ENDED is final, but has a responsible role"),
        ((OPEN, CHECKED, replace(ENDED, movers=AV)), "ENDED is final, but has a responsible role"),
        ((replace(OPEN, waits_for=None), CHECKED, ENDED), "OPEN has no responsible role that may continue"),
        ((replace(OPEN, waits_for=C), CHECKED, ENDED), "OPEN has no responsible role that may continue"),
    ],
)
def test_rejects_inconsistent_steps(steps: tuple[Step[Any], ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        process(*steps)


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ((COMMENT, Edit("save", AV, frozenset({"NOWHERE"}))), r"save in unknown \['NOWHERE'\]"),
        ((COMMENT, COMMENT), "duplicate edit"),
        ((Edit("save", AV, frozenset({"OPEN"})),), "none for comments"),
        ((COMMENT, Edit("save", AV, frozenset({"OPEN"}), tab="NOWHERE")), "save on the unknown tab NOWHERE"),
    ],
)
def test_rejects_inconsistent_edits(edits: tuple[Edit, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        process(edits=edits)


def test_process_derives_tabs_roles_and_final_steps() -> None:
    sample = process(terminal_tabs={C: "SECOND"})
    assert sample.first is OPEN
    assert sample.tabs == ("FIRST", "SECOND", HISTORY)
    assert sample.movers == {A, V, C}
    assert sample.editors("comment") == AV
    assert [step.terminal for step in sample.steps] == [False, False, True]
    assert sample.tab_of("ENDED", C) == "SECOND"
    assert sample.tab_of("ENDED", V) == HISTORY
    assert sample.tab_of("OPEN", C) == "FIRST"
    with pytest.raises(KeyError):
        sample.step("NOWHERE")
    with pytest.raises(KeyError):
        sample.edit("nothing")


def test_process_is_not_registered_by_its_creation() -> None:
    process()
    assert "MADE_UP" not in PROCESSES


def test_first_matching_heading_applies() -> None:
    early = TabHeading("FIRST", AV, frozenset({"OPEN"}), title=Word("faces.early"))
    later = TabHeading("FIRST", AV, title=Word("faces.later"), hides=("price",))
    sample = process(faces=(early, later))
    assert sample.face("FIRST", "OPEN", V) is early
    assert sample.face("FIRST", "CHECKED", V) is later
    assert sample.face("FIRST", "OPEN", C) == TabHeading("FIRST", frozenset({C}))
    assert sample.face("SECOND", "OPEN", V).title is None


def test_registration_rejects_missing_messages() -> None:
    check: Step[Any] = Step("IN_QUALITY_CHECK", "QUALITY_CHECK", V, AV, next="NEW")
    repair = PROCESSES["REPAIR"]
    incomplete = replace(repair, steps=(*repair.steps[:-2], check, *repair.steps[-2:]))
    missing = r"tabs\.REPAIR\.QUALITY_CHECK \(en\).*status\.REPAIR\.IN_QUALITY_CHECK \(es\)"
    with pytest.raises(ValueError, match=missing):
        register(incomplete)
    assert PROCESSES["REPAIR"] is repair
