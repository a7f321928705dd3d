"""API endpoints of the setup checklist."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Wire
from portal_backend.operations import checklist

router = Router(tags=["setup"])


class ChecklistStep(Wire):
    """Step of the setup checklist."""

    key: str
    #: page on which the step is done
    path: str
    #: number of missing items; 0 if the step is done
    open: int


@router.get("/setup/checklist", response=list[ChecklistStep], auth=Gate(USER_ADMINS))
def fetch_checklist(request: HttpRequest) -> Answer:
    """Return the setup steps, done or not, in the order to do them."""
    return Answer(checklist.steps(actor_of(request)))


@router.post("/setup/test-mail", response=bool, auth=Gate(USER_ADMINS))
def post_test_mail(request: HttpRequest) -> Answer:
    """Send a test email to the user's own address."""
    checklist.send_test_mail(actor_of(request))
    return Answer(True)
