"""Valid bodies of calls, as the interface sends them. Tests change one thing and see what happens."""

from typing import Any

Json = dict[str, Any]
DAY, LATER_DAY = "2026-03-02", "2026-03-06"


def unit(part_id: int, serial_number: str = "SN-1", **more: Any) -> Json:
    """A unit of a new repair."""
    return {
        "partId": part_id,
        "serialNumber": serial_number,
        "serviceTag": "TAG-1",
        "problemDescription": "It does not switch on",
        "attachments": [],
        **more,
    }


def contact(**more: Any) -> Json:
    """Who hands over or receives the goods."""
    return {
        "firstName": "María José",
        "lastName": "O'Brien",
        "phone": "+34 600 123 456",
        "email": "maria@example.org",
        "backupEmails": [{"id": -1, "value": "office@example.org"}],
        **more,
    }


def address(**more: Any) -> Json:
    """Where the goods are."""
    return {
        "companyName": "Customs Laboratory",
        "country": "ES",
        "province": "Madrid",
        "city": "Madrid",
        "postalCode": "28001",
        "street": "Calle Mayor",
        "building": "1",
        **more,
    }


def package(**more: Any) -> Json:
    """A new package."""
    return {"id": -1, "dimensions": "40/30/20", "weight": 12.5, **more}


def shipping(**more: Any) -> Json:
    """Shipping data of a repair."""
    return {"contact": contact(), "address": address(), "packages": [package()], **more}


def leg(**more: Any) -> Json:
    """A courier's journey with all four fields."""
    return {
        "courierName": "Fast Freight",
        "pickUpDate": DAY,
        "estimateDeliveryDate": LATER_DAY,
        "trackingNumber": "1Z999",
        **more,
    }


def pick_up(**more: Any) -> Json:
    """The journey to the service."""
    return leg(note="Ring twice", **more) if "note" not in more else leg(**more)


def transit(**more: Any) -> Json:
    """When the courier is expected."""
    return {"courierArrivingTime": "2026-03-06T15:30:00Z", "note": "At the back door", **more}


def diagnosis(part_id: int, status: str | None = "FOR_REPAIR", **info: Any) -> Json:
    """A row of the diagnostics table, by prices; keywords change its `diagnosticInfo`."""
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


def repaired(part_id: int, status: str | None = "REPAIRED", comment: str = "New detector", **more: Any) -> Json:
    """A row of the repair table; a replaced unit has a new serial number."""
    new = {"replacementSerial": f"NEW-{part_id}"} if status == "REPLACED" else {}
    return {"repairPartId": part_id, "status": status, "comment": comment, **new, **more}


def comment(owner_id: int, step: str, text: str = "Looks right to me") -> Json:
    """A comment on a request or one of its parts."""
    return {"ownerId": owner_id, "status": step, "comment": text}


def part_request(part_id: int, quantity: int = 1, **more: Any) -> Json:
    """A new part request of one item of the catalogue."""
    return {"contact": contact(), "address": address(), "parts": [{"partId": part_id, "quantity": quantity}], **more}


def support(**more: Any) -> Json:
    """A new remote support request of a client."""
    return {
        "title": "Calibration drifts",
        "description": "Every morning",
        "specialSupport": False,
        "preferredDate": "2026-03-09T15:00:00Z",
        "preferredContactMethods": ["PHONE"],
        "contact": contact(),
        "attachments": [],
        **more,
    }


def session(**more: Any) -> Json:
    """A new session of remote support."""
    return {"id": -1, "durationInHours": 1.5, "completionDate": DAY, "summary": "Settings corrected", **more}
