"""URL configuration of the API, the health checks and the metrics.

The interface is served by WhiteNoise.
"""

from django.urls import path

from portal_backend.config.api import api
from portal_backend.config.health import healthz, readyz
from portal_backend.operations.metrics import MetricsView

urlpatterns = [
    path("api/", api.urls),
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", MetricsView.as_view()),
]
