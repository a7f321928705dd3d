"""Texts for printed documents; characters without a font are rejected on input."""

import re
from typing import Annotated

from pydantic import AfterValidator

from portal_backend.core.types import OptionalText, Text, field_error

MAX_LISTED_CHARACTERS = 10
# Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Thai, Georgian, Chinese, Japanese and Korean with their symbols.
# shipping/documents has fonts for these and joins Arabic letters; other scripts would need more shaping.
PRINTABLE_PATTERN = re.compile(
    "[ -~\u00a0-\u0377\u037a-\u037f\u0384-\u03e1\u03f0-\u052f\u0531-\u0556\u0559-\u055f\u0561-\u0587\u0589\u058a"
    "\u0591-\u05c7\u05d0-\u05ea\u05f0-\u05f4\u0606-\u061b\u061e-\u06ff\u0750-\u077f\u0e01-\u0e3a\u0e3f-\u0e5b\u10a0-\u10c5\u10d0-\u10ff"
    "\u1e00-\u1f15\u1f18-\u1fbc\u200c\u200d\u2010-\u2027\u2030-\u205e\u2070-\u208e\u20a0-\u20be\u2100-\u218b\u2190-\u22ff"
    "\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u3105-\u312d\u3131-\u318e\u3200-\u321e\u3220-\u32fe\u3400-\u4db5\u4e00-\u9fd5"
    "\uac00-\ud7a3\uff01-\uffbe\uffe0-\uffe6]*"
)


def validate_printable(text: str) -> str:
    """Reject a text with unprintable characters and list them in the message."""
    if not PRINTABLE_PATTERN.fullmatch(text):
        letters = dict.fromkeys(letter for letter in text if not PRINTABLE_PATTERN.fullmatch(letter))
        raise field_error("unprintable", letters=" ".join(list(letters)[:MAX_LISTED_CHARACTERS]))
    return text


PrintableText = Annotated[Text, AfterValidator(validate_printable)]
OptionalPrintableText = Annotated[OptionalText, AfterValidator(validate_printable)]
