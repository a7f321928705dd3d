"""Management package of operations."""
