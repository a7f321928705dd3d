"""Foundations that all apps share: errors, input types, databases, Redis, logging."""
