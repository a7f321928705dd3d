"""Management commands of operations."""
