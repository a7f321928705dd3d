"""Role matrix: every role at every call in every status of every request type."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.caller import Caller
from tests.contract.entries import ENTRIES
from tests.contract.matrix import Matrix, judge

pytestmark = [pytest.mark.thorough, pytest.mark.dealt]

CELLS = [(kind, status) for kind, entry in ENTRIES.items() for status in entry.table]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "status"), CELLS, ids=[f"{kind}-{status}" for kind, status in CELLS])
def test_role_matrix(kind: str, status: str, caller: Caller, record_property: Callable[[str, Any], None]) -> None:
    matrix = Matrix(caller, ENTRIES[kind], status)
    judge(matrix)
    record_property("cells of the role matrix", matrix.cells)
    assert not matrix.wrong, f"{len(matrix.wrong)} of {matrix.cells} cells:\n" + "\n".join(matrix.wrong)
