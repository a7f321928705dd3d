"""Server of the service portal."""
