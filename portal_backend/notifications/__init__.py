"""Emails and inbox notifications."""
