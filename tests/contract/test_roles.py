"""Role matrix: every role at every call in every status of every request type."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api_client import ApiClient
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.role_matrix import RoleMatrix, check_matrix

pytestmark = [pytest.mark.thorough, pytest.mark.split]

CASES = [(kind, status) for kind, entry in PROCESS_SPECS.items() for status in entry.table]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "status"), CASES, ids=[f"{kind}-{status}" for kind, status in CASES])
def test_role_matrix(kind: str, status: str, caller: ApiClient, record_property: Callable[[str, Any], None]) -> None:
    matrix = RoleMatrix(caller, PROCESS_SPECS[kind], status)
    check_matrix(matrix)
    record_property("cells of the role matrix", matrix.cell_count)
    assert not matrix.failures, f"{len(matrix.failures)} of {matrix.cell_count} cells:\n" + "\n".join(matrix.failures)
