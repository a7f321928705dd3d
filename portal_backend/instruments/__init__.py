"""Instruments: all repairs of one serial number, their outcomes and costs."""
