"""Exports of lists and tabs as spreadsheets."""
