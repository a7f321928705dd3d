"""Repairs: process, diagnostics, goods receipt, instruments, shipping documents."""
