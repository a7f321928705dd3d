"""Django's PostgreSQL backend with timeouts for unresponsive servers."""
