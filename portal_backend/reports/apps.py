"""Reports."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """The app of the general report and the facts that it counts."""

    name = "portal_backend.reports"

    def ready(self) -> None:
        """Have each move kept as facts."""
        from portal_backend.reports.stays import keep
        from portal_backend.workflow.tracking import register_tracker

        register_tracker(keep)
