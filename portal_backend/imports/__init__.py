"""Import of spreadsheets."""
