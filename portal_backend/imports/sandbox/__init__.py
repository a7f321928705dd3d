"""Reads files of strangers in a process of its own, within limits: it knows nothing of the portal, not even Django."""
