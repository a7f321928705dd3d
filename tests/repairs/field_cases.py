"""Invalid values for the fields of the repair endpoints, and their messages."""

from collections.abc import Callable
from typing import Any

from tests import request_bodies

ABSENT = object()
LONG = "x" * 256
MESSAGES = {
    "required": ("Required!", "¡Obligatorio!"),
    "letters": (
        "2 letters at least; only letters of the Latin or Cyrillic alphabet",
        "Al menos 2 letras; solo letras del alfabeto latino o cirílico",
    ),
    "phone": (
        "10 digits at least; only digits, spaces, and a leading +",
        "Al menos 10 dígitos; solo dígitos, espacios y un + inicial",
    ),
    "email": ("Invalid email!", "¡Correo electrónico no válido!"),
    "country": ("Choose a country", "Elija un país"),
    "255": ("At most 255 characters", "255 caracteres como máximo"),
    "1024": ("At most 1024 characters", "1024 caracteres como máximo"),
    "4000": ("At most 4000 characters", "4000 caracteres como máximo"),
    "control": ("Contains characters that aren't allowed", "Contiene caracteres no permitidos"),
    "dimensions": ("Dimensions must look like 100/100/100", "Las dimensiones deben tener la forma 100/100/100"),
    "number": ("Enter a number with up to 2 decimals", "Debe ser un número, con 2 decimales como máximo"),
    "positive": ("Must be greater than 0", "Debe ser mayor que 0"),
    "largest": ("The number must be at most 9999999.99", "El máximo es 9999999.99"),
    "integer": ("Enter a whole number", "Debe ser un número entero"),
    "least 1": ("The number must be at least 1", "El mínimo es 1"),
    "date": ("Enter a valid date", "Debe ser una fecha válida"),
    "choice": ("This option isn't available", "Esta opción no está disponible"),
    "boolean": ("Choose yes or no", "Elija sí o no"),
    "extra": ("Unknown field", "Campo desconocido"),
    "most 1": ("At most 1 entry", "1 registro como máximo"),
    "most 5": ("At most 5 entries", "5 registros como máximo"),
    "some": ("Add at least 1 entry", "Agregue 1 registro como mínimo"),
    "early": (
        "Estimated delivery can't be before the pick-up date",
        "La entrega estimada no puede ser anterior a la fecha de recolección",
    ),
}
CREATE, SHIPPING, PICK_UP = (
    "/repairing/create",
    "/repairing/save/shipping/data",
    "/repairing/save/pick-up-shipping/data",
)
TRANSIT, DATE = "/repairing/save/transit/data", "/repairing/save/diagnostic-start-date"
DIAGNOSE, REPAIR = "/repairing/save/part-in-diagnostic", "/repairing/update/parts/repair/data/all"
BACK, ADD = "/repairing/save/transit-back-shipping/data", "/repairing/add/repair-part"
FIRST, MAIN = "/repairing/change/initial/status/all", "/repairing/change/main/status/all"
BODIES: dict[str, Callable[[], Any]] = {
    CREATE: lambda: [request_bodies.unit(1)],
    ADD: lambda: request_bodies.unit(1),
    SHIPPING: request_bodies.shipping,
    PICK_UP: request_bodies.pick_up,
    TRANSIT: request_bodies.transit,
    DIAGNOSE: lambda: [request_bodies.diagnosis(1)],
    REPAIR: lambda: [request_bodies.repair_result(1)],
    BACK: request_bodies.courier_leg,
    FIRST: lambda: [{"id": 1, "status": "APPROVED"}],
    MAIN: lambda: [{"id": 1, "status": "APPROVED"}],
}
REQUIRED: list[Any] = [ABSENT, None, "", "  \n "]
NOT_DAYS: list[Any] = ["tomorrow", "2026-02-30", "03/02/2026", "1999-12-31", "2101-01-01", 20260302]
NOT_AMOUNTS: list[Any] = ["abc", "1,5", -1, 1.005, "1e3", True, [], "٣"]
MANY_TYPES = [{"id": pk} for pk in range(1, 7)]
INFO, COSTS = "0.diagnosticInfo", "0.diagnosticInfo.pricesOrPredefinedTypes"


