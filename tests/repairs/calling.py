"""Short ways to act on one repair through its calls."""

from typing import Any

from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.models import Request
from tests.caller import Answered, Caller
from tests.factories import Person


class Desk:
    """One repair and the calls about it; `units` are its parts' ids in order."""

    def __init__(self, caller: Caller, repair: Request) -> None:
        self.caller, self.id = caller, repair.pk

    @property
    def units(self) -> list[int]:
        """The ids of its units."""
        return list(RepairPart.objects.filter(repair_id=self.id).order_by("pk").values_list("pk", flat=True))

    @property
    def row(self) -> Request:
        """The request as it is now."""
        return Request.objects.get(pk=self.id)

    def unit(self, number: int = 0) -> RepairPart:
        """One of its units as it is now."""
        return RepairPart.objects.get(pk=self.units[number])

    def read(self, actor: Person, lang: str = "en") -> dict[str, Any]:
        """The repair as somebody reads it."""
        told: dict[str, Any] = self.caller.get("/repairing/fetch/repair", actor=actor, repairId=self.id, lang=lang).ok
        return told

    def parts(self, actor: Person) -> list[dict[str, Any]]:
        """Its units as somebody reads them."""
        rows: list[dict[str, Any]] = self.read(actor)["repairParts"]
        return rows

    def post(self, path: str, body: Any, actor: Person, **query: Any) -> Answered:
        """A POST below /repairing."""
        return self.caller.post(f"/repairing/{path}", body, actor=actor, repairId=self.id, **query)

    def go_on(self, actor: Person, **query: Any) -> Answered:
        """Continue."""
        return self.post("change/repair/status", None, actor, **query)

    def jump(self, actor: Person, status: str) -> None:
        """The ADMIN's direct choice."""
        _ = self.go_on(actor, status=status).ok
