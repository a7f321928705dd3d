"""Part requests: process, items, packing and shipping documents."""
