"""Demo remote support requests: creation, and the work done in each status."""

from datetime import UTC, datetime, time

from portal_backend.core.actor import Actor
from portal_backend.core.clock import NEW_YORK
from portal_backend.demo.scenarios import (
    DemoContext,
    FixtureRow,
    ScenarioScript,
    StatusWork,
    build_inline_file,
    get_date_before,
    get_part_id,
    get_profile_contact,
)
from portal_backend.remote_support import actions
from portal_backend.remote_support.process import SUPPORT
from portal_backend.remote_support.schemas import SessionIn, SupportIn
from portal_backend.workflow.actions import save_comment
from portal_backend.workflow.models import ServiceRequest


def create(scenario: FixtureRow, context: DemoContext, actor: Actor, now: datetime) -> ServiceRequest:
    """Create a remote support request with the contact of the client's profile."""
    day = get_date_before(now, scenario["preferredDaysAgo"])
    preferred = datetime.combine(day, time.fromisoformat(scenario["preferredTime"]), NEW_YORK)
    body = {
        "title": scenario["title"],
        "description": scenario["description"],
        "specialSupport": scenario["specialSupport"],
        "preferredDate": preferred.astimezone(UTC).isoformat(),
        "preferredContactMethods": scenario["contactMethods"],
        "contact": get_profile_contact(actor),
        "partId": get_part_id(context, scenario["part"]) if "part" in scenario else None,
        "serialNumber": scenario.get("serialNumber", ""),
        "attachments": [build_inline_file(file) for file in scenario["attachments"]],
    }
    return actions.create_support(SupportIn.model_validate(body), actor=actor)


def decide(work: StatusWork) -> None:
    """Save the supervisor's decision and comment (INITIAL)."""
    if work.scenario["initialApproval"]:
        actions.decide(work.request_id, work.scenario["initialApproval"], actor=work.actor)
    if work.scenario["comment"]:
        save_comment(SUPPORT, work.request_id, actor=work.actor, step="INITIAL", text=work.scenario["comment"])


def record_sessions(work: StatusWork) -> None:
    """Save the sessions of the service (SERVICE_REVIEW)."""
    for session in work.scenario["sessions"]:
        body = {
            "durationInHours": session["durationInHours"],
            "completionDate": work.get_date(session["daysAgo"]),
            "summary": session["summary"],
        }
        actions.save_session(work.request_id, SessionIn.model_validate(body), actor=work.actor)


SCRIPT = ScenarioScript(SUPPORT, create, {"INITIAL": decide, "SERVICE_REVIEW": record_sessions})
