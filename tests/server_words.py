"""Which words the server says: collected from its syntax tree, and built again from its enumerations."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import portal_backend
from portal_backend.audit.models import Event
from portal_backend.base.actor import Role
from portal_backend.base.words import LANGUAGES
from portal_backend.catalogue.models import PREDEFINED_KINDS
from portal_backend.factors.letters import CHANGES
from portal_backend.imports.models import State
from portal_backend.imports.pictures import REASONS
from portal_backend.imports.reading import REFUSALS
from portal_backend.imports.sandbox.encodings import CHOICES
from portal_backend.joining.models import RequestStatus
from portal_backend.notifications.letters import LETTERS
from portal_backend.notifications.matrix import OCCASIONS
from portal_backend.notifications.models import MailState
from portal_backend.notifications.telling import REMARK_READERS
from portal_backend.operations.describing import OBJECT_TYPES
from portal_backend.remote_support.schemas import CONTACT_METHODS
from portal_backend.repairs.models import Approval, ArrivalState, Diagnosis, RepairStatus
from portal_backend.resources.field import FieldKind
from portal_backend.resources.resource import Resource, Sheet
from portal_backend.resources.targets import TARGETS
from portal_backend.shipping.models import Battery, CheckSource
from portal_backend.spectra.documents import Reason
from portal_backend.workflow.models import KINDS
from portal_backend.workflow.process import HISTORY, HOLDERS, NONE, PROCESSES

# which argument of a call is a word's key, and what stands before it
KEYS = {
    "Word": (0, ""),
    "word": (0, ""),
    "both": (0, ""),
    "wrong": (0, "errors.field."),
    "matches": (1, "errors.field."),
    "invalid_field": (1, "errors.field."),
    "Refusal": (1, "errors."),
    "_fail": (1, "errors."),
    "taken": (0, "errors."),
    "refuse_taken": (1, "errors."),
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
    "battery.{}",
    "found.{}",
    "remarks.{}",
    "checkSource.{}",
    "contactMethods.{}",
    "kinds.{}",
    "languages.{}",
    "mailActions.{}",
    "mail.{}.{}",
    "mailStates.{}",
    "importStates.{}",
    "events.{}",
    "imports.encodings.{}",
    "imports.picture.{}",
    "imports.refused.{}",
    "imports.sheet.{}",
    "imports.takes.{}",
    "spectra.refused.{}",
    "requestStates.{}",
    "secondFactorKinds.{}",
    "mail.facts.{}",
    "diagnosis.{}",
    "repairStatus.{}",
    "roles.{}",
    "holders.{}",
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
    """Every module of the server."""
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
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from texts(value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)


def said_word_for_word() -> set[str]:
    """The keys that the code says as they are."""
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
    """Every declared list."""
    modules = [
        importlib.import_module(each.name)
        for each in pkgutil.walk_packages(portal_backend.__path__, "portal_backend.")
        if each.name.endswith((".lists", ".administering", ".contacts", ".organisations", ".mail", ".sheets"))
    ]
    named = [value for module in modules for value in vars(module).values()]
    inside = [item for value in named if isinstance(value, tuple) for item in value]
    return [value for value in named + inside if isinstance(value, Sheet)]


def built_from_enumerations() -> set[str]:
    """The keys that the code builds of what it enumerates."""
    importlib.import_module("portal_backend.api")  # kinds of mail register themselves where they are written
    named = sheets()  # their modules register the processes
    found = {f"roles.{role.value}" for role in Role} | {f"holders.{each}" for each in HOLDERS}
    found |= {f"kinds.{kind}" for kind, _ in KINDS}
    found |= {f"approval.{key}" for key in Approval.values} | {f"diagnosis.{key}" for key in Diagnosis.values}
    found |= {f"repairStatus.{key}" for key in RepairStatus.values}
    found |= {f"found.{key}" for key in ArrivalState.values} | {f"remarks.{key}" for key in REMARK_READERS}
    found |= {f"battery.{key}" for key in Battery.values} | {f"checkSource.{key}" for key in CheckSource.values}
    found |= {f"predefinedKinds.{key}" for key, _ in PREDEFINED_KINDS}
    found |= {f"contactMethods.{key}" for key in CONTACT_METHODS}
    found |= {f"languages.{key}" for key in LANGUAGES}
    found |= {f"events.{key}" for key in Event.values}
    found |= {f"objects.{key}" for key in OBJECT_TYPES}
    # what the activity log tells of a new user's organisation and of a rejection
    found |= {f"columns.{key}" for key in ("newClient", "newService", "reason")}
    found |= {f"mailStates.{key}" for key in MailState.values}
    found |= {f"imports.refused.{key}" for key in REFUSALS}
    found |= {f"imports.encodings.{key}" for key in (*CHOICES, "utf-8-sig", "utf-16-le", "utf-16-be")}
    found |= {f"imports.picture.{key}" for key in REASONS}
    found |= {f"spectra.refused.{key}" for key in get_args(Reason)}
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
    found |= {"missing.service", "missing.clients"}
    found.add("columns.contactUser")  # for the activity log
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
