"""The full run splits tests between the two databases.

Together the halves are all tests; no test that is marked or uses no database runs twice.
"""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems


class FakeItem:
    """Minimal test item with the attributes that the split uses."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.markers = [{"django_db"}, {"django_db", "split"}, set[str]()][number % 3]
        self.fixturenames = ["request", "db"] if number % 6 == 5 else ["request"]
        self.nodeid = f"tests/test_all.py::test_{'ab'[number % 2]}[{number}]"

    def get_closest_marker(self, name: str) -> object | None:
        """Return a marker if the item has it."""
        return object() if name in self.markers else None


def select_test_numbers(half: str | None) -> list[int]:
    """Return the numbers of the tests that one half runs."""
    items: list[Any] = [FakeItem(number) for number in range(20)]
    left_out: list[Any] = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items[:]))
    pytest_collection_modifyitems(SimpleNamespace(getoption=lambda _: half, hook=hook), items)  # type: ignore[arg-type]
    assert len(items) + len(left_out) == 20
    return [item.number for item in items]


def test_halves_split_marked_tests_and_tests_without_database() -> None:
    first, second = set(select_test_numbers("first")), set(select_test_numbers("second"))
    assert first | second == set(range(20))
    assert first & second == {number for number in range(20) if number % 3 == 0 or number % 6 == 5}
    assert abs(len(first) - len(second)) <= 1


def test_runs_all_tests_in_order_without_half_option() -> None:
    assert select_test_numbers(None) == list(range(20))


@pytest.mark.parametrize("half", ["first", "second"])
def test_half_keeps_test_order(half: str) -> None:
    assert select_test_numbers(half) == sorted(select_test_numbers(half))
