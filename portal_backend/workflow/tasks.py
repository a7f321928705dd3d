"""What is done about requests beside the calls; running one twice does no harm."""

from portal_backend.celery import app
from portal_backend.workflow.telling import remind_of_overdue_deliveries

remind_of_overdue = app.task(name="requests.remind", ignore_result=True)(remind_of_overdue_deliveries)
