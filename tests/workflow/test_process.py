"""Validation of processes: an inconsistent one raises an error at import."""

from dataclasses import replace
from typing import Any

import pytest

from portal_backend.core.actor import ALL_ROLES, Role
from portal_backend.core.translations import LazyMessage, load_messages
from portal_backend.workflow.process import (
    HISTORY_TAB,
    NO_STATUS,
    PROCESSES,
    Edit,
    Process,
    Step,
    TabHeading,
    register_processes,
)

A, V, C = Role.ADMIN, Role.SUPERVISOR, Role.CLIENT
AV = frozenset({A, V})
OPEN: Step[Any] = Step("OPEN", "FIRST", V, AV, next="CHECKED")
CHECKED: Step[Any] = Step("CHECKED", "SECOND", C, frozenset({A, C}), next="ENDED")
ENDED: Step[Any] = Step("ENDED", HISTORY_TAB)
COMMENT = Edit("comment", AV, frozenset({"OPEN"}))


def process(*steps: Step[Any], edits: tuple[Edit, ...] = (COMMENT,), **more: Any) -> Process[Any]:
    return Process(
        kind="MADE_UP",
        prefix="M",
        page="made-up/{id}",
        steps=steps or (OPEN, CHECKED, ENDED),
        edits=edits,
        load_context=lambda request: request,
        list_item_ids=lambda request: (),
        build_search_lines=lambda subject: (),
        history_readers=ALL_ROLES - {C},
        comment_readers=ALL_ROLES,
        **more,
    )


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((OPEN, OPEN, CHECKED, ENDED), "duplicate or reserved status"),
        ((replace(OPEN, status=NO_STATUS), CHECKED, ENDED), "reserved status"),
        ((replace(OPEN, next="NOWHERE"), CHECKED, ENDED), "OPEN leads to the unknown NOWHERE"),
        ((OPEN, CHECKED, replace(ENDED, responsible_role=V)), "ENDED is final, but has a responsible role"),
        ((OPEN, CHECKED, replace(ENDED, allowed_roles=AV)), "ENDED is final, but has a responsible role"),
        ((replace(OPEN, responsible_role=None), CHECKED, ENDED), "OPEN has no responsible role that may continue"),
        ((replace(OPEN, responsible_role=C), CHECKED, ENDED), "OPEN has no responsible role that may continue"),
    ],
)
def test_rejects_inconsistent_steps(steps: tuple[Step[Any], ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        process(*steps)


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ((COMMENT, Edit("save", AV, frozenset({"NOWHERE"}))), r"save in unknown \['NOWHERE'\]"),
        ((COMMENT, COMMENT), "duplicate edit"),
        ((Edit("save", AV, frozenset({"OPEN"})),), "none for comments"),
        ((COMMENT, Edit("save", AV, frozenset({"OPEN"}), tab="NOWHERE")), "save on the unknown tab NOWHERE"),
    ],
)
def test_rejects_inconsistent_edits(edits: tuple[Edit, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        process(edits=edits)


def test_process_derives_tabs_roles_and_final_steps() -> None:
    sample = process(terminal_tabs={C: "SECOND"})
    assert sample.first_step is OPEN
    assert sample.tabs == ("FIRST", "SECOND", HISTORY_TAB)
    assert sample.transition_roles == {A, V, C}
    assert sample.get_edit("comment").roles == AV
    assert [step.is_terminal for step in sample.steps] == [False, False, True]
    assert sample.get_tab("ENDED", C) == "SECOND"
    assert sample.get_tab("ENDED", V) == HISTORY_TAB
    assert sample.get_tab("OPEN", C) == "FIRST"
    with pytest.raises(KeyError):
        sample.get_step("NOWHERE")
    with pytest.raises(KeyError):
        sample.get_edit("nothing")


def test_process_is_not_registered_by_its_creation() -> None:
    process()
    assert "MADE_UP" not in PROCESSES


def test_first_matching_heading_applies() -> None:
    early = TabHeading("FIRST", AV, frozenset({"OPEN"}), title=LazyMessage("headings.early"))
    later = TabHeading("FIRST", AV, title=LazyMessage("headings.later"), hidden_columns=("price",))
    sample = process(headings=(early, later))
    assert sample.get_heading("FIRST", "OPEN", V) is early
    assert sample.get_heading("FIRST", "CHECKED", V) is later
    assert sample.get_heading("FIRST", "OPEN", C) == TabHeading("FIRST", frozenset({C}))
    assert sample.get_heading("SECOND", "OPEN", V).title is None


def test_registration_rejects_missing_messages() -> None:
    check: Step[Any] = Step("IN_WEIGHING", "WEIGHING", V, AV, next="NEW")
    repair = PROCESSES["REPAIR"]
    incomplete = replace(repair, steps=(*repair.steps[:-2], check, *repair.steps[-2:]))
    missing = r"tabs\.REPAIR\.WEIGHING \(en\).*status\.REPAIR\.IN_WEIGHING \(es\)"
    with pytest.raises(ValueError, match=missing):
        register_processes(incomplete)
    assert PROCESSES["REPAIR"] is repair


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"mail_actions": {"LATE": C}}, "mailActions.LATE"),
        ({"continue_labels": {"REJECTED": LazyMessage("continue.nowhere")}}, "continue.nowhere"),
        ({"headings": (TabHeading("REPAIR", AV, title=LazyMessage("headings.nowhere")),)}, "headings.nowhere"),
        ({"edits": (*PROCESSES["REPAIR"].edits, Edit("weigh", AV, frozenset({"NEW"})))}, "actions.weigh"),
    ],
)
def test_registration_names_each_missing_message_and_language(changes: dict[str, Any], missing: str) -> None:
    incomplete = replace(PROCESSES["REPAIR"], **changes)
    with pytest.raises(ValueError, match="REPAIR: missing messages") as error:
        register_processes(incomplete)
    assert str(error.value) == f"REPAIR: missing messages: {missing} (en), {missing} (es)"


@pytest.mark.parametrize(
    "key",
    [
        *(f"{text}.REPAIR.IN_SERVICE" for text in ("status", "continue", "todo")),
        *(f"turn.REPAIR.IN_SERVICE.{whose}" for whose in ("yours", "others")),
        "tabs.REPAIR.REPAIR",
        "status.REPAIR.NONE",
        "kinds.REPAIR",
    ],
)
def test_registration_names_a_message_missing_in_one_language(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(load_messages("es"), key)
    with pytest.raises(ValueError, match="REPAIR") as error:
        register_processes(PROCESSES["REPAIR"])
    assert str(error.value) == f"REPAIR: missing messages: {key} (es)"
