"""Every API call by which an administrator changes or exports data is audited."""

import pytest
from django.db import transaction

from portal_backend.audit.models import Entry
from portal_backend.base.actor import Role
from tests import factories
from tests.caller import Caller
from tests.contract.card_calls import EDIT_CONTACT, OWN_CARDS
from tests.contract.entries import ENTRIES
from tests.contract.registry import Call
from tests.contract.simple import Simple
from tests.contract.simple_calls import SIMPLE

pytestmark = pytest.mark.django_db
NOT_KEPT = {
    # calls about the user's own data
    "PUT /contacts/logout",
    "PUT /sessions/end",
    "PUT /notifications/seen",
    "POST /views",
    "PUT /support/request/feedback",
    "POST /setup/test-mail",
    "POST /files/upload",
    "POST /files/copy/{id}",
    "POST /second-factor/key",
    # calls that only read
    "POST /parts/fetch/service-categories",
    "POST /reports/general/search",
    "POST /reports/general/charts",
}
CHANGING = [
    call
    for call in (*SIMPLE, EDIT_CONTACT, *OWN_CARDS)
    if (call.verb != "GET" or call.path.startswith("/files/export/")) and Role.ADMIN in call.callers
]


def told(call: Simple | Call) -> str:
    """Return verb and path of a call, as NOT_AUDITED lists it."""
    return f"{call.verb} {call.path}"


def test_every_change_and_export_by_admin_is_audited(caller: Caller) -> None:
    here = factories.world()
    assert here.part
    missing = []
    for call in CHANGING:
        if told(call) in NOT_KEPT:
            continue
        with transaction.atomic():
            address, body, query = call.address(here), call.body(here), call.query(here)
            last = Entry.objects.order_by("pk").values_list("pk", flat=True).last() or 0
            assert caller.call(call.verb, address, here.admin, body=body, **query).status == 200, told(call)
            entries = Entry.objects.filter(pk__gt=last, username=here.admin.username, role="ADMIN")
            if not entries.filter(address="127.0.0.1").exclude(call="").exists():
                missing.append(told(call))
            transaction.set_rollback(True)
    assert not missing, ", ".join(missing)
    assert {told(call) for call in CHANGING} >= NOT_KEPT


@pytest.mark.parametrize("kind", ENTRIES)
def test_deleting_or_reassigning_request_is_audited(kind: str, caller: Caller) -> None:
    """Other changes of a service request are in its own history."""
    here, entry = factories.world(), ENTRIES[kind]
    for call in entry.calls:
        if call.effect in ("delete", "service"):
            request = factories.request(kind, here, next(iter(entry.table)))
            entry.equip(request)
            target = entry.aim(request)
            assert caller.call(call.verb, call.address(target), here.admin, **call.query(target)).status == 200
            entry_of_it = Entry.objects.latest("pk")
            assert (entry_of_it.about, entry_of_it.username) == (request.number, here.admin.username), call.name
