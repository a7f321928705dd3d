"""Lists and forms declared as data."""