def list_cases() -> list[tuple[str, str, Any, str]]:
    """List path, field, invalid value and message key of each case."""
    texts = [
        (CREATE, "0.serialNumber"),
        (ADD, "serialNumber"),
        (DIAGNOSE, "0.serialNumber"),
        *((SHIPPING, f"address.{name}") for name in ("companyName", "city", "postalCode", "street")),
        *((path, "courierName") for path in (PICK_UP, BACK)),
        (BACK, "trackingNumber"),
    ]
    optional = [
        *((SHIPPING, f"address.{name}") for name in ("province", "building")),
        *((CREATE, "0.serviceTag"), (ADD, "serviceTag"), (DIAGNOSE, "0.serviceTag"), (PICK_UP, "trackingNumber")),
    ]
    notes = [
        *((PICK_UP, "note"), (TRANSIT, "note"), (DIAGNOSE, f"{INFO}.comment"), (REPAIR, "0.comment")),
    ]
    people = ("contact.firstName", "contact.lastName")
    rows: list[tuple[str, str, Any, str]] = [
        *((path, field, bad, "required") for path, field in texts for bad in REQUIRED),
        *((path, field, LONG, "255") for path, field in [*texts, *optional]),
        *((path, field, bad, "control") for path, field in [*texts, *optional] for bad in ("a\x00b", "a\nb", "a\x7fb")),
        *((path, field, "x" * 1025, "1024") for path, field in notes),
        *((path, field, "a\x1bb", "control") for path, field in notes),
        *(
            (path, field, "x" * 4001, "4000")
            for path, field in ((CREATE, "0.problemDescription"), (ADD, "problemDescription"))
        ),
        *((SHIPPING, field, bad, "required") for field in people for bad in REQUIRED),
        *((SHIPPING, field, bad, "letters") for field in people for bad in ("R2D2", "12", "-", "<b>")),
        *(
            (SHIPPING, "contact.phone", bad, "phone")
            for bad in ("123456789", "call me maybe", "+34-600-123-456", "1" * 33, "٣" * 10)
        ),
        (SHIPPING, "contact.phone", "", "required"),
        *(
            (SHIPPING, field, bad, "email")
            for field in ("contact.email", "contact.backupEmails.0.value")
            for bad in ("x", "a@b", "a b@c.de", "a@b.c,d@e.fr", "@b.de")
        ),
        *((SHIPPING, field, "", "required") for field in ("contact.email", "contact.backupEmails.0.value")),
        *((SHIPPING, "address.country", bad, "country") for bad in ("XX", "es", "Spain")),
        (SHIPPING, "address.country", "", "required"),
        (SHIPPING, "packages", ABSENT, "required"),
        (SHIPPING, "packages", [], "some"),
        (SHIPPING, "packages", [request_bodies.package()] * 6, "most 5"),
        *(
            (SHIPPING, "packages.0.dimensions", bad, "dimensions")
            for bad in ("40x30x20", "40/30", "0/1/1", "40/30/20/1", "4.5/3/2", "a/b/c", "10000/1/1", "٣/3/3")
        ),
        (SHIPPING, "packages.0.dimensions", "", "required"),
        *((SHIPPING, "packages.0.weight", bad, "number") for bad in [*NOT_AMOUNTS, ""]),
        (SHIPPING, "packages.0.weight", 0, "positive"),
        (SHIPPING, "packages.0.weight", 10_000_000, "largest"),
        (SHIPPING, "packages.0.id", "x", "integer"),
        *(
            (path, field, bad, "date")
            for path in (PICK_UP, BACK)
            for field in ("pickUpDate", "estimateDeliveryDate")
            for bad in NOT_DAYS
        ),
        *(
            (path, field, ABSENT, "required")
            for path in (PICK_UP, BACK)
            for field in ("pickUpDate", "estimateDeliveryDate")
        ),
        *((TRANSIT, "courierArrivingTime", bad, "date") for bad in (5, "x" * 41)),
        *(
            (DIAGNOSE, f"{COSTS}.{name}", bad, "number")
            for name in ("diagnosticPrice", "repairPrice", "partsPrice")
            for bad in NOT_AMOUNTS
        ),
        (DIAGNOSE, f"{COSTS}.repairPrice", 10_000_000, "largest"),
        (DIAGNOSE, f"{COSTS}.diagnosticTypes", MANY_TYPES[:2], "most 1"),
        *((DIAGNOSE, f"{COSTS}.{name}", MANY_TYPES, "most 5") for name in ("repairTypes", "partsTypes")),
        (DIAGNOSE, f"{INFO}.status", "BROKEN", "choice"),
        *((DIAGNOSE, f"{INFO}.withPredefinedTypes", bad, "boolean") for bad in ("true", 1)),
        (DIAGNOSE, INFO, ABSENT, "required"),
        *((REPAIR, "0.status", bad, "choice") for bad in ("REJECTED", "DONE")),
        (REPAIR, "0.status", "", "required"),
        (REPAIR, "0.status", ABSENT, "required"),
        *((path, "0.status", "MAYBE", "choice") for path in (FIRST, MAIN)),
        *(
            (path, field, bad, message)
            for path, field in ((CREATE, "0.partId"), (DIAGNOSE, "0.id"), (REPAIR, "0.repairPartId"), (FIRST, "0.id"))
            for bad, message in (
                (ABSENT, "required"),
                ("x", "integer"),
                ("1", "integer"),
                (True, "integer"),
                (0, "least 1"),
            )
        ),
        *(
            (path, field, 1, "extra")
            for path, field in (
                (CREATE, "0.initialApproval"),
                (CREATE, "0.role"),
                (ADD, "owner"),
                (SHIPPING, "locked"),
                (SHIPPING, "contact.isStaff"),
                (PICK_UP, "deliverBy"),
                (TRANSIT, "status"),
                (DIAGNOSE, "0.repairApproval"),
                (REPAIR, "0.repairApproval"),
                (BACK, "note"),
                (FIRST, "0.by"),
            )
        ),
    ]
    return rows
