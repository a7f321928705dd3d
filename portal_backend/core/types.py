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

from portal_backend.core.countries import get_country_codes

MAX_ID = 2**63 - 1
MAX_AMOUNT = Decimal("9999999.99")
MAX_TEXT_LENGTH = 255
MAX_NOTE_LENGTH = 1024
# A letter with two marks (Vietnamese) may be sent as three characters and is one in NFC.
MAX_DECOMPOSED_LENGTH = 4
# Stream-Safe Text Format of Unicode (UAX 15)
MAX_COMBINING_MARKS = 30
# more than the longest list that a form can send
MAX_LIST_ITEMS = 2000
MAX_UNKNOWN_FIELDS = 100
# RFC 5321, 4.5.3.1.1
MAX_EMAIL_LOCAL_PART = 64
# Arabic, Indic and other scripts and emoji need these to join or separate characters; elsewhere they are only invisible
JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
FIRST_JOINING_CODE_POINT = 0x0600
LINE_SEPARATORS = re.compile("[\u2028\u2029]")
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
Row = TypeVar("Row")
Tone = Literal["waiting", "moving", "done", "rejected", "idle"]


class RequestModel(Schema):
    """JSON request body in camelCase; unknown fields are rejected.

    This keeps callers from setting a role or an owner that the form does not offer.
    """

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)

    @model_validator(mode="wrap")
    @classmethod
    def _run_root_validator(cls, values: Any, handler: ModelWrapValidatorHandler[Any], info: ValidationInfo) -> Any:
        """Validate once; ninja would validate twice per level to support Django objects."""
        return handler(_drop_excess_unknown_fields(values, cls))


def _drop_excess_unknown_fields(values: Any, model: type[RequestModel]) -> Any:
    """Drop unknown fields beyond MAX_UNKNOWN_FIELDS, which would only cost memory."""
    if not isinstance(values, dict) or len(values) <= MAX_UNKNOWN_FIELDS:
        return values
    known = {*model.model_fields, *(each.alias for each in model.model_fields.values())}
    unknown = islice((key for key in values if key not in known), MAX_UNKNOWN_FIELDS)
    return {key: values[key] for key in (*unknown, *(known & values.keys()))}


class ResponseModel(Schema):
    """Schema of a response in the OpenAPI document; rows are not validated against it."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


def field_error(key: str, **values: object) -> PydanticCustomError:
    """Build a validation error with the message `errors.field.<key>`."""
    return PydanticCustomError(f"word.{key}", "{key}", {"key": key, **values})


def strip_invisible(text: str) -> str:
    """Remove invisible and bidirectional characters; keep joiners between letters."""
    if text.isascii():
        return text
    joined = JOINERS.sub(lambda found: found[0] if _is_joining(text, found.start()) else "", text)
    return INVISIBLE.sub("", LINE_SEPARATORS.sub("\n", joined))


def _is_joining(text: str, position: int) -> bool:
    """Return whether the joiner at `position` is between letters of a joining script.

    Emoji count as well. For a variation selector only the character before it counts.
    """
    before, after = text[max(position - 1, 0) : position], text[position + 1 : position + 2]
    around = [before] if text[position] in "\ufe0e\ufe0f" else [before, after]
    return all(char and ord(char) >= FIRST_JOINING_CODE_POINT for char in around)


def clean_text(limit: int) -> BeforeValidator:
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
        if len(text) > limit * MAX_DECOMPOSED_LENGTH:
            raise field_error("max_length", value=limit)
        text = normalize_nfc(strip_invisible(text).strip())
        # fast path: most texts are entirely printable
        if not text.isprintable() and any(unicodedata.category(char) in ("Cc", "Cs") and char != "\n" for char in text):
            raise field_error("control")
        return text

    return BeforeValidator(clean)


def normalize_nfc(text: str) -> str:
    """Return the text in NFC. Raises for too many combining marks in a row.

    The limit exceeds every language's needs; sorting combining marks takes quadratic time.
    """
    marks = 0
    for char in "" if text.isascii() else text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks > MAX_COMBINING_MARKS:
            raise field_error("control")
    return unicodedata.normalize("NFC", text)


def require_value(value: object) -> object:
    """Reject "" as missing, before its length is validated."""
    if value == "":
        raise field_error("required")
    return value


def reject_line_breaks(value: object) -> object:
    """Reject line breaks; values of other types are left to their own validator."""
    if isinstance(value, str) and "\n" in value:
        raise field_error("control")
    return value


def match_pattern(pattern: str, key: str) -> AfterValidator:
    """Build a validator that requires a full match or "", with `errors.field.<key>`."""
    compiled = re.compile(pattern, re.ASCII)  # digits are 0 to 9

    def check(value: str) -> str:
        if value and not compiled.fullmatch(value):
            raise field_error(key)
        return value

    return AfterValidator(check)


def blank_to_none(value: object) -> object:
    """Convert "" to None: an optional value may be absent, null or ""."""
    return None if value == "" else value


def _parse_day(value: object) -> object:
    """Parse a day; a date-time loses its time and is not shifted (contract section 1)."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}([T ].*)?", value.strip()):
        try:
            day = date.fromisoformat(value.strip()[:10])
        except ValueError:
            raise field_error("date") from None
        if 2000 <= day.year <= 2100:
            return day
    raise field_error("date")


