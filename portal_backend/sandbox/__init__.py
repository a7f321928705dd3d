"""Parsing of untrusted files in separate processes with limited resources.

`runner` is the side of the portal, `child` that of the process, which imports neither Django nor any application.
"""
