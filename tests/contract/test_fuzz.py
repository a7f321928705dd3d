"""Fuzzing: any request is answered as the OpenAPI document says (security.md, 16).

Schemathesis generates valid and invalid requests from the document. `--fuzz N` sends N to each call, `--seed` repeats.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import SystemRandom
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.cache import cache as throttles
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from schemathesis import BaseSchema, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from portal_backend.config.api import api
from tests import factories
from tests.contract.process_specs import PROCESS_SPECS

pytestmark = [pytest.mark.thorough, pytest.mark.split]

# acceptance and rejection of data are tested elsewhere, since the document does not know which objects exist
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
AREAS = sorted({call["tags"][0] for calls in api.get_openapi_schema()["paths"].values() for call in calls.values()})


@cache
def document() -> BaseSchema:
    """Load the served document, with the whole server behind it."""
    return schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())


class Callers:
    """Callers and existing ids, since generated ids rarely exist."""

    def __init__(self) -> None:
        world = factories.world()
        self.ids = [world.part.pk, world.client.id, world.manager.id]
        for entry in PROCESS_SPECS.values():
            request = factories.request(entry.kind, world, next(iter(entry.table)))
            entry.add_nested_rows(request)
            target = entry.build_target(request)
            self.ids += [target.id, *(each for each in target.ids.values() if isinstance(each, int))]
        people = [world.admin, world.client, world.service, world.supervisor, world.manager, world.client2, None]
        plain = {"Accept-Encoding": "identity"}
        self.headers = st.sampled_from([{**plain, "Authorization": each.token} if each else plain for each in people])

    def aim(self, case: Case, number: int | None) -> None:
        """Replace generated ids in a case with existing ones."""
        for place in (case.path_parameters, case.query):
            for name, value in (place or {}).items():
                if number is not None and isinstance(value, int) and name.lower().endswith("id"):
                    place[name] = self.ids[number % len(self.ids)]


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """Prevent requests from closing the connection of the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_connection")
@pytest.mark.parametrize("area", AREAS)
def test_responses_conform_to_openapi_document(
    area: str, request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]
) -> None:
    given_seed, each = request.config.getoption("--seed"), request.config.getoption("--fuzz")
    seed = given_seed if given_seed is not None else SystemRandom().randrange(10**6)
    callers, wrong, counts = Callers(), list[str](), Counter[int]()

    def send(case: Case, headers: dict[str, str], number: int | None) -> None:
        callers.aim(case, number)
        (case.headers or {}).pop("Authorization", None)
        throttles.clear()
        with transaction.atomic():
            response = case.call(headers=headers)
            transaction.set_rollback(True)
        counts[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as failures:
            wrong.extend(
                f"{case.operation.label}: {failure.title} {failure.message}" for failure in failures.exceptions
            )

    for result in document().include(tag=area).get_all_operations():
        operation = result.ok()
        good, bad = operation.as_strategy(), operation.as_strategy(GenerationMode.NEGATIVE)
        number = st.none() | st.integers(0, 100)
        try:
            _build_settings(each, seed)(given(st.one_of(good, good, bad), callers.headers, number)(send))()
        except hypothesis.errors.Unsatisfiable:  # the operation has no invalid requests
            _build_settings(each, seed)(given(good, callers.headers, number)(send))()
    for status, number in counts.items():
        record_property(f"calls made up from the document, answered {status}", number)
    assert not wrong, f"--seed {seed}:\n" + "\n".join(sorted(set(wrong)))


def _build_settings(number: int, seed: int) -> Callable[[Any], Any]:
    settings = hypothesis.settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    return lambda test: hypothesis.seed(seed)(settings(test))
