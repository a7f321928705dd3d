"""Everything that is declared is also wired, and only in `wiring.py`."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import portal_backend
from portal_backend.accounts.hooks import account_hooks
from portal_backend.config.api import FORMS, RESOURCES, api
from portal_backend.notifications.hooks import notification_hooks
from portal_backend.notifications.mail_rules import get_triggers
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES, MailTemplate
from portal_backend.resources.resource import Resource
from portal_backend.wiring import EXPORTED_TABLES
from portal_backend.workflow.hooks import workflow_hooks
from portal_backend.workflow.process import PROCESSES, Process

PACKAGE = Path(portal_backend.__file__).parent
REGISTRATIONS = {
    "register_processes",
    "register_templates",
    "register_imports",
    "register_form_import",
    "register_job_handler",
}
# exported by endpoints of their own
OTHER_EXPORTS = {"general_report", "import_wrong_rows"}


def iter_declarations() -> Iterator[Any]:
    """Iterate over the values of all modules, also inside of dictionaries and tuples."""
    for each in pkgutil.walk_packages(portal_backend.__path__, "portal_backend."):
        if ".migrations" in each.name or each.name.endswith(("__main__", "asgi", "worker", "child")):
            continue
        for value in vars(importlib.import_module(each.name)).values():
            yield value
            yield from value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()


def test_every_process_and_email_template_is_registered() -> None:
    declared = list(iter_declarations())
    assert {each.kind for each in declared if isinstance(each, Process)} == set(PROCESSES)
    assert {each.key for each in declared if isinstance(each, MailTemplate)} == set(MAIL_TEMPLATES)


def test_every_list_with_a_page_is_mounted() -> None:
    pages = {each.name for each in iter_declarations() if isinstance(each, Resource) and each.route}
    assert pages - {each.name for each in (*RESOURCES, *FORMS)} == set(), "add it to ADMIN_RESOURCES or config/lists.py"


def test_jobs_know_every_exported_table() -> None:
    methods = [each for path in api.get_openapi_schema()["paths"].values() for each in path.values()]
    ids = [each["operationId"] for each in methods]
    mounted = {each.removeprefix("export_") for each in ids if each.startswith("export_")}
    assert mounted | OTHER_EXPORTS == {name.replace("-", "_") for name in EXPORTED_TABLES}


def test_every_hook_is_set() -> None:
    for hooks in (account_hooks, workflow_hooks, notification_hooks):
        assert set(vars(hooks)) == set(type(hooks).__annotations__)


def test_mail_triggers_are_the_statuses_and_actions_of_the_processes() -> None:
    keys = {
        f"{kind}:{key}"
        for kind, process in PROCESSES.items()
        for key in (*(step.status for step in process.steps), *process.mail_actions)
    }
    assert set(get_triggers()) == keys


def test_only_wiring_registers() -> None:
    for path in PACKAGE.rglob("*.py"):
        calls = [each.func for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.Call)]
        registered = {each.id for each in calls if isinstance(each, ast.Name)} & REGISTRATIONS
        assert not registered or path.name in ("wiring.py", "import_targets.py"), f"{path} calls {registered}"


def test_only_one_app_has_start_up_code() -> None:
    with_ready = [path for path in PACKAGE.rglob("apps.py") if "def ready" in path.read_text()]
    assert with_ready == [PACKAGE / "apps.py"]
