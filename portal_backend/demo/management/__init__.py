"""Management package of the demo data."""
