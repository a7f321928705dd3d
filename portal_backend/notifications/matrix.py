"""The rows of the mail matrix: what the process tables register, with the switches that are set (contract section 7).

Notifications lie below the process kernel, so they know categories and keys as plain values: a new status is a new
row by itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction

from portal_backend.audit.models import Event
from portal_backend.audit.record import changes, record
from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import invalid
from portal_backend.base.words import Word, word
from portal_backend.notifications.models import MailRule
from portal_backend.notifications.schemas import RuleIn

RuleType = Literal["PROCESS", "SINGLE"]
SWITCHES = {
    "isClient": ("client", Role.CLIENT),
    "isService": ("service", Role.SERVICE),
    "isSupervisor": ("supervisor", Role.SUPERVISOR),
    "isAdministrator": ("administrator", Role.ADMIN),
    "isSustainabilityManager": ("sustainability_manager", Role.SUSTAINABILITY_MANAGER),
}
Switches = dict[str, bool]


@dataclass(frozen=True)
class MailTrigger:
    """Something that can be told by mail: entering a status, or an action. `acting` is the role that must act then."""

    category: str
    key: str
    type: RuleType
    acting: Role | None = None

    @property
    def id(self) -> str:
        """What a save names it by."""
        return f"{self.category}:{self.key}"

    @property
    def defaults(self) -> Switches:
        """The role whose action is required, and CLIENT at every status that it may see."""
        told = (self.acting, Role.CLIENT) if self.type == "PROCESS" else (self.acting,)
        return {name: role in told for name, (_, role) in SWITCHES.items()}


OCCASIONS: dict[str, MailTrigger] = {}


def register_occasions(occasions: Iterable[MailTrigger]) -> None:
    """Make occasions rows of the matrix."""
    OCCASIONS.update((each.id, each) for each in occasions)


def switches(occasion: MailTrigger) -> Switches:
    """Who gets a mail then, as set or by default."""
    return _switches(occasion, MailRule.objects.filter(category=occasion.category, key=occasion.key).first())


def switches_of(occasions: Iterable[MailTrigger]) -> dict[MailTrigger, Switches]:
    """Who gets a mail at each of these occasions, as set or by default."""
    rules = {(rule.category, rule.key): rule for rule in MailRule.objects.all()}
    return {each: _switches(each, rules.get((each.category, each.key))) for each in occasions}


def label(occasion: MailTrigger) -> str:
    """What a status or an action is called in the reader's language."""
    if occasion.type == "PROCESS":
        return word(f"status.{occasion.category}.{occasion.key}")
    return word(f"mailActions.{occasion.key}")


def _switches(occasion: MailTrigger, rule: MailRule | None) -> Switches:
    if rule is None:
        return occasion.defaults
    return {name: bool(getattr(rule, attribute)) for name, (attribute, _) in SWITCHES.items()}


def matrix(categories: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """The whole matrix, by service category (id and key) and in the order of the tables."""
    answer = []
    set_or_default = switches_of(OCCASIONS.values())
    for pk, key in categories:
        rows = [
            {
                "id": each.id,
                "processStatus" if each.type == "PROCESS" else "actionType": each.key,
                "label": label(each),
                **switches,
            }
            for each, switches in set_or_default.items()
            if each.category == key
        ]
        if rows:
            answer.append({"id": pk, "key": key, "name": word(f"kinds.{key}"), "settings": rows})
    return answer


@transaction.atomic
def save_rules(type_: RuleType, rows: Sequence[RuleIn], *, actor: Actor) -> None:
    """Set rows of one type; a null switch is off. Raises 400 for an unknown row, or one of the other type."""
    problems: dict[str, Word] = {}
    for position, row in enumerate(rows):
        occasion = OCCASIONS.get(row.id)
        named = row.process_status or row.action_type
        if occasion is None or occasion.type != type_ or (named and named != occasion.key):
            problems[f"settings.{position}.id"] = Word("errors.field.choice")
    if problems:
        raise invalid(problems)
    before = switches_of(OCCASIONS.values())
    for row in rows:
        occasion = OCCASIONS[row.id]
        values = {
            "client": bool(row.is_client),
            "service": bool(row.is_service),
            "supervisor": bool(row.is_supervisor),
            "administrator": bool(row.is_administrator),
            "sustainability_manager": bool(row.is_sustainability_manager),
        }
        MailRule.objects.update_or_create(category=occasion.category, key=occasion.key, defaults=values)
        told = {name: values[attribute] for name, (attribute, _) in SWITCHES.items()}
        if changed := changes(before[occasion], told):
            record(Event.MAIL_RULES, occasion.id, actor=actor, subject=("mail-notification", None), changed=changed)
