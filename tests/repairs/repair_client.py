"""Client for the endpoints of one repair."""

from typing import Any

from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person


class RepairClient:
    """One repair and the requests to its endpoints."""

    def __init__(self, caller: ApiClient, repair: ServiceRequest) -> None:
        self.caller, self.id = caller, repair.pk

    @property
    def units(self) -> list[int]:
        """Ids of its units in order."""
        return list(RepairUnit.objects.filter(repair_id=self.id).order_by("pk").values_list("pk", flat=True))

    @property
    def request(self) -> ServiceRequest:
        """Current state of the request."""
        return ServiceRequest.objects.get(pk=self.id)

    def get_unit(self, number: int = 0) -> RepairUnit:
        """Return the current state of a unit."""
        return RepairUnit.objects.get(pk=self.units[number])

    def read(self, actor: Person, lang: str = "en") -> dict[str, Any]:
        """Fetch the repair as the actor."""
        data: dict[str, Any] = self.caller.get("/repairing/fetch/repair", actor=actor, repairId=self.id, lang=lang).ok
        return data

    def read_units(self, actor: Person) -> list[dict[str, Any]]:
        """Fetch its units as the actor."""
        rows: list[dict[str, Any]] = self.read(actor)["repairParts"]
        return rows

    def post(self, path: str, body: Any, actor: Person, **query: Any) -> ClientResponse:
        """Send a POST request below /repairing."""
        return self.caller.post(f"/repairing/{path}", body, actor=actor, repairId=self.id, **query)

    def advance(self, actor: Person, **query: Any) -> ClientResponse:
        """Send Continue."""
        return self.post("change/repair/status", None, actor, **query)

    def set_status(self, actor: Person, status: str) -> None:
        """Set a status directly, as an administrator can."""
        _ = self.advance(actor, status=status).ok
