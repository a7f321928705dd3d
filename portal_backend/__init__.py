"""The service-tracking portal's server."""
