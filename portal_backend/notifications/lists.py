"""What users wrote about the portal, as administrators read it."""

from django.db.models import QuerySet

from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.base.actor import EVERYBODY, Actor, Roles
from portal_backend.base.folding import matching_any
from portal_backend.notifications.models import Feedback
from portal_backend.resources.resource import Column, Resource

WRITERS: Roles = EVERYBODY


def _search(rows: QuerySet[Feedback], keyword: str, actor: Actor) -> QuerySet[Feedback]:
    return rows.filter(matching_any(keyword, "title", "content", "user__username", "page_name", "page_path"))


FEEDBACK = Resource(
    name="feedback",
    columns=(
        Column("id", "number", source="id", shown=False),
        Column("title", source="title"),
        Column("content", "longText", source="content", sort=None),
        Column("username", source="user__username"),
        Column("pageName", source="page_name"),
        Column("pagePath", source="page_path"),
        Column("createdAt", "datetime", source="created_at"),
    ),
    rows=lambda actor, parent: Feedback.objects.all(),
    readers=USER_ADMINS,
    search=_search,
    route="feedback",
    group="users",
    icon="feedback",
    export="feedback",
)
