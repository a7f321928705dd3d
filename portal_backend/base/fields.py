"""Input types of all requests with their error messages (spec 1 and 2, section 5)."""

import re
import unicodedata
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar

from django.core.exceptions import ValidationError as DjangoValidationError
from django.core.validators import validate_email
from ninja import Body as Whole
from ninja import Schema
from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    StrictBool,
    ValidationInfo,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from portal_backend.base.countries import codes

MAX_ID = 2**63 - 1
LARGEST_AMOUNT = Decimal("9999999.99")
TEXT = 255
NOTE = 1024
# A letter with two marks (Vietnamese) may be sent as three characters and is one in NFC.
MOST_CHARACTERS_OF_ONE = 4
# Stream-Safe Text Format of Unicode (UAX 15)
MOST_MARKS = 30
# more than the longest list that a form can send
MOST_ROWS = 2000
MOST_UNKNOWN = 100
# RFC 5321, 4.5.3.1.1
MAX_LOCAL_PART = 64
# Arabic, Indic and other scripts and emoji need these to join or separate characters; elsewhere they are only invisible
JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
FIRST_JOINED = 0x0600
LINE_ENDS = re.compile("[\u2028\u2029]")
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
Row = TypeVar("Row")
Tone = Literal["waiting", "moving", "done", "rejected", "idle"]


class Body(Schema):
    """JSON request body in camelCase; unknown fields are rejected.

    This keeps callers from setting a role or an owner that the form does not offer.
    """

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)

    @model_validator(mode="wrap")
    @classmethod
    def _run_root_validator(cls, values: Any, handler: ModelWrapValidatorHandler[Any], info: ValidationInfo) -> Any:
        """Validate once; ninja would validate twice per level to support Django objects."""
        return handler(_with_few_unknown(values, cls))


def _with_few_unknown(values: Any, model: type[Body]) -> Any:
    """Drop unknown fields beyond MAX_UNKNOWN_FIELDS, which would only cost memory."""
    if not isinstance(values, dict) or len(values) <= MOST_UNKNOWN:
        return values
    known = {*model.model_fields, *(each.alias for each in model.model_fields.values())}
    unknown = islice((key for key in values if key not in known), MOST_UNKNOWN)
    return {key: values[key] for key in (*unknown, *(known & values.keys()))}


class Wire(Schema):
    """Schema of a response in the OpenAPI document; rows are not validated against it."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


def wrong(key: str, **values: object) -> PydanticCustomError:
    """Build a validation error with the message `errors.field.<key>`."""
    return PydanticCustomError(f"word.{key}", "{key}", {"key": key, **values})


def without_invisible(text: str) -> str:
    """Remove invisible and bidirectional characters; keep joiners between letters."""
    if text.isascii():
        return text
    joined = JOINERS.sub(lambda found: found[0] if _joins(text, found.start()) else "", text)
    return INVISIBLE.sub("", LINE_ENDS.sub("\n", joined))


def _joins(text: str, position: int) -> bool:
    """Return whether the joiner at `position` is between letters of a joining script.

    Emoji count as well. For a variation selector only the character before it counts.
    """
    before, after = text[max(position - 1, 0) : position], text[position + 1 : position + 2]
    around = [before] if text[position] in "\ufe0e\ufe0f" else [before, after]
    return all(char and ord(char) >= FIRST_JOINED for char in around)


def cleaned(limit: int) -> BeforeValidator:
    """Build a validator that normalizes text: NFC, trimmed, no control characters.

    Line breaks are kept, invisible characters removed, and None becomes "". Values of other types are left to their own
    validator. `limit` is the maximum length of the field in characters: text that normalization cannot shorten to it is
    rejected before the work is done.
    """

    def clean(value: object) -> object:
        if value is None:
            return ""
        if not isinstance(value, str):
            return value
        text = value.replace("\r\n", "\n").strip()
        if len(text) > limit * MOST_CHARACTERS_OF_ONE:
            raise wrong("max_length", value=limit)
        text = composed(without_invisible(text).strip())
        # fast path: most texts are entirely printable
        if not text.isprintable() and any(unicodedata.category(char) in ("Cc", "Cs") and char != "\n" for char in text):
            raise wrong("control")
        return text

    return BeforeValidator(clean)


def composed(text: str) -> str:
    """Return the text in NFC. Raises for too many combining marks in a row.

    The limit exceeds every language's needs; sorting combining marks takes quadratic time.
    """
    marks = 0
    for char in "" if text.isascii() else text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks > MOST_MARKS:
            raise wrong("control")
    return unicodedata.normalize("NFC", text)


def given(value: object) -> object:
    """Reject "" as missing, before its length is validated."""
    if value == "":
        raise wrong("required")
    return value


def one_line(value: object) -> object:
    """Reject line breaks; values of other types are left to their own validator."""
    if isinstance(value, str) and "\n" in value:
        raise wrong("control")
    return value


def matches(pattern: str, key: str) -> AfterValidator:
    """Build a validator that requires a full match or "", with `errors.field.<key>`."""
    compiled = re.compile(pattern, re.ASCII)  # digits are 0 to 9

    def check(value: str) -> str:
        if value and not compiled.fullmatch(value):
            raise wrong(key)
        return value

    return AfterValidator(check)


def blank_is_none(value: object) -> object:
    """Convert "" to None: an optional value may be absent, null or ""."""
    return None if value == "" else value


def _day(value: object) -> object:
    """Parse a day; a date-time loses its time and is not shifted (contract section 1)."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}([T ].*)?", value.strip()):
        try:
            day = date.fromisoformat(value.strip()[:10])
        except ValueError:
            raise wrong("date") from None
        if 2000 <= day.year <= 2100:
            return day
    raise wrong("date")


