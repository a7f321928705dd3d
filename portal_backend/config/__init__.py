"""Configuration of the project: settings, URLs and entry points."""
