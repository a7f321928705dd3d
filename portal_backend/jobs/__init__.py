"""Job queue for long-running work."""
