"""Message keys that the server uses, collected from its source and enumerations."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import portal_backend
from portal_backend.audit.models import AuditEvent
from portal_backend.catalogue.models import PREDEFINED_SERVICE_KINDS
from portal_backend.core.actor import Role
from portal_backend.core.translations import LANGUAGES
from portal_backend.imports.models import State
from portal_backend.imports.pictures import NOT_AN_IMAGE
from portal_backend.imports.sandbox.encodings import SELECTABLE_ENCODINGS
from portal_backend.mfa.enrollment import CHANGE_MESSAGES
from portal_backend.notifications.lists import SAVED_STATE
from portal_backend.notifications.mail_rules import get_triggers
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES
from portal_backend.notifications.models import MailState
from portal_backend.notifications.recipients import REMARK_READERS
from portal_backend.operations.lists import OBJECT_TYPES
from portal_backend.registration.models import AccountRequestStatus
from portal_backend.remote_support.schemas import CONTACT_METHODS
from portal_backend.repairs.models import Approval, ArrivalState, Diagnosis, RepairStatus
from portal_backend.resources.field import FieldKind
from portal_backend.resources.import_targets import IMPORT_TARGETS
from portal_backend.resources.resource import Resource, Table
from portal_backend.shipping.models import Battery, CheckSource
from portal_backend.spectra.xml_reader import UnreadableReason
from portal_backend.workflow.models import REQUEST_KIND_CHOICES
from portal_backend.workflow.process import HISTORY_TAB, NO_STATUS, PROCESSES, TIMELINE_PARTIES

# reasons why the parsers reject a file, and why a picture is rejected
REJECTION_REASONS = (
    "broken",
    "empty",
    "encrypted",
    "gone",
    "no_spreadsheet",
    "page",
    "too_large",
    "too_many_columns",
    "too_many_pictures",
    "too_many_rows",
    "too_slow",
    "unpacked",
    "zip_broken",
    "zip_encrypted",
    "zip_names",
    "zip_nested",
    "zip_too_many",
    "zip_unpacked",
)
PICTURE_ERRORS = ("broken", NOT_AN_IMAGE, "kind", "several", "size")
# functions that take a message key: index of its argument, and prefix of the key
KEY_ARGUMENTS = {
    "LazyMessage": (0, ""),
    "translate": (0, ""),
    "get_bilingual": (0, ""),
    "field_error": (0, "errors.field."),
    "match_pattern": (1, "errors.field."),
    "invalid_field": (1, "errors.field."),
    "ApiError": (1, "errors."),
    "_mark_failed": (1, "errors."),
    "name_taken": (0, "errors."),
    "ensure_unique": (1, "errors."),
    "_require_done": (3, "guards."),
    "check_items_finished": (4, "guards."),
    "check_items_decided": (4, "guards."),
}
DYNAMIC_KEY_SHAPES = {
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
    "mail.fields.{}",
    "diagnosis.{}",
    "repairStatus.{}",
    "roles.{}",
    "holders.{}",
    "filters.{}",
    "help.{}",
    "adding.{}",
    "choosing.{}",
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
    "turn.{}.{}.ready",
    "turn.{}.{}.yours",
    "{}.{}",
}


@cache
def parse_modules() -> list[ast.Module]:
    """Parse all modules of the server."""
    paths = Path(portal_backend.__path__[0]).rglob("*.py")
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths if "migrations" not in path.parts]


def iterate_key_arguments() -> Iterator[tuple[str, ast.expr]]:
    """Yield each function that takes a message key, with the key's expression."""
    for tree in parse_modules():
        for node in ast.walk(tree):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in KEY_ARGUMENTS and len(node.args) > KEY_ARGUMENTS[name][0]:
                yield name, node.args[KEY_ARGUMENTS[name][0]]


