"""What users think of the portal: kept with who wrote it and where, read by administrators alone (spec 1, 2.4)."""

import pytest
from django.test import override_settings

from portal_backend.notifications.models import Feedback
from tests import factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db
LEAVE = "/support/request/feedback"
WRITTEN = {"title": "Lento", "content": "La lista\ntarda mucho.", "pageName": "Ñandú", "pagePath": "/es/active-repairs"}


def test_is_kept_with_who_wrote_it_and_where(caller: Caller) -> None:
    here = factories.world()
    assert caller.put(LEAVE, WRITTEN, actor=here.client).ok is True
    [row] = caller.get("/api/rest/feedback", actor=here.admin).ok
    assert {key: row[key] for key in WRITTEN} == WRITTEN
    assert row["username"] == "client"
    assert row["createdAt"].endswith("Z")
    assert caller.get("/api/rest/feedback", actor=here.admin, filter='{"keyword": "ñANDÚ"}').ok == [row]
    assert caller.get("/api/rest/feedback", actor=here.admin, filter='{"keyword": "x"}').ok == []


def test_an_answer_that_was_lost_does_not_double_it(caller: Caller) -> None:
    here = factories.world()
    for _ in range(2):
        assert caller.put(LEAVE, WRITTEN, actor=here.service, headers={"Idempotency-Key": "once"}).ok is True
    assert Feedback.objects.count() == 1


@override_settings(FEEDBACKS_PER_HOUR=2)
def test_is_throttled_by_address(caller: Caller) -> None:
    here = factories.world()
    for person in (here.client, here.manager):
        assert caller.put(LEAVE, WRITTEN, actor=person).ok is True
    refused = caller.put(LEAVE, WRITTEN, actor=here.admin)
    assert refused.verdict == "429 TOO_MANY_REQUESTS"
    assert int(refused.headers["Retry-After"]) > 0
    assert Feedback.objects.count() == 2
