"""Packing of items: packages and customs data."""

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
    """Save the packages and their contents.

    Raises 400 for an item that is not sent, and 404 for an item of another request.
    """
    with edit_rows(PARTS, "save_packing", request_id, actor=actor, version=version) as (request, context, rows):
        ids = [row.id for row in data.items]
        if not set(ids) <= context.packed.keys():
            raise not_found()
        if len(ids) != len(set(ids)):
            raise invalid_field("items", "twice")
        sent_ids = {item.pk for item in context.items if approved(item)}
        rows.refuse_changed_head(lambda: is_same_packages(context.packages, data.packages))
        packages = replace_packages(request, data.packages)
        items = {item.pk: item for item in context.items}
        save_packed(
            *(data.items, packages, context.packed.__getitem__, sent_ids.__contains__, "items"),
            owner=items.__getitem__,
            changes=rows,
        )
    return request


def described_packing(context: Facts) -> dict[str, Any]:
    """Serialize packages and packed items for the roles that send them."""
    return {
        "packages": described_packages(context.packages),
        "items": [
            {
                "id": item.pk,
                "packageId": packing.package_id,
                "customsValue": packing.customs_value,
                "hsCode": packing.hs_code,
                "origin": packing.origin,
                "catalogueHsCode": item.part.hs_code if item.part else "",
                "catalogueOrigin": item.part.origin if item.part else "",
            }
            for item, packing in ((item, context.packed[item.pk]) for item in context.items if approved(item))
        ],
    }
