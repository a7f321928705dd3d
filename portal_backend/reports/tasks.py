"""Celery tasks that refresh forecasts; running one twice is harmless."""

from portal_backend.config.celery import app
from portal_backend.reports import forecasts

refresh_all_forecasts = app.task(name="forecasts.refresh_all", ignore_result=True)(forecasts.refresh_all_forecasts)
refresh_new_forecasts = app.task(name="forecasts.refresh_new", ignore_result=True)(forecasts.refresh_new_forecasts)
