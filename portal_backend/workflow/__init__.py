"""Processes of service requests: statuses, transitions, scope, lists and search."""
