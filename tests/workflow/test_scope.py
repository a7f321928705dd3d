"""Access scope of requests, and the number of queries (contract section 2)."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError
from portal_backend.workflow.models import RequestLink, ServiceRequest
from portal_backend.workflow.scope import can_see, get_locked, get_readable, in_scope, scope
from tests import factories
from tests.factories import Person, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


def seen_by(person: Person, here: World) -> set[str]:
    return set(in_scope(person.actor).values_list("client__name", flat=True))


def test_users_see_only_requests_of_their_organizations(here: World) -> None:
    own, others = factories.repair(here), factories.repair(here, by=here.client2)
    both = {own.client.name, others.client.name}
    for user in (here.admin, here.supervisor):
        assert seen_by(user, here) == both
    for user_of_one in (here.client, here.client_mate, here.service, here.manager):
        assert seen_by(user_of_one, here) == {own.client.name}
    assert seen_by(here.client2, here) == seen_by(here.service2, here) == {others.client.name}


def test_scope_check_without_query_equals_the_query(here: World) -> None:
    own, others = factories.repair(here), factories.repair(here, by=here.client2)
    for person in (*here.one_of_each_role.values(), here.client2, here.service2):
        for each in (own, others):
            found = in_scope(person.actor).filter(pk=each.pk).exists()
            assert can_see(person.actor, each.client_id, each.service_id) is found, (person.username, each.number)


def test_deleted_request_is_out_of_scope_for_all_roles(here: World) -> None:
    repair = factories.repair(here)
    support = factories.request("REMOTE_SUPPORT", here)
    RequestLink.objects.create(request=repair, source=support)
    ServiceRequest.objects.filter(pk=repair.pk).update(deleted_at=repair.created_at)
    for person in here.one_of_each_role.values():
        assert not in_scope(person.actor, "REPAIR").exists()
        assert not RequestLink.objects.filter(scope(person.actor, "request__")).exists()
    assert RequestLink.objects.filter(scope(here.client.actor, "source__")).exists()
    assert not RequestLink.objects.filter(scope(here.client2.actor, "source__")).exists()


@pytest.mark.parametrize("read", [get_readable, get_locked])
def test_reads_a_request_by_kind_within_scope(
    read: Callable[[Actor, str | None, int], ServiceRequest], here: World
) -> None:
    repair = factories.repair(here)
    assert read(here.client.actor, "REPAIR", repair.pk) == read(here.service.actor, None, repair.pk) == repair
    for actor, kind, pk in (
        (here.client.actor, "PARTS", repair.pk),
        (here.client2.actor, "REPAIR", repair.pk),
        (here.client.actor, "REPAIR", repair.pk + 1),
    ):
        with pytest.raises(ApiError) as error:
            read(actor, kind, pk)
        assert error.value.status == 404


def test_reads_parties_in_one_query_and_defers_search_text(here: World) -> None:
    repair = factories.repair(here)
    with CaptureQueriesContext(connection) as queries:
        found = get_readable(here.client.actor, "REPAIR", repair.pk)
        names = (found.client.name, found.service.name, found.created_by.username)
    assert names == (repair.client.name, repair.service.name, "client")
    assert len(queries) == 1
    assert found.get_deferred_fields() == {"search_text", "search_display"}
