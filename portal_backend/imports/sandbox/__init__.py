"""Parsers of untrusted files, which run in a separate process within limits.

Imports nothing of the portal's applications, not even Django.
"""
