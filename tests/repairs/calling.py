"""Client for the endpoints of one repair."""

from typing import Any

from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.models import Request
from tests.caller import Answered, Caller
from tests.factories import Person


class Desk:
    """One repair and the requests to its endpoints."""

    def __init__(self, caller: Caller, repair: Request) -> None:
        self.caller, self.id = caller, repair.pk

    @property
    def units(self) -> list[int]:
        """Ids of its units in order."""
        return list(RepairPart.objects.filter(repair_id=self.id).order_by("pk").values_list("pk", flat=True))

    @property
    def row(self) -> Request:
        """Current state of the request."""
        return Request.objects.get(pk=self.id)

    def unit(self, number: int = 0) -> RepairPart:
        """Return the current state of a unit."""
        return RepairPart.objects.get(pk=self.units[number])

    def read(self, actor: Person, lang: str = "en") -> dict[str, Any]:
        """Fetch the repair as the actor."""
        data: dict[str, Any] = self.caller.get("/repairing/fetch/repair", actor=actor, repairId=self.id, lang=lang).ok
        return data

    def parts(self, actor: Person) -> list[dict[str, Any]]:
        """Fetch its units as the actor."""
        rows: list[dict[str, Any]] = self.read(actor)["repairParts"]
        return rows

    def post(self, path: str, body: Any, actor: Person, **query: Any) -> Answered:
        """Send a POST request below /repairing."""
        return self.caller.post(f"/repairing/{path}", body, actor=actor, repairId=self.id, **query)

    def go_on(self, actor: Person, **query: Any) -> Answered:
        """Send Continue."""
        return self.post("change/repair/status", None, actor, **query)

    def jump(self, actor: Person, status: str) -> None:
        """Set a status directly, as an administrator can."""
        _ = self.go_on(actor, status=status).ok
