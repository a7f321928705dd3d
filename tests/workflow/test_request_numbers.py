"""Numbers of requests: by kind and New York's year, without gaps or duplicates.

See contract 4.1.
"""

from datetime import UTC, datetime

import pytest
import time_machine

from portal_backend.workflow.models import NumberSequence, ServiceRequest
from tests import factories

pytestmark = pytest.mark.django_db


def number_at(here: factories.World, moment: datetime, kind: str = "REPAIR") -> str:
    with time_machine.travel(moment, tick=False):
        return factories.request(kind, here).number


def test_each_kind_has_its_own_sequence() -> None:
    here = factories.world()
    march = datetime(2026, 3, 1, tzinfo=UTC)
    numbers = [number_at(here, march, kind) for kind in ("REPAIR", "PARTS", "REPAIR", "REMOTE_SUPPORT", "PARTS")]
    assert numbers == ["R-2026-000001", "P-2026-000001", "R-2026-000002", "S-2026-000001", "P-2026-000002"]


def test_year_changes_at_midnight_in_new_york() -> None:
    """Midnight in New York is 05:00 UTC on January 1."""
    here = factories.world()
    assert number_at(here, datetime(2026, 12, 31, 23, 0, tzinfo=UTC)) == "R-2026-000001"
    assert number_at(here, datetime(2027, 1, 1, 4, 59, 59, tzinfo=UTC)) == "R-2026-000002"
    assert number_at(here, datetime(2027, 1, 1, 5, 0, tzinfo=UTC)) == "R-2027-000001"
    assert number_at(here, datetime(2027, 1, 1, 5, 1, tzinfo=UTC)) == "R-2027-000002"


def test_number_of_a_deleted_request_is_not_reused() -> None:
    here = factories.world()
    first = factories.repair(here)
    ServiceRequest.objects.filter(pk=first.pk).update(deleted_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert factories.repair(here).number != first.number


def test_number_exceeds_six_digits() -> None:
    here = factories.world()
    march = datetime(2026, 3, 1, tzinfo=UTC)
    NumberSequence.objects.create(kind="REPAIR", year=2026, last=999_999)
    assert number_at(here, march) == "R-2026-1000000"
