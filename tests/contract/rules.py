"""The rules of each field that a call of the administration writes (spec 1 and 2, section 5), as data.

A rule is a list of values that are refused, each with the word under `errors.field` that says why.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.contract.administration_calls import FEEDBACK, NEW_USER, PASSWORD, PERSON, account_request, address, part
from tests.contract.view_calls import new_view
from tests.factories import World

Wrong = tuple[Any, str]
LEFT_OUT = object()


def texts(longest: int = 255, *, lines: bool = False) -> list[Wrong]:
    """A required text."""
    wrong: list[Wrong] = [(LEFT_OUT, "required"), (None, "required"), ("", "required"), ("  ", "required")]
    wrong += [("x" * (longest + 1), "max_length"), ("a\0b", "control"), ("a\x1fb", "control")]
    wrong += [(7, "invalid"), (True, "invalid"), (["a"], "invalid"), ({"a": 1}, "invalid")]
    return wrong if lines else [*wrong, ("a\nb", "control")]


def optional(rule: list[Wrong]) -> list[Wrong]:
    """The same, where nothing needs to be given."""
    return [(value, key) for value, key in rule if key != "required"]


NAME = [*texts(), ("1", "letters"), ("-", "letters"), ("Ana1", "letters"), ("Анна_", "letters"), ("<b>", "letters")]
PHONE = [
    *texts(),
    ("123456789", "phone"),
    ("+34 600x00000", "phone"),
    ("١٢٣٤٥٦٧٨٩٠", "phone"),
    ("++3460000000", "phone"),
]
EMAIL = [*texts(), *((each, "email") for each in ("a", "a@b", "@b.org", "a b@c.org", "a@b..org", "a@@b.org"))]
COUNTRY = [*texts(), ("ESP", "country"), ("es", "country"), ("XX", "country"), ("1", "country")]
COUNTRY_CODE = [*((each, "required") for each in (LEFT_OUT, None, "", " ")), ("XX", "country"), ("es", "country")]
COUNTRY_CODE += [*((each, "country_code") for each in ("ESP", "1", "x" * 256, "a\nb")), (7, "invalid"), ([], "invalid")]
USERNAME = [(LEFT_OUT, "required"), (None, "required"), ("", "required"), ("a", "min_length"), ("x" * 65, "max_length")]
USERNAME += [("a b", "username"), ("a-b", "username"), ("a.b", "username"), ("a\0b", "control"), (7, "invalid")]
PASSWORDS: list[Wrong] = [
    *((each, "password") for each in ("", "Short1!", "nocapital-1", "NoDigit-here", "NoSymbol1", "        A1")),
    *((each, "common_password") for each in ("Password1!", "Qwerty123!")),
    *(("A1-" + "x" * 126, "max_length"), (12345678, "invalid"), ([], "invalid")),
]
ID = [("x", "integer"), (1.5, "integer"), (True, "integer"), (0, "min_number"), (2**63, "max_number"), ([], "integer")]
NEW_PASSWORD = [(LEFT_OUT, "required"), (None, "invalid"), *PASSWORDS]
CHANGED_PASSWORD = [each for each in PASSWORDS if each[0] != ""]
PRICE: list[Wrong] = [(LEFT_OUT, "required"), ("", "number"), ("much", "number"), (-1, "number"), (1.005, "number")]
PRICE += [(10_000_000, "max_number"), (True, "number"), ([], "number"), ("1,5", "number")]
FLAG: list[Wrong] = [(LEFT_OUT, "required"), (None, "boolean"), ("true", "boolean"), (1, "boolean")]
SWITCH = [each for each in FLAG if each[0] not in (LEFT_OUT, None)]
BACKUP: list[Wrong] = [("a@b.org", "invalid"), (["a@b.org"], "invalid"), ([{"value": "a@b.org"}] * 101, "max_items")]
PEOPLE = {"firstName": NAME, "lastName": NAME, "phone": PHONE, "email": EMAIL, "backupEmails": BACKUP}
BACKUP_EMAIL = {"backupEmails.0.value": EMAIL}
ORGANISATION = {"clientId": ID, "serviceId": ID}
PLACE = {each: texts() for each in ("companyName", "city", "postalCode", "street", "building")}


@dataclass(frozen=True)
class Ruled:
    """A call with a body that goes well, and the rules of its fields."""

    verb: str
    path: str
    body: Callable[[World], dict[str, Any]]
    rules: Mapping[str, list[Wrong]]
    query: Callable[[World], dict[str, Any]] = lambda here: {}


def _user(here: World) -> dict[str, Any]:
    return {**NEW_USER, "password": PASSWORD, "backupEmails": [{"id": -1, "value": "b@example.org"}]}


def _edited(here: World) -> dict[str, Any]:
    names = {"oldUsername": here.client2.username, "newUsername": "renamed"}
    return {**PERSON, **names, "backupEmails": [{"value": "b@example.org"}]}


def _client(here: World) -> dict[str, Any]:
    names = {"oldClientName": "Client one", "newClientName": "Client 1"}
    return {**names, "countryCode": "ES", "service": here.client2.user.client.service_id}  # type: ignore[union-attr]


def _service(here: World) -> dict[str, Any]:
    names = {"oldServiceName": "Service one", "newServiceName": "Service 1", "serviceContactUsername": "service"}
    return {**names, "price": 12.5, "supportSpecialServices": True}


def _decision(here: World) -> dict[str, Any]:
    admission = {"role": "CLIENT", "username": "eva2"}
    return {"id": account_request(here), "status": "APPROVAL", "additionalInfoJson": admission}


def _mail(here: World) -> dict[str, Any]:
    return {"type": "PROCESS", "settings": [{"id": "REPAIR:NEW", "isClient": True}]}


WORD = [each for each in optional(texts(200)) if each[0] != "  "]
MOMENT: list[Wrong] = [("x", "date"), ("2026-02-30T10:00:00", "date"), ("0001-01-01T00:00:00", "date")]
SWITCHES = ("isClient", "isService", "isSupervisor", "isAdministrator", "isSustainabilityManager")
RULED = (
    Ruled(
        "POST",
        "/contacts",
        _user,
        {
            **PEOPLE,
            **BACKUP_EMAIL,
            **ORGANISATION,
            "username": USERNAME,
            "password": NEW_PASSWORD,
            "permission": [(LEFT_OUT, "required"), ("", "choice"), ("BOSS", "choice"), (1, "choice")],
        },
    ),
    Ruled(
        "PUT",
        "/contacts/edit",
        _edited,
        {
            **PEOPLE,
            **BACKUP_EMAIL,
            **ORGANISATION,
            "newUsername": USERNAME,
            "oldUsername": texts(),
            "password": CHANGED_PASSWORD,
        },
    ),
    Ruled(
        "PUT",
        "/address/edit",
        lambda here: address(),
        {**PLACE, "country": COUNTRY, "province": optional(texts())},
        lambda here: {"identification": "client"},
    ),
    Ruled(
        "PUT",
        "/client/edit",
        _client,
        {
            "oldClientName": texts(),
            "newClientName": texts(),
            "countryCode": COUNTRY_CODE,
            "service": [*ID, (10**6, "choice")],
        },
    ),
    Ruled(
        "PUT",
        "/service/edit",
        _service,
        {
            "oldServiceName": texts(),
            "newServiceName": texts(),
            "price": PRICE,
            "supportSpecialServices": FLAG,
            "serviceContactUsername": [*optional(texts()), ("service2", "choice"), ("nobody", "choice")],
        },
    ),
    Ruled(
        "POST",
        "/parts",
        part,
        {
            "category": [*texts(), ("TOASTER", "choice")],
            **{each: texts() for each in ("number", "model", "manufacturer")},
            "description": texts(1024, lines=True),
            "enabled": SWITCH,
            "serviceCategories": [("x", "invalid"), ([10**6], "choice"), ([{}] * 101, "max_items")],
            "image": [(LEFT_OUT, "required"), (None, "required"), ("x", "invalid")],
        },
    ),
    Ruled(
        "POST",
        "/parts/save/predefined/services/to-part",
        lambda here: {"DIAGNOSTICS": [here.part.predefined_services.filter(kind="DIAGNOSTICS")[0].pk]},
        {kind: [("x", "invalid"), ([10**6], "choice")] for kind in ("DIAGNOSTICS", "REPAIRS", "PARTS")},
        lambda here: {"id": here.part.pk},
    ),
    Ruled(
        "PUT",
        "/support/request/feedback",
        lambda here: FEEDBACK,
        {
            "title": texts(64),
            "content": texts(640, lines=True),
            "pageName": optional(texts()),
            "pagePath": optional(texts()),
        },
    ),
    Ruled(
        "POST",
        "/mail/save",
        _mail,
        {
            "type": [(LEFT_OUT, "required"), ("OTHER", "choice"), (None, "choice")],
            "settings": [(LEFT_OUT, "required"), ([], "min_items"), ("x", "invalid")],
            "settings.0.id": [
                *texts(),
                ("REPAIR:NEVER", "choice"),
                ("NEW", "choice"),
                ("REPAIR:DELIVERY_OVERDUE", "choice"),
            ],
            **{f"settings.0.{each}": SWITCH for each in SWITCHES},
        },
    ),
    Ruled(
        "PUT",
        "/contacts/request-account/decision",
        _decision,
        {
            "id": [(LEFT_OUT, "required"), (None, "integer"), *ID],
            "status": [(LEFT_OUT, "required"), (None, "choice"), ("WAITING_APPROVAL", "choice"), ("x", "choice")],
            "additionalInfoJson": [("x", "invalid"), (["x"], "invalid")],
            "additionalInfoJson.role": [("ADMIN", "choice"), ("SERVICE", "choice"), (7, "choice"), ("", "required")],
            "additionalInfoJson.username": optional(USERNAME),
            "additionalInfoJson.clients": [("x", "invalid"), ([{"id": 1}], "misplaced")],
        },
    ),
    Ruled(
        "POST",
        "/reports/general/search",
        lambda here: {"status": "NEW"},
        {
            "status": [("NEVER", "choice"), ("new", "choice"), (["NEW"], "invalid")],
            **dict.fromkeys(("clientId", "serviceId", "partId"), ID),
            **dict.fromkeys(("categoryId", "requestNumber", "serialNumber", "serviceTag"), WORD),
            "createdFrom": MOMENT,
            "createdTo": MOMENT,
        },
    ),
    Ruled(
        "POST",
        "/views",
        new_view,
        {
            "name": texts(80),
            "resource": [*texts(64), ("nothing", "choice"), ("action-required", "choice"), ("profile", "choice")],
            "shared": FLAG,
            "state.sort": [*optional(texts()), ("password", "sort"), ("clientName", "sort")],
            "state.order": [("UP", "choice"), (None, "choice"), (1, "choice")],
            "state.columns": [(["nothing"], "choice"), (["clientName"], "choice"), (7, "invalid")],
            "state.perPage": [(7, "choice"), (2**63, "max_number"), ("x", "integer"), (True, "integer")],
            "state.filter": [(None, "invalid"), ([], "invalid"), (7, "invalid")],
            "state.filter.status": [(["LOST"], "choice"), ("COMPLETED", "choice")],
            "state.filter.password": [("x", "extra")],
            "state.filter.clientId": [(10**6, "choice"), ("x", "integer")],
            "state.filter.myTurn": [("yes", "extra")],
        },
    ),
)
