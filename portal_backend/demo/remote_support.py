"""Demo remote support requests: creation, and the work done in each status."""

from datetime import UTC, datetime, time

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import NEW_YORK
from portal_backend.demo.world import Plot, Row, Work, World, day_before, inline, part_id, person_of
from portal_backend.remote_support import actions
from portal_backend.remote_support.process import SUPPORT
from portal_backend.remote_support.schemas import SessionIn, SupportIn
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import Request


def create(scenario: Row, context: World, actor: Actor, now: datetime) -> Request:
    """Create a remote support request with the contact of the client's profile."""
    day = day_before(now, scenario["preferredDaysAgo"])
    preferred = datetime.combine(day, time.fromisoformat(scenario["preferredTime"]), NEW_YORK)
    body = {
        "title": scenario["title"],
        "description": scenario["description"],
        "specialSupport": scenario["specialSupport"],
        "preferredDate": preferred.astimezone(UTC).isoformat(),
        "preferredContactMethods": scenario["contactMethods"],
        "contact": person_of(actor),
        "partId": part_id(context, scenario["part"]) if "part" in scenario else None,
        "serialNumber": scenario.get("serialNumber", ""),
        "attachments": [inline(file) for file in scenario["attachments"]],
    }
    return actions.create_support(SupportIn.model_validate(body), actor=actor)


def decide(work: Work) -> None:
    """Save the supervisor's decision and comment (INITIAL)."""
    if work.scenario["initialApproval"]:
        actions.decide(work.request_id, work.scenario["initialApproval"], actor=work.actor)
    if work.scenario["comment"]:
        save_comment(SUPPORT, work.request_id, actor=work.actor, step="INITIAL", text=work.scenario["comment"])


def review(work: Work) -> None:
    """Save the sessions of the service (SERVICE_REVIEW)."""
    for session in work.scenario["sessions"]:
        body = {
            "durationInHours": session["durationInHours"],
            "completionDate": work.day(session["daysAgo"]),
            "summary": session["summary"],
        }
        actions.save_session(work.request_id, SessionIn.model_validate(body), actor=work.actor)


PLOT = Plot(SUPPORT, create, {"INITIAL": decide, "SERVICE_REVIEW": review})
