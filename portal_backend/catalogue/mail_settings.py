"""Admin form of the mail settings, one record per service category (spec 2, 2.5).

It belongs to the catalogue because of the service categories; its rows come from the registered processes.
"""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.catalogue.models import ServiceCategory
from portal_backend.catalogue.selectors import ADMINS
from portal_backend.core.actor import Actor
from portal_backend.core.responses import ApiResponse
from portal_backend.core.translations import build_choices, translate
from portal_backend.notifications.mail_rules import (
    ROLE_SWITCHES,
    MailTrigger,
    RoleSwitches,
    get_switches_by_trigger,
    get_trigger_label,
    get_triggers,
    save_rules,
    serialize_mail_rules,
)
from portal_backend.notifications.schemas import CategoryRules, RuleIn, RulesIn
from portal_backend.resources.field import Choices, FormField
from portal_backend.resources.form import Form, Values, update_only
from portal_backend.resources.resource import Column, Resource

SWITCHES_BY_ROLE = {role: name for name, (_, role) in ROLE_SWITCHES.items()}


def _select_service_categories(actor: Actor, parent: int | None) -> QuerySet[ServiceCategory]:
    """Select the service categories that emails are sent about."""
    return ServiceCategory.objects.filter(key__in={each.category for each in get_triggers().values()})


def _list_triggers(pk: int) -> list[MailTrigger]:
    key = ServiceCategory.objects.get(pk=pk).key
    return [trigger for trigger in get_triggers().values() if trigger.category == key]


def _list_trigger_choices(pk: int) -> Choices:
    """List the statuses and actions of a service category in process order."""
    return [{"key": trigger.key, "name": get_trigger_label(trigger)} for trigger in _list_triggers(pk)]


def _get_enabled_roles(switches: RoleSwitches) -> list[str]:
    return [role for role, name in SWITCHES_BY_ROLE.items() if switches[name]]


def _read_settings(pk: int, actor: Actor) -> Values:
    return {
        "settings": {
            each.key: _get_enabled_roles(switches)
            for each, switches in get_switches_by_trigger(_list_triggers(pk)).items()
        }
    }


def _save_settings(pk: int, values: Values, actor: Actor) -> int:
    """Save the rows that differ; rows that are left out stay unchanged."""
    roles_by_key: Mapping[str, list[str]] = values["settings"]
    triggers_by_key = {each.key: each for each in _list_triggers(pk)}
    before = get_switches_by_trigger(triggers_by_key.values())
    for type_ in ("PROCESS", "SINGLE"):
        changed = [
            RuleIn.model_validate(
                {"id": trigger.id, **{name: role in roles_by_key[key] for role, name in SWITCHES_BY_ROLE.items()}}
            )
            for key, trigger in triggers_by_key.items()
            if trigger.type == type_
            and key in roles_by_key
            and set(roles_by_key[key]) != set(_get_enabled_roles(before[trigger]))
        ]
        save_rules(type_, changed, actor=actor)
    return pk


MAIL_NOTIFICATION = Resource(
    name="mail-notification",
    columns=(
        Column("id", "number", source="id"),
        Column("name", value=lambda row, actor: translate(f"kinds.{row['key']}"), sort=None),
        Column("key", source="key"),
    ),
    rows=_select_service_categories,
    readers=ADMINS,
    default_sort=("id", "ASC"),
    form=Form(
        (
            FormField(
                "settings",
                "matrix",
                choices=lambda actor: build_choices("roles", list(SWITCHES_BY_ROLE)),
                get_row_choices=_list_trigger_choices,
            ),
        ),
        ADMINS,
        _read_settings,
        update_only(_save_settings),
        can_create=False,
    ),
)


router = Router(tags=["mail"])


@router.get("/mail/fetch", response=list[CategoryRules], auth=TokenAuth(ADMINS))
def fetch_rules(request: HttpRequest) -> ApiResponse:
    """Return the mail settings by service category."""
    return ApiResponse(serialize_mail_rules(list(ServiceCategory.objects.order_by("pk").values_list("pk", "key"))))


@router.post("/mail/save", response=bool, auth=TokenAuth(ADMINS))
def post_rules(request: HttpRequest, data: RulesIn) -> ApiResponse:
    """Save mail settings."""
    save_rules(data.type, data.settings, actor=get_actor(request))
    return ApiResponse(True)
