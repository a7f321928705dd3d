"""Spectrum files (ANSI N42.42): instrument, measurements and matching parts."""
