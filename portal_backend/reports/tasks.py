"""Celery tasks that refresh forecasts; running one twice is harmless."""

from portal_backend.celery import app
from portal_backend.reports import paces

foresee_all = app.task(name="requests.foresee_all", ignore_result=True)(paces.foresee_all)
foresee_new = app.task(name="requests.foresee_new", ignore_result=True)(paces.foresee_new)
