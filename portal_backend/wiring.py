"""Everything that is connected across layers: registries and hooks.

`apps.py` calls `wire` at start-up of each process. The registries are PROCESSES, MAIL_TEMPLATES, IMPORT_TARGETS and
JOB_TYPES; the hooks let lower layers call functions of higher ones.
"""

from functools import partial

from portal_backend.accounts.hooks import account_hooks
from portal_backend.accounts.user_lists import CONTACTS, USER_FORM
from portal_backend.catalogue.admin_lists import ADMIN_RESOURCES
from portal_backend.config.lists import FORMS, RESOURCES
from portal_backend.core import text_search  # noqa: F401 - registers database functions
from portal_backend.exports.api import has_list_export
from portal_backend.exports.export_files import EXPORT_JOB_KIND, delete_export_files, index_tables, run_export
from portal_backend.imports.downloads import WRONG_ROWS
from portal_backend.imports.pipeline import JOB_KIND as IMPORT_JOB_KIND
from portal_backend.imports.pipeline import on_job_end, run_steps
from portal_backend.imports.user_import import build_user_import
from portal_backend.jobs.registry import register_job_handler
from portal_backend.mfa.enrollment import FACTOR_CHANGED_MAIL, FACTORS_RESET_MAIL
from portal_backend.notifications.feedback import FEEDBACK_TEMPLATE
from portal_backend.notifications.hooks import notification_hooks
from portal_backend.notifications.mail_templates import register_templates
from portal_backend.notifications.recipients import (
    DELIVERY_OVERDUE_TEMPLATE,
    FORMER_SERVICE_TEMPLATE,
    SERVICE_CHANGED_TEMPLATE,
    STATUS_CHANGED_TEMPLATE,
)
from portal_backend.operations.checklist import TEST_MAIL
from portal_backend.part_requests import lists as part_request_lists
from portal_backend.part_requests.process import PARTS
from portal_backend.registration.account_requests import (
    APPROVAL_MAIL,
    INVITATION_MAIL,
    RECEIPT_MAIL,
    REJECTION_MAIL,
    SUBMISSION_MAIL,
    send_invitation,
)
from portal_backend.registration.mails import EMAIL_CHANGED_MAIL, notify_former_address
from portal_backend.registration.password_reset import RESET_MAIL, USERNAMES_MAIL
from portal_backend.remote_support import lists as remote_support_lists
from portal_backend.remote_support.calendar import build_calendar_attachment
from portal_backend.remote_support.process import SUPPORT
from portal_backend.repairs import lists as repair_lists
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.unit_import import UNIT_FORM, UNIT_IMPORT, UNIT_IMPORT_NAME
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.reports.timeline import record_status_period
from portal_backend.resources.import_targets import register_form_import, register_imports
from portal_backend.workflow.hooks import workflow_hooks
from portal_backend.workflow.process import list_mail_triggers, register_processes

# tables that the export job can write; the lists among RESOURCES are exported as declared, all others by an endpoint
EXPORTED_TABLES = index_tables(
    (
        *(each for each in (*RESOURCES, *FORMS) if has_list_export(each)),
        repair_lists.HISTORY,
        *repair_lists.TAB_EXPORTS,
        part_request_lists.HISTORY_EXPORT,
        part_request_lists.DETAILS_EXPORT,
        remote_support_lists.HISTORY,
        GENERAL_REPORT,
        WRONG_ROWS,
    )
)


def wire() -> None:
    """Fill the registries and set the hooks."""
    # processes in the order of the interface; their statuses and actions are the mail triggers
    register_processes(REPAIR, SUPPORT, PARTS)
    notification_hooks.list_mail_triggers = list_mail_triggers

    # each new row of the history also records the time in the status before, for the reports
    workflow_hooks.on_transition = record_status_period

    # emails
    register_templates(
        STATUS_CHANGED_TEMPLATE,
        DELIVERY_OVERDUE_TEMPLATE,
        SERVICE_CHANGED_TEMPLATE,
        FORMER_SERVICE_TEMPLATE,
        FEEDBACK_TEMPLATE,
        SUBMISSION_MAIL,
        RECEIPT_MAIL,
        APPROVAL_MAIL,
        INVITATION_MAIL,
        REJECTION_MAIL,
        EMAIL_CHANGED_MAIL,
        RESET_MAIL,
        USERNAMES_MAIL,
        FACTOR_CHANGED_MAIL,
        FACTORS_RESET_MAIL,
        TEST_MAIL,
    )
    notification_hooks.attachment_providers = {SUPPORT.kind: build_calendar_attachment}
    account_hooks.notify_former_address = notify_former_address
    account_hooks.invite = send_invitation

    # imports: lists that declare import settings, users, and the units of a new repair
    register_imports(*ADMIN_RESOURCES)
    register_form_import(CONTACTS.name, USER_FORM, build_user_import(USER_FORM), CONTACTS)
    register_form_import(UNIT_IMPORT_NAME, UNIT_FORM, UNIT_IMPORT)

    # jobs
    register_job_handler(IMPORT_JOB_KIND, run_steps, on_end=on_job_end)
    register_job_handler(EXPORT_JOB_KIND, partial(run_export, EXPORTED_TABLES), cleanup=delete_export_files)
