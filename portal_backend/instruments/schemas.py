"""Response schemas of instruments."""

from datetime import datetime

from portal_backend.catalogue.schemas import CategoryAnswer
from portal_backend.core.types import ResponseModel
from portal_backend.files.schemas import AttachmentAnswer
from portal_backend.repairs.models import RepairStatus
from portal_backend.repairs.schemas import DiagnosticInfo
from portal_backend.workflow.models import RequestKind
from portal_backend.workflow.schemas import ApprovalKey, StatusAnswer


class RequestName(ResponseModel):
    """Reference to a request."""

    id: int
    number: str


class InstrumentReference(ResponseModel):
    """Reference to another instrument; the id is null if the viewer cannot open it."""

    id: int | None
    serial_number: str


class Hint(ResponseModel):
    """Known facts about an instrument, for the form and the page of a repair.

    Costs are in USD and only present for roles that read prices; the request on screen does not count.
    """

    instrument_id: int | None
    #: other open requests of the instrument
    open: list[RequestName]
    #: earlier visits within a year
    times: int
    #: days since the last completed repair
    back_days_ago: int | None
    total_cost: float | None = None
    #: mean cost of the model's units
    model_cost: float | None = None
    #: number of units in the mean
    model_cases: int | None = None
    replaced_by: list[InstrumentReference]
    replaces: list[InstrumentReference]


class UnitHint(Hint):
    """Known facts about a unit of a repair."""

    unit_id: int


class Visit(ResponseModel):
    """Outcome of one repair of an instrument."""

    request: RequestName
    status: StatusAnswer
    status_since: datetime
    #: number of the current step, counted from 1; null once the request is closed
    step: int | None
    step_count: int
    service_name: str
    created_at: datetime
    completed_at: datetime | None
    #: number of days away
    days: int
    service_tag: str
    problem_description: str
    attachments: list[AttachmentAnswer]
    initial_approval: ApprovalKey
    diagnostic_info: DiagnosticInfo
    repair_status: RepairStatus | None
    repair_comment: str | None = None
    replacement_serial: str
    is_missing: bool
    #: whether the unit's price counts as cost
    is_spent: bool
    #: whether the repair of the unit still waits for a decision
    is_awaiting_approval: bool


class InstrumentMention(ResponseModel):
    """Request of another kind that mentions an instrument's serial number."""

    request: RequestName
    kind: RequestKind
    title: str
    status: StatusAnswer
    created_at: datetime


class InstrumentHistory(ResponseModel):
    """Instrument with its history, newest first."""

    id: int
    serial_number: str
    part_id: int
    part_name: str
    manufacturer: str
    category: CategoryAnswer
    image_url: str | None
    client_name: str | None = None
    times: int
    #: mean number of repairs of the model's instruments; null if there is no other
    model_times: float | None
    days_away: int
    total_cost: float | None = None
    model_cost: float | None = None
    model_cases: int | None = None
    visits: list[Visit]
    named_in: list[InstrumentMention]
    replaced_by: list[InstrumentReference]
    replaces: list[InstrumentReference]


class FoundInstrument(ResponseModel):
    """Search result: an instrument that matches a keyword."""

    id: int
    serial_number: str
    part_name: str
    client_name: str | None = None
    times: int