def _parse_datetime(value: object) -> object:
    """Parse an ISO 8601 time into UTC (spec 3, section 1).

    A time without an offset is UTC; a day without a time is its midnight.
    """
    if not isinstance(value, str) or not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value.strip()):
        raise field_error("date")
    try:
        moment = datetime.fromisoformat(value.strip())
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise field_error("date") from None
    if not 2000 <= moment.year <= 2100:
        raise field_error("date")
    return moment


def _parse_amount(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise field_error("number")
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,2})?", value.strip()):
        raise field_error("number")
    try:
        amount = Decimal(str(value).strip())
    except InvalidOperation:
        raise field_error("number") from None
    if not amount.is_finite() or amount < 0:
        raise field_error("number")
    if amount > MAX_AMOUNT:
        raise field_error("max_number", value=str(MAX_AMOUNT))
    if amount != round(amount, 2):
        raise field_error("number")
    return abs(amount).quantize(Decimal("0.01"))


def validate_country(value: str) -> str:
    """Return the ISO 3166 alpha-2 code, or raise if there is no such country."""
    if value not in get_country_codes():
        raise field_error("country")
    return value


def validate_deliverable(value: str) -> str:
    """Reject an email address that the mail backend would reject.

    Uses the same validator as the sender.
    """
    try:
        validate_email(value)
    except DjangoValidationError:
        raise field_error("email_undeliverable") from None
    if len(value.rpartition("@")[0]) > MAX_EMAIL_LOCAL_PART:
        raise field_error("email_undeliverable")
    return value


