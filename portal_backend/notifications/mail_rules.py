"""Mail rules: triggers with an on/off switch per role (contract section 7).

The triggers come from the processes, through a hook. This package does not import the workflow: categories and keys are
plain strings, and a new status of a process becomes a trigger without a change here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction

from portal_backend.audit.log import diff_values, record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import invalid
from portal_backend.core.translations import LazyMessage, translate
from portal_backend.notifications.hooks import notification_hooks
from portal_backend.notifications.models import MailRule
from portal_backend.notifications.schemas import RuleIn

RuleType = Literal["PROCESS", "SINGLE"]
ROLE_SWITCHES = {
    "isClient": ("client", Role.CLIENT),
    "isService": ("service", Role.SERVICE),
    "isSupervisor": ("supervisor", Role.SUPERVISOR),
    "isAdministrator": ("administrator", Role.ADMIN),
    "isSustainabilityManager": ("sustainability_manager", Role.SUSTAINABILITY_MANAGER),
}
RoleSwitches = dict[str, bool]


@dataclass(frozen=True)
class MailTrigger:
    """Status or action that emails can be sent for."""

    category: str
    key: str
    type: RuleType
    #: role whose action is required
    responsible_role: Role | None = None

    @property
    def id(self) -> str:
        """Identifier of the trigger in the API."""
        return f"{self.category}:{self.key}"

    @property
    def default_switches(self) -> RoleSwitches:
        """Default switches: on for the responsible role, and for CLIENT at each status."""
        enabled_roles = (self.responsible_role, Role.CLIENT) if self.type == "PROCESS" else (self.responsible_role,)
        return {name: role in enabled_roles for name, (_, role) in ROLE_SWITCHES.items()}


def get_triggers() -> dict[str, MailTrigger]:
    """Return all triggers by id."""
    return {each.id: each for each in notification_hooks.list_mail_triggers()}


def get_switches_by_trigger(occasions: Iterable[MailTrigger]) -> dict[MailTrigger, RoleSwitches]:
    """Return the switches of each trigger, as saved or by default."""
    rules = {(rule.category, rule.key): rule for rule in MailRule.objects.all()}
    return {each: _resolve_switches(each, rules.get((each.category, each.key))) for each in occasions}


def get_trigger_label(trigger: MailTrigger) -> str:
    """Return the name of a trigger in the current language."""
    if trigger.type == "PROCESS":
        return translate(f"status.{trigger.category}.{trigger.key}")
    return translate(f"mailActions.{trigger.key}")


def _resolve_switches(trigger: MailTrigger, rule: MailRule | None) -> RoleSwitches:
    if rule is None:
        return trigger.default_switches
    return {name: bool(getattr(rule, attribute)) for name, (attribute, _) in ROLE_SWITCHES.items()}


def serialize_mail_rules(categories: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """Serialize all mail rules by service category, in the order of the processes."""
    categories_with_rules = []
    switches_by_trigger = get_switches_by_trigger(get_triggers().values())
    for pk, key in categories:
        rows = [
            {
                "id": trigger.id,
                "processStatus" if trigger.type == "PROCESS" else "actionType": trigger.key,
                "label": get_trigger_label(trigger),
                **switches,
            }
            for trigger, switches in switches_by_trigger.items()
            if trigger.category == key
        ]
        if rows:
            categories_with_rules.append({"id": pk, "key": key, "name": translate(f"kinds.{key}"), "settings": rows})
    return categories_with_rules


@transaction.atomic
def save_rules(type_: RuleType, rows: Sequence[RuleIn], *, actor: Actor) -> None:
    """Save mail rules of one type; a null switch is off.

    Raises 400 for an unknown trigger or one of the other type.
    """
    triggers = get_triggers()
    problems: dict[str, LazyMessage] = {}
    for position, row in enumerate(rows):
        trigger = triggers.get(row.id)
        sent_key = row.process_status or row.action_type
        if trigger is None or trigger.type != type_ or (sent_key and sent_key != trigger.key):
            problems[f"settings.{position}.id"] = LazyMessage("errors.field.choice")
    if problems:
        raise invalid(problems)
    before = get_switches_by_trigger(triggers.values())
    for row in rows:
        trigger = triggers[row.id]
        values = {attribute: bool(getattr(row, f"is_{attribute}")) for attribute, _ in ROLE_SWITCHES.values()}
        MailRule.objects.update_or_create(category=trigger.category, key=trigger.key, defaults=values)
        after = {name: values[attribute] for name, (attribute, _) in ROLE_SWITCHES.items()}
        if changed := diff_values(before[trigger], after):
            record_event(
                AuditEvent.MAIL_RULES, trigger.id, actor=actor, object_ref=("mail-notification", None), changed=changed
            )
