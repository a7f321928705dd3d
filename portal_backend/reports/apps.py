"""App configuration of reports."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """App of the general report, the status periods and the forecasts."""

    name = "portal_backend.reports"
