"""Every API call by which an administrator changes or exports data is audited."""

import pytest
from django.db import transaction

from portal_backend.audit.models import AuditEntry
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient
from tests.contract.calls import Call
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.profile_calls import EDIT_CONTACT_CALL, OWN_PROFILE_CALLS
from tests.contract.standalone_call import StandaloneCall
from tests.contract.standalone_calls import STANDALONE_CALLS

pytestmark = [pytest.mark.django_db, pytest.mark.split]
NOT_AUDITED = {
    # calls about the user's own data
    "PUT /contacts/logout",
    "PUT /sessions/end",
    "PUT /notifications/seen",
    "PUT /notifications/seen/request",
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
AUDITED_CALLS = [
    call
    for call in (*STANDALONE_CALLS, EDIT_CONTACT_CALL, *OWN_PROFILE_CALLS)
    if (call.verb != "GET" or call.path.startswith("/files/export/")) and Role.ADMIN in call.allowed_roles
]


def describe_call(call: StandaloneCall | Call) -> str:
    """Return verb and path of a call, as NOT_AUDITED lists it."""
    return f"{call.verb} {call.path}"


def test_every_change_and_export_by_admin_is_audited(caller: ApiClient) -> None:
    here = factories.world()
    assert here.part
    missing = []
    for call in AUDITED_CALLS:
        if describe_call(call) in NOT_AUDITED:
            continue
        with transaction.atomic():
            address, body, query = call.build_path(here), call.body(here), call.query(here)
            last = AuditEntry.objects.order_by("pk").values_list("pk", flat=True).last() or 0
            assert caller.call(call.verb, address, here.admin, body=body, **query).status == 200, describe_call(call)
            entries = AuditEntry.objects.filter(pk__gt=last, username=here.admin.username, role="ADMIN")
            if not entries.filter(ip_address="127.0.0.1").exclude(request_id="").exists():
                missing.append(describe_call(call))
            transaction.set_rollback(True)
    assert not missing, ", ".join(missing)
    assert {describe_call(call) for call in AUDITED_CALLS} >= NOT_AUDITED


@pytest.mark.parametrize("kind", PROCESS_SPECS)
def test_deleting_or_reassigning_request_is_audited(kind: str, caller: ApiClient) -> None:
    """Other changes of a service request are in its own history."""
    here, entry = factories.world(), PROCESS_SPECS[kind]
    for call in entry.calls:
        if call.effect in ("delete", "service"):
            request = factories.request(kind, here, next(iter(entry.table)))
            entry.add_nested_rows(request)
            target = entry.build_target(request)
            assert caller.call(call.verb, call.build_path(target), here.admin, **call.query(target)).status == 200
            entry_of_it = AuditEntry.objects.latest("pk")
            assert (entry_of_it.object_repr, entry_of_it.username) == (request.number, here.admin.username), call.name
