"""The copy of the contract's tables is current, and every process is specified."""

import pytest

from portal_backend.workflow.process import PROCESSES
from tests.contract import contract_tables
from tests.contract.process_specs import PROCESS_SPECS


def test_copy_equals_contract() -> None:
    if not contract_tables.CONTRACT_FILE.exists():
        pytest.skip("the contract does not lie beside this checkout: its copy in tables.md is tested against")
    copy = contract_tables.TABLES_COPY.read_text(encoding="utf-8")
    contract = contract_tables.extract_tables(contract_tables.CONTRACT_FILE.read_text(encoding="utf-8"))
    assert copy.endswith(contract), (
        "tables.md is behind the contract: write contract_tables.extract_tables(contract) into it"
    )


def test_every_process_has_specification() -> None:
    assert set(PROCESS_SPECS) == set(PROCESSES), (
        "add the kind to tests/contract/process_specs.py and tests/request_builders.py"
    )


@pytest.mark.parametrize("kind", PROCESS_SPECS)
def test_process_equals_contract_table(kind: str) -> None:
    process = PROCESSES[kind]
    table = PROCESS_SPECS[kind].table
    assert [step.status for step in process.steps] == list(table)
    for step in process.steps:
        row = table[step.status]
        assert step.tab == row.tab
        assert step.responsible_role == row.responsible_role
        assert step.allowed_roles == row.allowed_roles
        assert step.is_terminal == row.terminal
        if isinstance(step.next, str):
            assert {step.next} == row.next_statuses
