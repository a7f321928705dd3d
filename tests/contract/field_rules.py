"""Shared field rules of the calls of the administration, as data.

A rule is a list of invalid values, each with the message key below `errors.field` (spec 1 and 2, section 5).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.factories import World

InvalidValue = tuple[Any, str]
OMITTED = object()


def build_text_rules(max_length: int = 255, *, lines: bool = False) -> list[InvalidValue]:
    """Build the rule of a required text."""
    wrong: list[InvalidValue] = [(OMITTED, "required"), (None, "required"), ("", "required"), ("  ", "required")]
    wrong += [("x" * (max_length + 1), "max_length"), ("a\0b", "control"), ("a\x1fb", "control")]
    wrong += [(7, "invalid"), (True, "invalid"), (["a"], "invalid"), ({"a": 1}, "invalid")]
    return wrong if lines else [*wrong, ("a\nb", "control")]


def make_optional(rule: list[InvalidValue]) -> list[InvalidValue]:
    """Return the rule without the values that are invalid because they are empty."""
    return [(value, key) for value, key in rule if key != "required"]


NAME = [
    *build_text_rules(),
    ("1", "letters"),
    ("-", "letters"),
    ("Ana1", "letters"),
    ("Анна_", "letters"),
    ("<b>", "letters"),
]
PHONE = [
    *build_text_rules(),
    ("123456789", "phone"),
    ("+34 600x00000", "phone"),
    ("١٢٣٤٥٦٧٨٩٠", "phone"),
    ("++3460000000", "phone"),
]
EMAIL = [
    *build_text_rules(),
    *((each, "email") for each in ("a", "a@b", "@b.org", "a b@c.org", "a@b..org", "a@@b.org")),
]
COUNTRY = [*build_text_rules(), ("ESP", "country"), ("es", "country"), ("XX", "country"), ("1", "country")]
COUNTRY_CODE = [*((each, "required") for each in (OMITTED, None, "", " ")), ("XX", "country"), ("es", "country")]
COUNTRY_CODE += [*((each, "country_code") for each in ("ESP", "1", "x" * 256, "a\nb")), (7, "invalid"), ([], "invalid")]
USERNAME = [(OMITTED, "required"), (None, "required"), ("", "required"), ("a", "min_length"), ("x" * 65, "max_length")]
USERNAME += [("a b", "username"), ("a-b", "username"), ("a.b", "username"), ("a\0b", "control"), (7, "invalid")]
PASSWORDS: list[InvalidValue] = [
    *((each, "password") for each in ("", "Short1!", "nocapital-1", "NoDigit-here", "NoSymbol1", "        A1")),
    *((each, "common_password") for each in ("Password1!", "Qwerty123!")),
    *(("A1-" + "x" * 126, "max_length"), (12345678, "invalid"), ([], "invalid")),
]
ID = [("x", "integer"), (1.5, "integer"), (True, "integer"), (0, "min_number"), (2**63, "max_number"), ([], "integer")]
NEW_PASSWORD = [(OMITTED, "required"), (None, "invalid"), *PASSWORDS]
CHANGED_PASSWORD = [each for each in PASSWORDS if each[0] != ""]
PRICE: list[InvalidValue] = [
    (OMITTED, "required"),
    ("", "number"),
    ("much", "number"),
    (-1, "number"),
    (1.005, "number"),
]
PRICE += [(10_000_000, "max_number"), (True, "number"), ([], "number"), ("1,5", "number")]
FLAG: list[InvalidValue] = [(OMITTED, "required"), (None, "boolean"), ("true", "boolean"), (1, "boolean")]
OPTIONAL_FLAG = [each for each in FLAG if each[0] not in (OMITTED, None)]
BACKUP_EMAILS: list[InvalidValue] = [
    ("a@b.org", "invalid"),
    (["a@b.org"], "object"),
    ([{"value": "a@b.org"}] * 101, "max_items"),
]
PERSON_FIELDS = {"firstName": NAME, "lastName": NAME, "phone": PHONE, "email": EMAIL, "backupEmails": BACKUP_EMAILS}
BACKUP_EMAIL = {"backupEmails.0.value": EMAIL}
ORGANISATION_FIELDS = {"clientId": ID, "serviceId": ID}
ADDRESS_FIELDS = {each: build_text_rules() for each in ("companyName", "city", "postalCode", "street", "building")}
KEYWORD = [each for each in make_optional(build_text_rules(200)) if each[0] != "  "]
DATETIME: list[InvalidValue] = [("x", "date"), ("2026-02-30T10:00:00", "date"), ("0001-01-01T00:00:00", "date")]
ROLE_SWITCHES = ("isClient", "isService", "isSupervisor", "isAdministrator", "isSustainabilityManager")


@dataclass(frozen=True)
class CallRules:
    """A call with a valid body, and the rules of its fields."""

    verb: str
    path: str
    body: Callable[[World], dict[str, Any]]
    rules: Mapping[str, list[InvalidValue]]
    query: Callable[[World], dict[str, Any]] = lambda world: {}
