"""The copy of the contract's tables is current, and every process is specified."""

import pytest

from portal_backend.workflow.process import PROCESSES
from tests.contract import tables
from tests.contract.entries import ENTRIES


def test_copy_equals_contract() -> None:
    if not tables.CONTRACT.exists():
        pytest.skip("the contract does not lie beside this checkout: its copy in tables.md is tested against")
    copy = tables.COPY.read_text(encoding="utf-8")
    contract = tables.extract(tables.CONTRACT.read_text(encoding="utf-8"))
    assert copy.endswith(contract), "tables.md is behind the contract: write tables.extract(contract) into it"


def test_every_process_has_specification() -> None:
    assert set(ENTRIES) == set(PROCESSES), "add the kind to tests/contract/entries.py and tests/walks.py"


@pytest.mark.parametrize("kind", ENTRIES)
def test_process_equals_contract_table(kind: str) -> None:
    process = PROCESSES[kind]
    table = ENTRIES[kind].table
    assert [step.status for step in process.steps] == list(table)
    for step in process.steps:
        row = table[step.status]
        assert step.tab == row.tab
        assert step.waits_for == row.waits_for
        assert step.movers == row.movers
        assert step.terminal == row.terminal
        if isinstance(step.next, str):
            assert {step.next} == row.next
