"""Endpoints of the mail settings (contract 6.6), one tab per service category."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.catalogue.lists import ADMINS
from portal_backend.catalogue.models import ServiceCategory
from portal_backend.notifications.matrix import matrix, save_rules
from portal_backend.notifications.schemas import CategoryRules, RulesIn

router = Router(tags=["mail"])


@router.get("/mail/fetch", response=list[CategoryRules], auth=Gate(ADMINS))
def fetch_rules(request: HttpRequest) -> Answer:
    """Return the mail settings by service category."""
    return Answer(matrix(list(ServiceCategory.objects.order_by("pk").values_list("pk", "key"))))


@router.post("/mail/save", response=bool, auth=Gate(ADMINS))
def post_rules(request: HttpRequest, data: RulesIn) -> Answer:
    """Save mail settings."""
    save_rules(data.type, data.settings, actor=actor_of(request))
    return Answer(True)
