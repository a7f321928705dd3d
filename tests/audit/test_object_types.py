"""The activity log knows every type of object that events refer to."""

import ast
from pathlib import Path
from typing import get_args

from portal_backend.catalogue.admin_lists import ADMIN_RESOURCES
from portal_backend.operations.lists import OBJECT_TYPES
from portal_backend.workflow.models import RequestKind

PACKAGE = Path(__file__).resolve().parents[2] / "portal_backend"


def list_object_types(source: str) -> set[str]:
    """List the object types that a module names in its `object_ref` arguments."""
    tree = ast.parse(source)
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "object_ref"]
    names = {value.id for value in values if isinstance(value, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets = {each.id for each in node.targets if isinstance(each, ast.Name)}
            values += [node.value] if targets & names else []
    firsts = [value.elts[0] for value in values if isinstance(value, ast.Tuple)]
    return {str(first.value) for first in firsts if isinstance(first, ast.Constant)}


def test_activity_log_links_every_type_of_object() -> None:
    used = set().union(*(list_object_types(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")))
    assert {"contacts", "clients", "imports", "account-requests"} <= used, "types are found in the code"
    declared = {each.name for each in ADMIN_RESOURCES if each.form is not None}
    missing = (used | declared | set(get_args(RequestKind))) - OBJECT_TYPES.keys()
    assert not missing, "add the page of these objects to OBJECT_TYPES in portal_backend/operations/lists.py"
