"""The one gate to requests: who sees which, and at what cost (contract section 2)."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal
from portal_backend.workflow.models import Origin, Request
from portal_backend.workflow.scope import covers, get_readable, in_scope, locked, scope
from tests import factories
from tests.factories import Person, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


def seen_by(person: Person, here: World) -> set[str]:
    return set(in_scope(person.actor).values_list("client__name", flat=True))


def test_each_sees_the_requests_of_the_own_organisations_alone(here: World) -> None:
    own, others = factories.repair(here), factories.repair(here, by=here.client2)
    both = {own.client.name, others.client.name}
    for everybody in (here.admin, here.supervisor):
        assert seen_by(everybody, here) == both
    for one in (here.client, here.client_mate, here.service, here.manager):
        assert seen_by(one, here) == {own.client.name}
    assert seen_by(here.client2, here) == seen_by(here.service2, here) == {others.client.name}


def test_what_covers_says_of_a_request_is_what_a_query_says(here: World) -> None:
    own, others = factories.repair(here), factories.repair(here, by=here.client2)
    for person in (*here.one_of_each_role.values(), here.client2, here.service2):
        for each in (own, others):
            found = in_scope(person.actor).filter(pk=each.pk).exists()
            assert covers(person.actor, each.client_id, each.service_id) is found, (person.username, each.number)


def test_what_is_deleted_is_out_of_everybodys_scope(here: World) -> None:
    repair = factories.repair(here)
    made = factories.request("REMOTE_SUPPORT", here)
    Origin.objects.create(request=repair, source=made)
    Request.objects.filter(pk=repair.pk).update(deleted_at=repair.created_at)
    for person in here.one_of_each_role.values():
        assert not in_scope(person.actor, "REPAIR").exists()
        assert not Origin.objects.filter(scope(person.actor, "request__")).exists()
    assert Origin.objects.filter(scope(here.client.actor, "source__")).exists()
    assert not Origin.objects.filter(scope(here.client2.actor, "source__")).exists()


@pytest.mark.parametrize("read", [get_readable, locked])
def test_one_is_found_by_its_own_kind_in_scope(read: Callable[[Actor, str | None, int], Request], here: World) -> None:
    repair = factories.repair(here)
    assert read(here.client.actor, "REPAIR", repair.pk) == read(here.service.actor, None, repair.pk) == repair
    for actor, kind, pk in (
        (here.client.actor, "PARTS", repair.pk),
        (here.client2.actor, "REPAIR", repair.pk),
        (here.client.actor, "REPAIR", repair.pk + 1),
    ):
        with pytest.raises(Refusal) as refused:
            read(actor, kind, pk)
        assert refused.value.status == 404


def test_a_request_comes_with_whom_it_concerns_and_without_what_it_is_searched_by(here: World) -> None:
    repair = factories.repair(here)
    with CaptureQueriesContext(connection) as queries:
        found = get_readable(here.client.actor, "REPAIR", repair.pk)
        names = (found.client.name, found.service.name, found.created_by.username)
    assert names == (repair.client.name, repair.service.name, "client")
    assert len(queries) == 1
    assert found.get_deferred_fields() == {"search_text", "search_lines"}
