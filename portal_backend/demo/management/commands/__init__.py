"""Management commands of the demo data."""
