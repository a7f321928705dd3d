"""Instruments over the years: what was ever sent in under one serial number, and what came of it."""
