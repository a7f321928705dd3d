"""App configuration of reports."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """App of the general report, the status periods and the forecasts."""

    name = "portal_backend.reports"

    def ready(self) -> None:
        """Register the tracker that records a status period for each transition."""
        from portal_backend.reports.stays import keep
        from portal_backend.workflow.tracking import register_tracker

        register_tracker(keep)
