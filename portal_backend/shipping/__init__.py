"""Shipping data that repairs and part requests share, and shipping documents."""