BoundedList = Annotated[list[Row], Field(max_length=MAX_LIST_ITEMS)]
"""List inside a body, of bounded length."""
RequestList = Annotated[list[Row], Whole(max_length=MAX_LIST_ITEMS)]
"""Body that is itself a list, of bounded length."""
Text = Annotated[
    str,
    Field(min_length=1, max_length=MAX_TEXT_LENGTH),
    clean_text(MAX_TEXT_LENGTH),
    AfterValidator(reject_line_breaks),
]
OptionalText = Annotated[
    str, Field(max_length=MAX_TEXT_LENGTH), clean_text(MAX_TEXT_LENGTH), AfterValidator(reject_line_breaks)
]
Note = Annotated[str, Field(max_length=MAX_NOTE_LENGTH), clean_text(MAX_NOTE_LENGTH)]
Description = Annotated[str, Field(max_length=4000), clean_text(4000)]
LETTER_CLASS = r"[A-Za-z\u00C0-\u024F\u0400-\u04FF]"
PersonName = Annotated[Text, match_pattern(rf"(?=.*{LETTER_CLASS})({LETTER_CLASS}|[ '’.\-])+", "letters")]
Phone = Annotated[Text, match_pattern(r"\+?[\d ]{10,32}", "phone")]
Email = Annotated[
    Text,
    match_pattern(r"[^@\s,;<>\"]+@[^@\s,;<>\".]+(\.[^@\s,;<>\".]+)+", "email"),
    AfterValidator(validate_deliverable),
]
Username = Annotated[
    str,
    Field(min_length=2, max_length=64),
    BeforeValidator(require_value),
    clean_text(64),
    AfterValidator(reject_line_breaks),
    match_pattern(r"[A-Za-z0-9_\u00C0-\u024F\u0400-\u04FF]+", "username"),
]
Country = Annotated[Text, AfterValidator(validate_country)]
OptionalCountry = Annotated[OptionalText, AfterValidator(lambda value: validate_country(value) if value else value)]
HsCode = Annotated[OptionalText, match_pattern(r"\d{4}[. ]?\d{2}([. ]?\d){0,4}", "hs_code")]
Dimensions = Annotated[Text, match_pattern(r"[1-9]\d{0,3}/[1-9]\d{0,3}/[1-9]\d{0,3}", "dimensions")]
Amount = Annotated[Decimal, BeforeValidator(_parse_amount)]
Day = Annotated[date, BeforeValidator(_parse_day)]
UtcDateTime = Annotated[datetime, BeforeValidator(_parse_datetime)]
Id = Annotated[int, Field(strict=True, ge=1, le=MAX_ID)]
QueryId = Annotated[int, Field(ge=1, le=MAX_ID)]
Flag = StrictBool


def _new_id_to_none(value: object) -> object:
    return None if value in (-1, "") else value


ItemId = Annotated[Id | None, BeforeValidator(_new_id_to_none)]
"""Id of a list item; absent, null, "" or -1 mean a new item (contract section 1)."""

ShortText = Annotated[str, Field(max_length=200), clean_text(200), AfterValidator(reject_line_breaks)]
"""Text of one line: search keywords, and usernames, ids and reset keys in URLs. May be empty."""


def build_field_path(location: tuple[Any, ...]) -> str:
    """Return the wire path of a pydantic location, such as "packages.0.weight".

    Sources and parameter names that ninja adds are left out.
    """
    parts = [part for part in location if not (isinstance(part, str) and part.startswith(("function-", "tagged-")))]
    if parts and parts[0] in ("body", "query", "path", "form", "header", "file"):
        source, parts = parts[0], parts[1:]
        if source in ("body", "query") and len(parts) > 1:
            parts = parts[1:]
    return ".".join(str(part) for part in parts)


