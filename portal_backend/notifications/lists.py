"""Lists for administrators: feedback and emails."""

from typing import Any

from portal_backend.accounts.selectors import USER_ADMINS
from portal_backend.core.actor import ALL_ROLES, Actor, Roles
from portal_backend.core.mail import has_mail_server
from portal_backend.core.translations import build_choices
from portal_backend.notifications.mail_templates import render_subject
from portal_backend.notifications.models import Feedback, Mail, MailState
from portal_backend.notifications.outbox import get_mail, resend_mail
from portal_backend.resources.field import EDIT, FormField
from portal_backend.resources.filters import build_keyword_search
from portal_backend.resources.form import Form, Values, update_only
from portal_backend.resources.resource import BulkAction, Column, Resource, Row
from portal_backend.resources.state_columns import build_state_column, build_state_filter

STATE_MESSAGE_PREFIX = "mailStates"
#: Shown instead of SENT without a mail server.
SAVED_STATE = "SAVED"
PORTAL_USERS: Roles = ALL_ROLES


FEEDBACK_LIST = Resource(
    name="feedback",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column("title", source="title"),
        Column("content", "longText", source="content", sort=None),
        Column("username", source="user__username"),
        Column("pageName", source="page_name"),
        Column("pagePath", source="page_path"),
        Column("createdAt", "datetime", source="created_at"),
    ),
    rows=lambda actor, parent: Feedback.objects.all(),
    readers=USER_ADMINS,
    search=build_keyword_search("title", "content", "user__username", "page_name", "page_path"),
    route="feedback",
    menu_group="settings",
    icon="feedback",
    export_name="feedback",
)


def _get_shown_state(state: str) -> str:
    return SAVED_STATE if state == MailState.SENT and not has_mail_server() else state


def _list_settable_states(actor: Actor) -> list[dict[str, str]]:
    return build_choices(STATE_MESSAGE_PREFIX, [MailState.WAITING])


def _read_mail(pk: int, actor: Actor) -> Values:
    return {"state": get_mail(pk).state}


def _save_mail(pk: int, values: Values, actor: Actor) -> int:
    """Send an email again if its state is set to WAITING; other states are ignored."""
    if values["state"] == MailState.WAITING:
        resend_mail(pk, actor=actor)
    return pk


def _get_subject(row: Row, actor: Actor) -> Any:
    return render_subject(row["template"], row["values"])


MAILS = Resource(
    name="mails",
    columns=(
        Column("id", "number", source="id", in_interface=False),
        Column("createdAt", "datetime", source="created_at", heading_key="mailCreatedAt"),
        Column("to", source="to"),
        Column("subject", "longText", value=_get_subject, sort=None),
        build_state_column("state", STATE_MESSAGE_PREFIX, heading_key="deliveryState", get_shown=_get_shown_state),
        # Hidden by default: mostly 1, the time of creation, and empty, so recipient and subject have the room.
        Column("attempts", "number", source="attempts", hidden_by_default=ALL_ROLES),
        Column("sentAt", "datetime", source="sent_at", hidden_by_default=ALL_ROLES),
        Column("error", "longText", source="error", sort=None, hidden_by_default=ALL_ROLES),
    ),
    rows=lambda actor, parent: Mail.objects.all(),
    readers=USER_ADMINS,
    extra_sources=("template", "values"),
    search=build_keyword_search("to", "reference", "user__username", "error"),
    filters=(build_state_filter("state", STATE_MESSAGE_PREFIX, MailState.values, get_shown=_get_shown_state),),
    route="mails",
    menu_group="email",
    icon="outbox",
    export_name="mails",
    form=Form(
        (FormField("state", "choice", choices=_list_settable_states, heading_key="deliveryState", modes=EDIT),),
        USER_ADMINS,
        _read_mail,
        update_only(_save_mail),
        can_create=False,
    ),
    bulk_actions=(BulkAction("sendAgain", {"state": MailState.WAITING.value}),),
)