def _moment(value: object) -> object:
    """Parse an ISO 8601 time into UTC (spec 3, section 1).

    A time without an offset is UTC; a day without a time is its midnight.
    """
    if not isinstance(value, str) or not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value.strip()):
        raise wrong("date")
    try:
        moment = datetime.fromisoformat(value.strip())
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise wrong("date") from None
    if not 2000 <= moment.year <= 2100:
        raise wrong("date")
    return moment


def _amount(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise wrong("number")
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,2})?", value.strip()):
        raise wrong("number")
    try:
        amount = Decimal(str(value).strip())
    except InvalidOperation:
        raise wrong("number") from None
    if not amount.is_finite() or amount < 0:
        raise wrong("number")
    if amount > LARGEST_AMOUNT:
        raise wrong("max_number", value=str(LARGEST_AMOUNT))
    if amount != round(amount, 2):
        raise wrong("number")
    return abs(amount).quantize(Decimal("0.01"))


def known_country(value: str) -> str:
    """Return the ISO 3166 alpha-2 code, or raise if there is no such country."""
    if value not in codes():
        raise wrong("country")
    return value


def deliverable(value: str) -> str:
    """Reject an email address that the mail backend would reject.

    Uses the same validator as the sender.
    """
    try:
        validate_email(value)
    except DjangoValidationError:
        raise wrong("email_undeliverable") from None
    if len(value.rpartition("@")[0]) > MAX_LOCAL_PART:
        raise wrong("email_undeliverable")
    return value


Rows = Annotated[list[Row], Field(max_length=MOST_ROWS)]
"""List inside a body, of bounded length."""
RowsSent = Annotated[list[Row], Whole(max_length=MOST_ROWS)]
"""Body that is itself a list, of bounded length."""
Text = Annotated[str, Field(min_length=1, max_length=TEXT), cleaned(TEXT), AfterValidator(one_line)]
OptionalText = Annotated[str, Field(max_length=TEXT), cleaned(TEXT), AfterValidator(one_line)]
Note = Annotated[str, Field(max_length=NOTE), cleaned(NOTE)]
Description = Annotated[str, Field(max_length=4000), cleaned(4000)]
LETTERS = r"[A-Za-z\u00C0-\u024F\u0400-\u04FF]"
PersonName = Annotated[Text, matches(rf"(?=.*{LETTERS})({LETTERS}|[ '’.\-])+", "letters")]
Phone = Annotated[Text, matches(r"\+?[\d ]{10,32}", "phone")]
Email = Annotated[
    Text, matches(r"[^@\s,;<>\"]+@[^@\s,;<>\".]+(\.[^@\s,;<>\".]+)+", "email"), AfterValidator(deliverable)
]
Username = Annotated[
    str,
    Field(min_length=2, max_length=64),
    BeforeValidator(given),
    cleaned(64),
    AfterValidator(one_line),
    matches(r"[A-Za-z0-9_\u00C0-\u024F\u0400-\u04FF]+", "username"),
]
Country = Annotated[Text, AfterValidator(known_country)]
OptionalCountry = Annotated[OptionalText, AfterValidator(lambda value: known_country(value) if value else value)]
HsCode = Annotated[OptionalText, matches(r"\d{4}[. ]?\d{2}([. ]?\d){0,4}", "hs_code")]
Dimensions = Annotated[Text, matches(r"[1-9]\d{0,3}/[1-9]\d{0,3}/[1-9]\d{0,3}", "dimensions")]
Amount = Annotated[Decimal, BeforeValidator(_amount)]
Day = Annotated[date, BeforeValidator(_day)]
Moment = Annotated[datetime, BeforeValidator(_moment)]
OptionalDay = Annotated[Day | None, BeforeValidator(blank_is_none)]
Id = Annotated[int, Field(strict=True, ge=1, le=MAX_ID)]
QueryId = Annotated[int, Field(ge=1, le=MAX_ID)]
Flag = StrictBool


def _new_id(value: object) -> object:
    return None if value in (-1, "") else value


ItemId = Annotated[Id | None, BeforeValidator(_new_id)]
"""Id of a list item; absent, null, "" or -1 mean a new item (contract section 1)."""

Keyword = Annotated[str, Field(max_length=200), cleaned(200), AfterValidator(one_line)]


def path_of(location: tuple[Any, ...]) -> str:
    """Return the wire path of a pydantic location, such as "packages.0.weight".

    Sources and parameter names that ninja adds are left out.
    """
    parts = [part for part in location if not (isinstance(part, str) and part.startswith(("function-", "tagged-")))]
    if parts and parts[0] in ("body", "query", "path", "form", "header", "file"):
        source, parts = parts[0], parts[1:]
        if source in ("body", "query") and len(parts) > 1:
            parts = parts[1:]
    return ".".join(str(part) for part in parts)
