"""The calls of setting up a portal."""

from django.http import HttpRequest
from ninja import Router

from portal_backend.accounts.lists import USER_ADMINS
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Wire
from portal_backend.operations import checklist

router = Router(tags=["setup"])


class ChecklistStep(Wire):
    """A step of setting up: `path` is where it is done, `open` how many things are missing (0: it is done)."""

    key: str
    path: str
    open: int


@router.get("/setup/checklist", response=list[ChecklistStep], auth=Gate(USER_ADMINS))
def fetch_checklist(request: HttpRequest) -> Answer:
    """The steps of setting up the portal, done or not, in the order to do them."""
    return Answer(checklist.steps(actor_of(request)))


@router.post("/setup/test-mail", response=bool, auth=Gate(USER_ADMINS))
def post_test_mail(request: HttpRequest) -> Answer:
    """Send a test email to the caller's own address."""
    checklist.send_test_mail(actor_of(request))
    return Answer(True)
