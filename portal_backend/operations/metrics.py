"""Prometheus metrics: HTTP requests of this process, states from the database."""

import hmac
import logging
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import Count, Min, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.django import PrometheusDjangoView
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

from portal_backend.core.logs import RECURRING
from portal_backend.notifications.models import Mail, MailEvent, MailState
from portal_backend.registration.models import AccountRequest
from portal_backend.workflow.models import ServiceRequest

log = logging.getLogger("portal.access")
HTTP_REQUESTS = Counter(
    "portal_http_requests", "HTTP requests by route, method and status", ["method", "route", "status"]
)
HTTP_REQUEST_SECONDS = Histogram(
    "portal_http_request_seconds",
    "Duration of HTTP requests in seconds",
    ["route"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10),
)
BEARER_PREFIX = "Bearer "
# label of undeclared routes, so that anonymous users cannot create time series
UNKNOWN_ROUTE = "unknown"


def metrics_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count each HTTP request, and log it if enabled (PORTAL_ACCESS_LOG)."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        response = get_response(request)
        seconds = time.perf_counter() - started
        route = request.resolver_match.route if request.resolver_match else UNKNOWN_ROUTE
        HTTP_REQUESTS.labels(request.method, route, response.status_code).inc()
        HTTP_REQUEST_SECONDS.labels(route).observe(seconds)
        log.info("call %s %s status=%s ms=%.1f", request.method, request.path, response.status_code, seconds * 1000)
        return response

    return middleware


class DatabaseCollector(Collector):
    """Collector of values that are read from the database at each scrape."""

    def describe(self) -> list[Metric]:
        """Describe nothing, so that registration does not read the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield whether the database is available and, if so, gauges of its states."""
        try:
            families = list(self._collect_families())
        except (OperationalError, InterfaceError) as error:
            # during a database outage the HTTP request metrics matter most
            log.warning("unavailable: %s", error, extra=RECURRING)
            families = []
        yield GaugeMetricFamily("portal_database_up", "1 where the database answers, else 0", value=int(bool(families)))
        yield from families

    @staticmethod
    def _collect_families() -> Iterator[Metric]:
        live = ServiceRequest.objects.filter(deleted_at=None)
        yield _build_gauge("portal_mails", "Mails by state", Mail.objects.all(), "state")
        yield _build_gauge("portal_service_requests", "Requests by kind and status", live, "kind", "status")
        yield _build_gauge(
            "portal_account_requests", "Account requests by state", AccountRequest.objects.all(), "status"
        )
        due = Mail.objects.filter(state__in=(MailState.WAITING, MailState.SENDING), next_attempt_at__lte=timezone.now())
        oldest_times = [rows.aggregate(oldest=Min("created_at"))["oldest"] for rows in (due, MailEvent.objects.all())]
        oldest = min((moment for moment in oldest_times if moment), default=timezone.now())
        age = GaugeMetricFamily("portal_oldest_due_mail_seconds", "How long the oldest mail that is due has waited")
        age.add_metric([], (timezone.now() - oldest).total_seconds())
        yield age


def _build_gauge(name: str, text: str, rows: QuerySet[Any], *by: str) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=by)
    for *keys, number in rows.order_by().values_list(*by).annotate(number=Count("*")):
        family.add_metric(keys, number)
    return family


# besides the counters of this process, also what the database holds
REGISTRY.register(DatabaseCollector())


class MetricsView(PrometheusDjangoView):
    """Metrics for clients that send PORTAL_METRICS_TOKEN.

    Responds 404 to all others, and if that setting is empty.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Check the token, and collect from all web processes if there are several."""
        token = settings.METRICS_TOKEN
        received_token = request.headers.get("Authorization", "").removeprefix(BEARER_PREFIX)
        if not token or not hmac.compare_digest(received_token.encode(), token.encode()):
            raise Http404
        if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            self.registry = CollectorRegistry()
            MultiProcessCollector(self.registry)  # type: ignore[no-untyped-call]
            self.registry.register(DatabaseCollector())
        return super().dispatch(request, *args, **kwargs)
