"""The server's words: the same in both languages, none missing, none left over.

What the code says word for word is collected from its syntax tree, what it builds from enumerations is built again
here. A new way of building a key fails `test_every_way_of_building_a_key_is_known` until it is written down.
"""

import ast
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from django.conf import settings
from django.utils import translation

import portal_backend
from portal_backend.audit.models import Event
from portal_backend.base.actor import Role
from portal_backend.base.words import LANGUAGES, Word, catalogue, choices, current_language, word
from portal_backend.catalogue.models import PREDEFINED_KINDS
from portal_backend.factors.letters import CHANGES
from portal_backend.imports.models import State
from portal_backend.imports.pictures import REASONS
from portal_backend.imports.reading import REFUSALS
from portal_backend.joining.models import RequestStatus
from portal_backend.notifications.letters import LETTERS
from portal_backend.notifications.matrix import OCCASIONS
from portal_backend.notifications.models import MailState
from portal_backend.remote_support.schemas import CONTACT_METHODS
from portal_backend.repairs.models import Approval, Diagnosis, RepairStatus
from portal_backend.resources.field import FieldKind
from portal_backend.resources.resource import Resource, Sheet
from portal_backend.resources.targets import TARGETS
from portal_backend.workflow.models import KINDS
from portal_backend.workflow.process import HISTORY, NONE, PROCESSES

# which argument of a call is a word's key, and what stands before it
KEYS = {
    "Word": (0, ""),
    "word": (0, ""),
    "wrong": (0, "errors.field."),
    "matches": (1, "errors.field."),
    "invalid_field": (1, "errors.field."),
    "Refusal": (1, "errors."),
    "_fail": (1, "errors."),
    "_taken": (0, "errors."),
    "_refuse_taken": (1, "errors."),
    "_undone": (3, "guards."),
    "unfinished": (4, "guards."),
    "undecided": (4, "guards."),
}
BUILT = {
    "errors.{}",
    "errors.field.{}",
    "guards.{}",
    "guards.field.{}",
    "approval.{}",
    "contactMethods.{}",
    "kinds.{}",
    "languages.{}",
    "mailActions.{}",
    "mail.{}.{}",
    "mailStates.{}",
    "importStates.{}",
    "events.{}",
    "imports.picture.{}",
    "imports.refused.{}",
    "imports.sheet.{}",
    "imports.takes.{}",
    "requestStates.{}",
    "secondFactorKinds.{}",
    "mail.facts.{}",
    "diagnosis.{}",
    "repairStatus.{}",
    "roles.{}",
    "filters.{}",
    "help.{}",
    "adding.{}",
    "resources.{}",
    "sections.{}",
    "records.{}",
    "titles.{}",
    "columns.{}",
    "actions.{}",
    "account.{}",
    "bulk.{}",
    "continue.{}.{}",
    "tabs.{}.{}",
    "status.{}.{}",
    "todo.{}.{}",
    "turn.{}.{}.others",
    "turn.{}.{}.yours",
    "{}.{}",
}


@cache
def trees() -> list[ast.Module]:
    paths = Path(portal_backend.__path__[0]).rglob("*.py")
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths if "migrations" not in path.parts]


def calls() -> Iterator[tuple[str, ast.expr]]:
    """The name of each function that takes a key, and the expression of the key."""
    for tree in trees():
        for node in ast.walk(tree):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in KEYS and len(node.args) > KEYS[name][0]:
                yield name, node.args[KEYS[name][0]]


def texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, with {} for what is only known when it runs."""
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)


def said_word_for_word() -> set[str]:
    found = {KEYS[name][1] + text for name, node in calls() for text in texts(node) if "{}" not in text}
    found.add("guards.undecided")  # what `undecided` says unless it is told otherwise
    return found | {f"guards.field.{key[7:]}" for key in found if key.startswith(("guards.un", "guards.items_un"))}


def built_from_validation() -> set[str]:
    """The table of pydantic's errors in api.field_word, and the codes that middleware gives to bare answers."""
    found: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == "field_word":
                pairs = [each.elts for each in ast.walk(node) if isinstance(each, ast.Tuple)]
                named = [first for first, second in pairs if not list(texts(second))]
                found |= {f"errors.field.{text}" for first in named for text in texts(first)}
            if isinstance(node, ast.FunctionDef) and node.name == "_shaped":
                tables = [each for each in ast.walk(node) if isinstance(each, ast.Dict)]
                found |= {f"errors.{text}" for table in tables for value in table.values for text in texts(value)}
    return found


def sheets() -> list[Sheet]:
    modules = [
        importlib.import_module(each.name)
        for each in pkgutil.walk_packages(portal_backend.__path__, "portal_backend.")
        if each.name.endswith((".lists", ".administering", ".contacts", ".organisations", ".mail", ".sheets"))
    ]
    named = [value for module in modules for value in vars(module).values()]
    inside = [item for value in named if isinstance(value, tuple) for item in value]
    return [value for value in named + inside if isinstance(value, Sheet)]


