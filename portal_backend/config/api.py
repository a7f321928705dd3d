"""API root: all routers, all list resources, the error handler and /meta."""

import logging

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import IntegrityError
from django.http import Http404, HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from ninja import Router
from ninja.errors import HttpError, ValidationError
from redis.exceptions import RedisError

from portal_backend.accounts.actions import update_language
from portal_backend.accounts.admin_api import router as users
from portal_backend.accounts.api import router as accounts
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.models import User
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.catalogue.admin_api import router as catalogue_admin
from portal_backend.catalogue.api import router as catalogue
from portal_backend.catalogue.mail_settings import router as mail
from portal_backend.config.lists import FORMS, RESOURCES
from portal_backend.config.meta import Meta, get_redirects, list_pages
from portal_backend.core.actor import ALL_ROLES, Role
from portal_backend.core.countries import list_country_choices
from portal_backend.core.databases import is_unavailable
from portal_backend.core.errors import ApiError, invalid_input, is_disk_full, not_found, stale, too_large, unavailable
from portal_backend.core.logs import RECURRING
from portal_backend.core.openapi import DocumentedAPI, cache_document
from portal_backend.core.responses import ApiResponse, StrictJsonParser
from portal_backend.core.translations import build_choices, get_current_language
from portal_backend.core.types import MAX_NOTE_LENGTH
from portal_backend.exports.api import mount_list_export
from portal_backend.exports.api import router as exports
from portal_backend.files.api import router as files
from portal_backend.imports.api import router as imports
from portal_backend.instruments.api import router as instruments
from portal_backend.mfa.api import router as factors
from portal_backend.notifications.api import router as feedback
from portal_backend.operations.api import router as operations
from portal_backend.part_requests.api import router as part_requests
from portal_backend.part_requests.schemas import MAX_QUANTITY
from portal_backend.registration.api import router as registration
from portal_backend.remote_support.api import router as remote_support
from portal_backend.remote_support.schemas import CONTACT_METHODS
from portal_backend.repairs.api import router as repairs
from portal_backend.repairs.models import ArrivalState, Diagnosis, RepairStatus
from portal_backend.reports.api import router as reports
from portal_backend.resources.meta import resource_to_meta
from portal_backend.resources.rest import mount_rest
from portal_backend.saved_views.api import build_views_router
from portal_backend.saved_views.lists import get_default_views
from portal_backend.shipping.models import Battery, CheckSource
from portal_backend.shipping.schemas import MAX_PACKAGES
from portal_backend.spectra.api import router as spectra
from portal_backend.workflow.api import router as workflow
from portal_backend.workflow.models import Approval
from portal_backend.workflow.presenter import list_statuses
from portal_backend.workflow.process import PROCESSES, TIMELINE_PARTIES

log = logging.getLogger("portal.api")

api = DocumentedAPI(
    title="Service portal",
    version="1",
    parser=StrictJsonParser(),
    docs_url="/docs",
    openapi_url="/openapi.json",
    urls_namespace="api",
    docs_decorator=cache_document,
)
for router in (
    accounts,
    factors,
    users,
    registration,
    catalogue,
    catalogue_admin,
    mail,
    feedback,
    workflow,
    repairs,
    part_requests,
    remote_support,
    reports,
    files,
    exports,
    imports,
    instruments,
    spectra,
    operations,
):
    api.add_router("/v1", router)

rest_router, spreadsheet_router = Router(tags=["lists"]), Router(tags=["spreadsheets"])
for resource in (*RESOURCES, *FORMS):
    mount_rest(rest_router, resource, TokenAuth, idempotent)
    mount_list_export(spreadsheet_router, resource)
meta_router = Router(tags=["interface"])


