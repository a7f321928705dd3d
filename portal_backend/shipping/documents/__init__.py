"""Shipping documents as one PDF (docs/decisions/0043).

Texts are in the user's language and in English.
"""
