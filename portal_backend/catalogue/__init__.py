"""Parts catalogue, predefined services, check points and mail settings."""
