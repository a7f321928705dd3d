"""Users, organizations, sessions and roles."""
