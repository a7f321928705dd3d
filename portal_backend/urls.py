"""Addresses: the API and the two health checks; the interface is served by WhiteNoise."""

from django.urls import path

from portal_backend.api import api
from portal_backend.health import healthz, readyz

urlpatterns = [path("api/", api.urls), path("healthz", healthz), path("readyz", readyz)]
