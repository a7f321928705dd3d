"""App configuration of reports."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """App of the general report, the status periods and the forecasts."""

    name = "portal_backend.reports"

    def ready(self) -> None:
        """Register the tracker that records a status period for each transition."""
        from portal_backend.reports.status_periods import record_status_period
        from portal_backend.workflow.hooks import register_transition_hook

        register_transition_hook(record_status_period)