def iterate_texts(node: ast.expr) -> Iterator[str]:
    """Yield the possible values of an expression, with {} for parts known at run time."""
    if isinstance(node, ast.IfExp):
        yield from iterate_texts(node.body)
        yield from iterate_texts(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from iterate_texts(value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)


def collect_literal_keys() -> set[str]:
    """Return the keys that appear literally in the code."""
    keys = {
        KEY_ARGUMENTS[name][1] + text
        for name, node in iterate_key_arguments()
        for text in iterate_texts(node)
        if "{}" not in text
    }
    keys.add("guards.undecided")  # default message of `check_items_decided`
    return keys | {f"guards.field.{key[7:]}" for key in keys if key.startswith(("guards.un", "guards.items_un"))}


def collect_validation_keys() -> set[str]:
    """Return the keys of validation errors and of errors added by middleware.

    They are in tables of `build_field_message` and `_build_error_response`.
    """
    keys: set[str] = set()
    for tree in parse_modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == "build_field_message":
                pairs = [each.elts for each in ast.walk(node) if isinstance(each, ast.Tuple)]
                keyed = [first for first, second in pairs if not list(iterate_texts(second))]
                keys |= {f"errors.field.{text}" for first in keyed for text in iterate_texts(first)}
            if isinstance(node, ast.FunctionDef) and node.name == "_build_error_response":
                tables = [each for each in ast.walk(node) if isinstance(each, ast.Dict)]
                keys |= {
                    f"errors.{text}" for table in tables for value in table.values for text in iterate_texts(value)
                }
    return keys


def list_tables() -> list[Table]:
    """Return all declared tables."""
    modules = [
        importlib.import_module(each.name)
        for each in pkgutil.walk_packages(portal_backend.__path__, "portal_backend.")
        if each.name.endswith((".lists", ".admin_lists", ".contacts", ".cards", ".mail_settings", ".downloads"))
    ]
    values = [value for module in modules for value in vars(module).values()]
    items = [item for value in values if isinstance(value, tuple) for item in value]
    return [value for value in values + items if isinstance(value, Table)]


def collect_enumerated_keys() -> set[str]:
    """Return the keys that are built from enumerations."""
    tables = list_tables()
    keys = {f"roles.{role.value}" for role in Role} | {f"holders.{each}" for each in TIMELINE_PARTIES}
    keys |= {f"kinds.{kind}" for kind, _ in REQUEST_KIND_CHOICES}
    keys |= {f"approval.{key}" for key in Approval.values} | {f"diagnosis.{key}" for key in Diagnosis.values}
    keys |= {f"repairStatus.{key}" for key in RepairStatus.values}
    keys |= {f"found.{key}" for key in ArrivalState.values} | {f"remarks.{key}" for key in REMARK_READERS}
    keys |= {f"battery.{key}" for key in Battery.values} | {f"checkSource.{key}" for key in CheckSource.values}
    keys |= {f"predefinedKinds.{key}" for key, _ in PREDEFINED_SERVICE_KINDS}
    keys |= {f"contactMethods.{key}" for key in CONTACT_METHODS}
    keys |= {f"languages.{key}" for key in LANGUAGES}
    keys |= {f"events.{key}" for key in AuditEvent.values}
    keys |= {f"objects.{key}" for key in OBJECT_TYPES}
    # for the activity log: organization of a new user, reason of a rejection
    keys |= {f"columns.{key}" for key in ("newClient", "newService", "reason")}
    keys |= {f"mailStates.{key}" for key in (*MailState.values, SAVED_STATE)}
    keys |= {f"imports.refused.{key}" for key in REJECTION_REASONS}
    keys |= {f"imports.encodings.{key}" for key in (*SELECTABLE_ENCODINGS, "utf-8-sig", "utf-16-le", "utf-16-be")}
    keys |= {f"imports.picture.{key}" for key in PICTURE_ERRORS}
    keys |= {f"spectra.refused.{key}" for key in get_args(UnreadableReason)}
    keys |= {f"imports.sheet.{key}" for key in ("column", "needed", "takes", "choices")}
    keys |= {f"imports.takes.{key}" for key in get_args(FieldKind)} | {f"resources.{name}" for name in IMPORT_TARGETS}
    keys |= {f"importStates.{key}" for key in State.values}
    keys |= {f"requestStates.{key}" for key in AccountRequestStatus.values}
    keys |= {f"secondFactorKinds.{kind}" for _, kind in CHANGE_MESSAGES}
    keys |= {f"mailActions.{each.key}" for each in get_triggers().values() if each.type == "SINGLE"}
    for template in MAIL_TEMPLATES.values():
        keys |= {f"mail.{template.key}.{part}" for part in ("subject", "text", "reason")}
        keys |= {f"mail.{template.key}.button"} if template.has_button else set()
        keys |= {f"mail.fields.{fact}" for fact in template.fields}
    keys |= {"missing.service", "missing.clients"}
    keys.add("columns.contactUser")  # for the activity log
    keys |= {"account.locked", "account.unlocked", f"tabs.{HISTORY_TAB}"}
    keys |= {f"actions.{key}" for key in ("set_status", "delete", "change_service")}
    for kind, process in PROCESSES.items():
        keys |= {f"tabs.{kind}.{tab}" for tab in process.tabs if tab != HISTORY_TAB}
        keys |= {f"actions.{edit.key}" for edit in process.edits} | {f"status.{kind}.{NO_STATUS}"}
        for step in process.steps:
            keys |= {f"status.{kind}.{step.status}", f"turn.{kind}.{step.status}.others"}
            if not step.is_terminal:
                keys |= {f"{group}.{kind}.{step.status}" for group in ("todo", "continue")}
                keys.add(f"turn.{kind}.{step.status}.yours")
            if step.can_be_incomplete:
                keys.add(f"turn.{kind}.{step.status}.ready")
    for table in tables:
        # a list without a page, export or form is never named
        if not isinstance(table, Resource) or table.export_name or table.route or table.form:
            keys.add(f"resources.{table.name}")
            keys |= {column.label_key for column in table.columns if column.in_interface}
        if isinstance(table, Resource) and table.create_route:
            keys |= {f"records.{table.name}", "titles.add", "titles.edit"}
        if isinstance(table, Resource):
            keys |= {each.label_key or f"filters.{each.key}" for each in table.filters if each.kind != "hidden"}
            keys |= {f"bulk.{each.key}" for each in table.bulk_actions}
        if isinstance(table, Resource) and table.form:
            keys |= {f"columns.{each.heading_key or each.key}" for each in table.form.fields}
            keys |= {f"adding.{each.key}" for each in table.form.fields if each.kind == "texts"}
            keys |= {f"choosing.{each.key}" for each in table.form.fields if each.kind == "choice"}
            keys |= {f"help.{each.help}" for each in table.form.fields if each.help}
            keys |= {f"sections.{each.label or each.key}" for each in table.form.sections}
            keys |= {f"sections.{each.hint}" for each in table.form.sections if each.hint}
    return keys