MAX_LISTED_CHARACTERS = 10
# shipping/documents has fonts for these in both weights, and shapes them. A test compares the list with the fonts.
PRINTABLE_CHARACTERS = (
    # Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic
    " -~\u00a0-\u0377\u037a-\u037f\u0384-\u03e1\u03f0-\u052f\u0531-\u0556\u0559-\u055f\u0561-\u0587\u0589\u058a"
    "\u0591-\u05c7\u05d0-\u05ea\u05f0-\u05f4\u0606-\u061b\u061e-\u06ff\u0750-\u077f"
    # Devanagari, Bengali, Gurmukhi, Gujarati
    "\u0900-\u0983\u0985-\u098c\u098f\u0990\u0993-\u09a8\u09aa-\u09b0\u09b2\u09b6-\u09b9\u09bc-\u09c4\u09c7\u09c8\u09cb-\u09ce"
    "\u09d7\u09dc\u09dd\u09df-\u09e3\u09e6-\u09f1\u09f3-\u09fb\u0a01-\u0a03\u0a05-\u0a0a\u0a0f\u0a10\u0a13-\u0a28\u0a2a-\u0a30"
    "\u0a32\u0a33\u0a35\u0a36\u0a38\u0a39\u0a3c\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51\u0a59-\u0a5c\u0a5e\u0a66-\u0a75"
    "\u0a81-\u0a83\u0a85-\u0a8d\u0a8f-\u0a91\u0a93-\u0aa8\u0aaa-\u0ab0\u0ab2\u0ab3\u0ab5-\u0ab9\u0abc-\u0ac5\u0ac7-\u0ac9"
    "\u0acb-\u0acd\u0ad0\u0ae0-\u0ae3\u0ae6-\u0af1"
    # Tamil, Telugu, Kannada, Malayalam
    "\u0b82\u0b83\u0b85-\u0b8a\u0b8e-\u0b90\u0b92-\u0b95\u0b99\u0b9a\u0b9c\u0b9e\u0b9f\u0ba3\u0ba4\u0ba8-\u0baa\u0bae-\u0bb9"
    "\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd0\u0bd7\u0be6-\u0bfa\u0c01-\u0c03\u0c05-\u0c0c\u0c0e-\u0c10\u0c12-\u0c28"
    "\u0c2a-\u0c33\u0c35-\u0c39\u0c3d-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56\u0c58\u0c59\u0c60-\u0c63\u0c66-\u0c6f"
    "\u0c78-\u0c83\u0c85-\u0c8c\u0c8e-\u0c90\u0c92-\u0ca8\u0caa-\u0cb3\u0cb5-\u0cb9\u0cbc-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd"
    "\u0cd5\u0cd6\u0cde\u0ce0-\u0ce3\u0ce6-\u0cef\u0cf1\u0cf2\u0d01-\u0d03\u0d05-\u0d0c\u0d0e-\u0d10\u0d12-\u0d3a\u0d3d-\u0d44"
    "\u0d46-\u0d48\u0d4a-\u0d4f\u0d54-\u0d63\u0d66-\u0d7f"
    # Thai, Lao, Georgian, Ethiopic
    "\u0e01-\u0e3a\u0e3f-\u0e5b\u0e81\u0e82\u0e84\u0e87\u0e88\u0e8a\u0e8d\u0e94-\u0e97\u0e99-\u0e9f\u0ea1-\u0ea3\u0ea5\u0ea7"
    "\u0eaa\u0eab\u0ead-\u0eb9\u0ebb-\u0ebd\u0ec0-\u0ec4\u0ec6\u0ec8-\u0ecd\u0ed0-\u0ed9\u0edc-\u0edf\u10a0-\u10c5\u10d0-\u10ff"
    "\u1200-\u1248\u124a-\u124d\u1250-\u1256\u1258\u125a-\u125d\u1260-\u1288\u128a-\u128d\u1290-\u12b0\u12b2-\u12b5\u12b8-\u12be"
    "\u12c0\u12c2-\u12c5\u12c8-\u12d6\u12d8-\u1310\u1312-\u1315\u1318-\u135a\u135d-\u137c"
    # Latin and Greek with accents, symbols, Chinese, Japanese, Korean
    "\u1e00-\u1f15\u1f18-\u1fbc\u200c\u200d\u2010-\u2027\u2030-\u205e\u2070-\u208e\u20a0-\u20be\u2100-\u218b\u2190-\u22ff"
    "\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u3105-\u312d\u3131-\u318e\u3200-\u321e\u3220-\u32fe\u3400-\u4db5\u4e00-\u9fd5"
    "\uac00-\ud7a3\uff01-\uffbe\uffe0-\uffe6"
)
PRINTABLE_PATTERN = re.compile(f"[{PRINTABLE_CHARACTERS}]*")


def validate_printable(text: str) -> str:
    """Reject a text with unprintable characters and list them in the message."""
    if not PRINTABLE_PATTERN.fullmatch(text):
        letters = dict.fromkeys(letter for letter in text if not PRINTABLE_PATTERN.fullmatch(letter))
        raise field_error("unprintable", letters=" ".join(list(letters)[:MAX_LISTED_CHARACTERS]))
    return text


PrintableText = Annotated[Text, AfterValidator(validate_printable)]
OptionalPrintableText = Annotated[OptionalText, AfterValidator(validate_printable)]
