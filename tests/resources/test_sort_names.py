"""Names that requests sort a list by."""

from django.db.models import F, Value

from portal_backend.resources.resource import Column


def test_column_with_expression_is_sorted_only_by_a_sort_expression() -> None:
    count = Column("units", source="units", expression=Value(1))
    assert count.sort_name is None
    assert Column("units", source="units", expression=Value(1), sort_expression=F("pk")).sort_name == "units"
    assert Column("units", source="units").sort_name == "units"
