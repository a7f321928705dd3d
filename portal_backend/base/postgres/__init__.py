"""Django's PostgreSQL backend, for servers that fall silent."""
