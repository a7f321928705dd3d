"""Spectrum files (ANSI N42.42): what they tell of an instrument, and what they measured."""
