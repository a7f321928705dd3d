"""Which item a service puts into which package, and what customs are told of it."""

from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid_field, not_found
from portal_backend.part_requests.process import PARTS, Facts, approved
from portal_backend.shipping.actions import described_packages, is_same_packages, replace_packages
from portal_backend.shipping.packing import save_packed
from portal_backend.shipping.schemas import PackingIn
from portal_backend.workflow.models import Request
from portal_backend.workflow.row_saves import edit_rows


def save_packing(request_id: int, data: PackingIn, *, actor: Actor, version: int | None = None) -> Request:
    """Store the packages and what is in them. Raises 400 for an item that is not sent, 404 for another request's."""
    with edit_rows(PARTS, "save_packing", request_id, actor=actor, version=version) as (request, facts, rows):
        named = [row.id for row in data.items]
        if not set(named) <= facts.packed.keys():
            raise not_found()
        if len(named) != len(set(named)):
            raise invalid_field("items", "twice")
        sent = {item.pk for item in facts.items if approved(item)}
        rows.refuse_changed_head(lambda: is_same_packages(facts.packages, data.packages))
        packages = replace_packages(request, data.packages)
        items = {item.pk: item for item in facts.items}
        save_packed(
            *(data.items, packages, facts.packed.__getitem__, sent.__contains__, "items"),
            owner=items.__getitem__,
            changes=rows,
        )
    return request


def described_packing(facts: Facts) -> dict[str, Any]:
    """Packages and items, as those who send them read it."""
    return {
        "packages": described_packages(facts.packages),
        "items": [
            {
                "id": item.pk,
                "packageId": own.package_id,
                "customsValue": own.customs_value,
                "hsCode": own.hs_code,
                "origin": own.origin,
                "catalogueHsCode": item.part.hs_code if item.part else "",
                "catalogueOrigin": item.part.origin if item.part else "",
            }
            for item, own in ((item, facts.packed[item.pk]) for item in facts.items if approved(item))
        ],
    }
