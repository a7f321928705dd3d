"""All lists and forms of the interface."""

from portal_backend.accounts.organization_lists import CARDS
from portal_backend.accounts.user_lists import CONTACTS, PROFILE
from portal_backend.catalogue.admin_lists import ADMIN_RESOURCES
from portal_backend.catalogue.mail_settings import MAIL_NOTIFICATION
from portal_backend.imports.lists import IMPORTS
from portal_backend.instruments.lists import INSTRUMENTS
from portal_backend.notifications.lists import FEEDBACK_LIST, MAILS
from portal_backend.operations.lists import AUDIT_LOG
from portal_backend.part_requests import lists as part_request_lists
from portal_backend.registration.lists import ACCOUNT_REQUESTS
from portal_backend.remote_support import lists as remote_support_lists
from portal_backend.repairs import lists as repair_lists
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.workflow import lists as workflow_lists

# All lists in the order of the navigation. Each gets its endpoints, its exports and its entry in /meta from this tuple,
# so a new list only needs its declaration and a line here.
RESOURCES = (
    workflow_lists.ACTION_REQUIRED_LIST,
    repair_lists.ACTIVE_REPAIRS,
    repair_lists.CLOSED_REPAIRS,
    part_request_lists.PART_REQUESTS,
    remote_support_lists.REMOTE_SUPPORT,
    INSTRUMENTS,
    repair_lists.HISTORY,
    part_request_lists.HISTORY,
    remote_support_lists.HISTORY,
    GENERAL_REPORT,
    CONTACTS,
    ACCOUNT_REQUESTS,
    FEEDBACK_LIST,
    MAILS,
    IMPORTS,
    *ADMIN_RESOURCES,
    AUDIT_LOG,
)
# forms without a list page of their own: the cards of a user, the email settings
FORMS = (PROFILE, *CARDS, MAIL_NOTIFICATION)