def built_from_enumerations() -> set[str]:
    importlib.import_module("portal_backend.api")  # kinds of mail register themselves where they are written
    named = sheets()  # their modules register the processes
    found = {f"roles.{role.value}" for role in Role} | {f"kinds.{kind}" for kind, _ in KINDS}
    found |= {f"approval.{key}" for key in Approval.values} | {f"diagnosis.{key}" for key in Diagnosis.values}
    found |= {f"repairStatus.{key}" for key in RepairStatus.values}
    found |= {f"predefinedKinds.{key}" for key, _ in PREDEFINED_KINDS}
    found |= {f"contactMethods.{key}" for key in CONTACT_METHODS}
    found |= {f"languages.{key}" for key in LANGUAGES}
    found |= {f"events.{key}" for key in Event.values}
    found |= {f"mailStates.{key}" for key in MailState.values}
    found |= {f"imports.refused.{key}" for key in REFUSALS}
    found |= {f"imports.picture.{key}" for key in REASONS}
    found |= {f"imports.sheet.{key}" for key in ("column", "needed", "takes", "choices")}
    found |= {f"imports.takes.{key}" for key in get_args(FieldKind)} | {f"resources.{name}" for name in TARGETS}
    found |= {f"importStates.{key}" for key in State.values}
    found |= {f"requestStates.{key}" for key in RequestStatus.values}
    found |= {f"secondFactorKinds.{kind}" for _, kind in CHANGES}
    found |= {f"mailActions.{each.key}" for each in OCCASIONS.values() if each.type == "SINGLE"}
    for letter in LETTERS.values():
        found |= {f"mail.{letter.key}.{part}" for part in ("subject", "text", "reason")}
        found |= {f"mail.{letter.key}.button"} if letter.linked else set()
        found |= {f"mail.facts.{fact}" for fact in letter.facts}
    found |= {"account.locked", "account.unlocked", f"tabs.{HISTORY}"}
    found |= {f"actions.{key}" for key in ("set_status", "delete", "change_service")}
    for kind, process in PROCESSES.items():
        found |= {f"tabs.{kind}.{tab}" for tab in process.tabs if tab != HISTORY}
        found |= {f"actions.{edit.key}" for edit in process.edits} | {f"status.{kind}.{NONE}"}
        for step in process.steps:
            found |= {f"status.{kind}.{step.status}", f"turn.{kind}.{step.status}.others"}
            if not step.terminal:
                found |= {f"{group}.{kind}.{step.status}" for group in ("todo", "continue")}
                found.add(f"turn.{kind}.{step.status}.yours")
    for sheet in named:
        # a list that has neither screen, export nor form of its own is never named
        if not isinstance(sheet, Resource) or sheet.export or sheet.route or sheet.form:
            found.add(f"resources.{sheet.name}")
            found |= {column.label_key for column in sheet.columns if column.shown}
        if isinstance(sheet, Resource) and sheet.create:
            found |= {f"records.{sheet.name}", "titles.add", "titles.edit"}
        if isinstance(sheet, Resource):
            found |= {f"filters.{each.key}" for each in sheet.filters if each.kind != "hidden"}
            found |= {f"bulk.{each.key}" for each in sheet.bulk}
        if isinstance(sheet, Resource) and sheet.form:
            found |= {f"columns.{each.column or each.key}" for each in sheet.form.fields}
            found |= {f"adding.{each.key}" for each in sheet.form.fields if each.kind == "texts"}
            found |= {f"help.{each.help}" for each in sheet.form.fields if each.help}
            found |= {f"sections.{each.label or each.key}" for each in sheet.form.sections}
            found |= {f"sections.{each.hint}" for each in sheet.form.sections if each.hint}
    return found


def test_every_key_that_the_server_uses_exists_and_none_is_left_over() -> None:
    used = said_word_for_word() | built_from_validation() | built_from_enumerations()
    known = set(catalogue("en"))
    assert sorted(used - known) == []
    assert sorted(known - used) == []


def test_every_way_of_building_a_key_is_known() -> None:
    shapes = {KEYS[name][1] + text for name, node in calls() for text in texts(node)}
    assert {shape for shape in shapes if "{}" in shape} <= BUILT


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, spanish = catalogue("en"), catalogue("es")
    assert english.keys() == spanish.keys()
    for key, text in english.items():
        other = spanish[key]
        assert text.strip()
        assert other.strip()
        assert (" || " in text) == (" || " in other), key
        assert sorted(set(re.findall(r"{\w*}", text))) == sorted(set(re.findall(r"{\w*}", other))), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_file(language: str) -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(pairs) == len(dict(pairs)), [key for key, _ in pairs]
        return dict(pairs)

    text = (settings.BASE_DIR / "locale" / language / "server.json").read_text(encoding="utf-8")
    json.loads(text, object_pairs_hook=once)


def test_words_are_said_in_the_language_of_the_moment() -> None:
    later = Word("guards.undecided", {"count": 1})
    assert str(later) == "1 unit is not decided yet"
    assert word("guards.undecided", count=0) == "0 units are not decided yet"
    with translation.override("es"):
        assert str(later) == "1 unidad aún no tiene decisión"
        assert word("guards.undecided", count=2) == "2 unidades aún no tienen decisión"
        assert choices("roles", ["CLIENT"]) == [{"key": "CLIENT", "name": "Cliente"}]
    with translation.override("fr"):
        assert current_language() == "en"
    with pytest.raises(KeyError):
        word("errors.no_such_word")


def test_a_text_of_a_user_in_a_word_is_left_alone() -> None:
    assert word("errors.field.max_length", value="{count} %s") == "At most {count} %s characters"
