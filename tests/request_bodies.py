"""Valid request bodies as the interface sends them; tests change single fields."""

from typing import Any

Json = dict[str, Any]
DAY, LATER_DAY = "2026-03-02", "2026-03-06"


def unit(part_id: int, serial_number: str = "SN-1", **overrides: Any) -> Json:
    """Build a unit of a new repair."""
    return {
        "partId": part_id,
        "serialNumber": serial_number,
        "serviceTag": "TAG-1",
        "problemDescription": "It does not switch on",
        "attachments": [],
        **overrides,
    }


def contact(**overrides: Any) -> Json:
    """Build the contact who hands over or receives the goods."""
    return {
        "firstName": "María José",
        "lastName": "O'Brien",
        "phone": "+34 600 123 456",
        "email": "maria@example.org",
        "backupEmails": [{"id": -1, "value": "office@example.org"}],
        **overrides,
    }


def address(**overrides: Any) -> Json:
    """Build the address of the goods."""
    return {
        "companyName": "Customs Laboratory",
        "country": "ES",
        "province": "Madrid",
        "city": "Madrid",
        "postalCode": "28001",
        "street": "Calle Mayor",
        "building": "1",
        **overrides,
    }


def package(**overrides: Any) -> Json:
    """Build a new package."""
    return {"id": -1, "dimensions": "40/30/20", "weight": 12.5, **overrides}


def shipping(**overrides: Any) -> Json:
    """Build the shipping data of a repair."""
    return {"contact": contact(), "address": address(), "packages": [package()], **overrides}


def courier_leg(**overrides: Any) -> Json:
    """Build a courier leg with all four fields."""
    return {
        "courierName": "Fast Freight",
        "pickUpDate": DAY,
        "estimateDeliveryDate": LATER_DAY,
        "trackingNumber": "1Z999",
        **overrides,
    }


def pick_up(**overrides: Any) -> Json:
    """Build the outbound leg."""
    return courier_leg(note="Ring twice", **overrides) if "note" not in overrides else courier_leg(**overrides)


def transit(**overrides: Any) -> Json:
    """Build the expected arrival of the courier."""
    return {"courierArrivingTime": "2026-03-06T15:30:00Z", "note": "At the back door", **overrides}


def diagnosis(part_id: int, status: str | None = "FOR_REPAIR", **info: Any) -> Json:
    """Build a row of the diagnostics table, by prices.

    Keywords change its `diagnosticInfo`.
    """
    return {
        "id": part_id,
        "serialNumber": "SN-1",
        "serviceTag": "TAG-1",
        "diagnosticInfo": {
            "status": status,
            "comment": "The detector is cracked",
            "withPredefinedTypes": False,
            "pricesOrPredefinedTypes": {"diagnosticPrice": 10, "repairPrice": 20.5, "partsPrice": 0},
            **info,
        },
    }


def repair_result(
    part_id: int, status: str | None = "REPAIRED", comment: str = "New detector", **overrides: Any
) -> Json:
    """Build a row of the repair table; a replaced unit has a new serial number."""
    replacement = {"replacementSerial": f"NEW-{part_id}"} if status == "REPLACED" else {}
    return {"repairPartId": part_id, "status": status, "comment": comment, **replacement, **overrides}


def comment(owner_id: int, step: str, text: str = "Looks right to me") -> Json:
    """Build a comment on a request or one of its units."""
    return {"ownerId": owner_id, "status": step, "comment": text}


def part_request(part_id: int, quantity: int = 1, **overrides: Any) -> Json:
    """Build a new part request with one item."""
    return {
        "contact": contact(),
        "address": address(),
        "parts": [{"partId": part_id, "quantity": quantity}],
        **overrides,
    }


def remote_support(**overrides: Any) -> Json:
    """Build a client's new remote support request."""
    return {
        "title": "Calibration drifts",
        "description": "Every morning",
        "specialSupport": False,
        "preferredDate": "2026-03-09T15:00:00Z",
        "preferredContactMethods": ["PHONE"],
        "contact": contact(),
        "attachments": [],
        **overrides,
    }


def session(**overrides: Any) -> Json:
    """Build a new remote support session."""
    return {"id": -1, "durationInHours": 1.5, "completionDate": DAY, "summary": "Settings corrected", **overrides}
