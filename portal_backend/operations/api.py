"""API endpoints of the setup checklist."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.selectors import USER_ADMINS
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import ResponseModel
from portal_backend.operations import checklist

router = Router(tags=["setup"])


class SetupProblem(ResponseModel):
    """Problem of a setup step."""

    key: str
    #: page on which the problem is solved
    path: str
    #: number of affected items
    count: int


class ChecklistStep(ResponseModel):
    """Step of the setup checklist."""

    key: str
    #: page of what the step sets up
    path: str
    #: none if the step is done
    problems: list[SetupProblem]


@router.get("/setup/checklist", response=list[ChecklistStep], auth=TokenAuth(USER_ADMINS))
def fetch_checklist(request: HttpRequest) -> ApiResponse:
    """Return the setup steps, done or not, in the order to do them."""
    return ApiResponse(checklist.get_checklist(get_actor(request)))


@router.post("/setup/test-mail", response=bool, auth=TokenAuth(USER_ADMINS))
def post_test_mail(request: HttpRequest) -> ApiResponse:
    """Send a test email to the user; false if it is only saved as a file."""
    return ApiResponse(checklist.send_test_mail(get_actor(request)))