@meta_router.get("/meta", response=Meta, auth=TokenAuth(ALL_ROLES))
def get_meta(request: HttpRequest) -> ApiResponse:
    """Return everything the caller's role may list, choose and send."""
    actor = get_actor(request)
    user = User.objects.get(pk=actor.user_id)
    update_language(user, get_current_language())
    return ApiResponse(
        {
            "role": actor.role,
            "user": {"username": user.username, "firstName": user.first_name, "lastName": user.last_name},
            "missing": ["clients"] if actor.client_ids == frozenset() and actor.service_ids == frozenset() else [],
            "resources": [
                resource_to_meta(resource, actor) for resource in (*RESOURCES, *FORMS) if actor.role in resource.readers
            ],
            "defaultViews": get_default_views((*RESOURCES, *FORMS), actor),
            "pages": list_pages(actor, (*RESOURCES, *FORMS)),
            "redirects": get_redirects(actor),
            "statuses": {kind: list_statuses(process) for kind, process in PROCESSES.items()},
            "choices": {
                "roles": build_choices("roles", [role.value for role in Role]),
                "kinds": build_choices("kinds", list(PROCESSES)),
                "heldBy": build_choices("holders", [str(party) for party in TIMELINE_PARTIES]),
                "approval": build_choices("approval", Approval.values),
                "diagnosticStatus": build_choices("diagnosis", Diagnosis.values),
                "contactMethods": build_choices("contactMethods", CONTACT_METHODS),
                "repairStatus": build_choices("repairStatus", RepairStatus.values),
                "battery": build_choices("battery", Battery.values),
                "found": build_choices("found", ArrivalState.values),
                "checkSource": build_choices("checkSource", CheckSource.values),
                "countries": list_country_choices(),
            },
            "limits": {
                "attachmentCount": settings.MAX_ATTACHMENTS,
                "attachmentBytes": settings.MAX_ATTACHMENT_BYTES,
                "imageBytes": settings.MAX_INLINE_BYTES,
                "units": settings.MAX_REPAIR_UNITS,
                "quantity": MAX_QUANTITY,
                "packages": MAX_PACKAGES,
                "comment": MAX_NOTE_LENGTH,
                "note": MAX_NOTE_LENGTH,
            },
        }
    )


# resources without a page have no saved views
saved_views_router = build_views_router(each for each in (*RESOURCES, *FORMS) if each.route)
for path, router in (
    ("/rest", meta_router),
    ("/rest", rest_router),
    ("/v1", spreadsheet_router),
    ("/v1", saved_views_router),
):
    api.add_router(path, router)


def _is_constraint_conflict(error: IntegrityError) -> bool:
    """Return whether a foreign key or unique constraint failed.

    Violations of other constraints are bugs.
    """
    cause = error.__cause__
    state, name = getattr(cause, "sqlstate", ""), getattr(cause, "sqlite_errorname", "")
    return state in ("23503", "23505") or name in ("SQLITE_CONSTRAINT_FOREIGNKEY", "SQLITE_CONSTRAINT_UNIQUE")


def to_api_error(error: Exception) -> ApiError | None:
    """Convert an exception to an ApiError, or return None if it is a bug."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, ValidationError):
        return invalid_input(error.errors)
    if isinstance(error, Http404):
        return not_found()
    if isinstance(error, RequestDataTooBig):
        return too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    if isinstance(error, HttpError | SuspiciousOperation | UnreadablePostError | MultiPartParserError):
        return ApiError(400, "VALIDATION")
    if isinstance(error, IntegrityError) and _is_constraint_conflict(error):
        # Raised at commit: a referenced row was deleted, or a unique value was taken, in the meantime.
        log.error("constraint violation: %s", error)
        return stale()
    if is_unavailable(error) or isinstance(error, RedisError | BotoCoreError | ClientError):
        log.error("unavailable: %s", error, extra=RECURRING)
        return unavailable()
    if is_disk_full(error):
        log.error("disk full: %s", error, extra=RECURRING)
        return unavailable(60)
    return None


def handle_error(request: HttpRequest, raised: Exception | type[Exception]) -> ApiResponse:
    """Handle every exception: known errors as such, bugs as 500 with the request id.

    The log has the traceback of a bug under the same id.
    """
    error = raised if isinstance(raised, Exception) else raised()
    api_error = to_api_error(error)
    if api_error is None:
        request_id = request.META.get("portal.request_id", "")
        log.error("internal error request=%s %s %s", request_id, request.method, request.path, exc_info=error)
        api_error = ApiError(500, "SERVER_ERROR", extra={"requestId": request_id})
    return api_error.to_response()


for family in (Exception, ApiError, ValidationError, HttpError, Http404):
    api.add_exception_handler(family, handle_error)
