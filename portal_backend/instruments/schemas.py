"""Shapes of what is told of instruments."""

from datetime import datetime

from portal_backend.base.fields import Wire
from portal_backend.catalogue.schemas import CategoryAnswer
from portal_backend.files.schemas import AttachmentAnswer
from portal_backend.repairs.models import RepairStatus
from portal_backend.repairs.schemas import DiagnosticInfo
from portal_backend.workflow.models import Kind
from portal_backend.workflow.schemas import ApprovalKey, StatusAnswer


class RequestName(Wire):
    """A request to go to."""

    id: int
    number: str


class Other(Wire):
    """Another instrument; without an id the reader has no page of it."""

    id: int | None
    serial_number: str


class Hint(Wire):
    """What is known of an instrument: other requests of it that are open, how often it was sent in within a year (this
    time counted), and how many days before it had come back. Costs in USD for those who read prices: its own so far,
    and the mean of its model with the number of units that it is of, both without the request on screen.
    """

    instrument_id: int | None
    open: list[RequestName]
    times: int
    back_days_ago: int | None
    total_cost: float | None = None
    model_cost: float | None = None
    model_cases: int | None = None
    replaced_by: list[Other]
    replaces: list[Other]


class UnitHint(Hint):
    """The same of a unit of a repair."""

    unit_id: int


class Visit(Wire):
    """Outcome of one repair of an instrument; `days` it was away, `is_spent` whether its price counts as cost."""

    request: RequestName
    status: StatusAnswer
    created_at: datetime
    completed_at: datetime | None
    days: int
    problem_description: str
    attachments: list[AttachmentAnswer]
    initial_approval: ApprovalKey
    diagnostic_info: DiagnosticInfo
    repair_status: RepairStatus | None
    repair_comment: str | None = None
    replacement_serial: str
    is_missing: bool
    is_spent: bool


class Naming(Wire):
    """A request of another kind that names an instrument by its serial number."""

    request: RequestName
    kind: Kind
    title: str
    status: StatusAnswer
    created_at: datetime


class Passport(Wire):
    """An instrument with all that is known of it, newest first."""

    id: int
    serial_number: str
    part_name: str
    manufacturer: str
    category: CategoryAnswer
    image_url: str | None
    client_name: str | None = None
    times: int
    days_away: int
    total_cost: float | None = None
    model_cost: float | None = None
    model_cases: int | None = None
    visits: list[Visit]
    named_in: list[Naming]
    replaced_by: list[Other]
    replaces: list[Other]


class FoundInstrument(Wire):
    """An instrument that a word was found in."""

    id: int
    serial_number: str
    part_name: str
    client_name: str | None = None
    times: int
