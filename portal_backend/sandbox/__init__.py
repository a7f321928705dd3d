"""Runs parsers of strangers' files in processes of their own, within limits of memory, time and output.

`runner` is the portal's half, `child` that of the process, which knows nothing of the portal, not even Django.
"""
