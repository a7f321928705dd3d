"""Parser of untrusted XML into plain trees, in bounded time and memory.

Files may contain several XML documents, as instruments append them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Literal, NoReturn
from xml.parsers import expat

MAX_FILE_BYTES = 10_000_000
MAX_ELEMENTS = 100_000
MAX_ATTRIBUTES = 200_000
MAX_DOCUMENTS = 1000
MAX_REMOVED_CHARACTERS = 1000
MAX_DEPTH = 64
# elements visited, numbers parsed and channels computed: more than valid files require, about two seconds
MAX_STEPS = 2_000_000
MAX_TAG_BYTES = 256_000
CHUNK_BYTES = 64_000
XML_DECLARATION = re.compile(rb"<\?xml\s")
# each document appended to a file may begin with a byte order mark
BYTE_ORDER_MARK = re.compile(rb"^\xef\xbb\xbf|\xef\xbb\xbf(?=\s*<\?xml\s)")
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
ENCODING_DECLARATION = re.compile(r"""(<\?xml[^>]{0,100}?)\sencoding\s*=\s*(?:"[^"]{0,40}"|'[^']{0,40}')""")
# some instruments write references to characters that XML does not allow; removing them loses nothing
INVALID_CHARACTER_REFERENCE = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01])|[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]));"
)


UnreadableReason = Literal["broken", "cut_off", "entities", "too_large", "too_slow", "no_spectrum"]


class UnreadableFileError(Exception):
    """File that cannot be read, with the reason."""

    def __init__(self, reason: UnreadableReason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class ParseBudget:
    """Budget of work for all documents of a file, shared by parser and tree walks."""

    #: Elements and attributes parsed so far.
    elements: int = 0
    attributes: int = 0
    #: Elements visited, numbers parsed and channels computed so far.
    steps: int = 0

    def spend(self, steps: int) -> None:
        """Spend steps of work.

        Raises UnreadableFileError if the file requires too many.
        """
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise UnreadableFileError("too_slow")


@dataclass(slots=True)
class XmlElement:
    """Element by its local name, without prefix or namespace."""

    name: str
    attributes: dict[str, str]
    children: list["XmlElement"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    budget: ParseBudget = field(default_factory=ParseBudget, repr=False)

    @property
    def text(self) -> str:
        """Own text of the element, trimmed."""
        return "".join(self.texts).strip()

    def find_all(self, *names: str) -> Iterator["XmlElement"]:
        """Yield the outermost descendants with these names, in document order.

        No result contains another, so that loops over the descendants of each visit no element twice.
        """
        waiting = self.children[::-1]
        while waiting:
            self.budget.spend(1)
            element = waiting.pop()
            if element.name in names:
                yield element
            else:
                waiting += reversed(element.children)

    def find_text(self, *names: str) -> str:
        """Return the first non-empty text of a descendant with one of these names."""
        return next((found.text for found in self.find_all(*names) if found.text), "")


def strip_byte_order_marks(content: bytes) -> bytes:
    """Remove byte order marks, and convert UTF-16 to UTF-8.

    Later searches work on bytes. Raises UnreadableFileError.
    """
    if content.startswith(UTF16_MARKS):
        try:
            text = content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise UnreadableFileError("broken") from error
        return ENCODING_DECLARATION.sub(r"\1", text).encode()
    return BYTE_ORDER_MARK.sub(b"", content)


def parse_documents(content: bytes) -> tuple[list[XmlElement], bool]:
    """Parse the documents of a file into their roots.

    Some instruments append a document for each measurement. Also returns whether the last document is truncated and
    therefore omitted; a file without any complete document is an error. Raises UnreadableFileError.
    """
    if len(content) > MAX_FILE_BYTES:
        raise UnreadableFileError("too_large")
    cleaned = INVALID_CHARACTER_REFERENCE.sub(
        b"", strip_byte_order_marks(content).strip(), count=MAX_REMOVED_CHARACTERS
    )
    starts = [found.start() for found in islice(XML_DECLARATION.finditer(cleaned), MAX_DOCUMENTS + 1)]
    if len(starts) > MAX_DOCUMENTS:
        raise UnreadableFileError("too_large")
    bounds = [0, *(start for start in starts if start), len(cleaned)]
    budget = ParseBudget()
    roots: list[XmlElement] = []
    for start, end in pairwise(bounds):
        try:
            roots.append(_TreeBuilder(budget).parse(cleaned[start:end]))
        except UnreadableFileError as refusal:
            if refusal.reason == "cut_off" and end == len(cleaned) and roots:
                return roots, True
            raise
    return roots, False


class _TreeBuilder:
    """Builder of the tree of one document."""

    def __init__(self, budget: ParseBudget) -> None:
        self._budget = budget
        self._document = XmlElement("", {}, budget=budget)
        self._open_elements = [self._document]
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start_element
        self._parser.EndElementHandler = self._end_element
        self._parser.CharacterDataHandler = self._append_text
        # entities, internal or external, require a document type declaration
        self._parser.StartDoctypeDeclHandler = _reject_entities

    def parse(self, content: bytes) -> XmlElement:
        """Parse a document and return its root.

        Raises UnreadableFileError.
        """
        try:
            for start in range(0, len(content), CHUNK_BYTES):
                self._parser.Parse(content[start : start + CHUNK_BYTES], False)
                # expat buffers a tag until it is complete, so its length is limited
                if start + CHUNK_BYTES - self._parser.CurrentByteIndex > MAX_TAG_BYTES:
                    raise UnreadableFileError("too_large")
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            if self._document.children and len(self._open_elements) == 1:
                return self._document.children[
                    0
                ]  # ignore transmission characters of a serial line after the root element
            ended = self._parser.CurrentByteIndex >= len(content.rstrip()) or error.code in _TRUNCATION_ERRORS
            raise UnreadableFileError("cut_off" if ended and self._document.children else "broken") from error
        except (UnicodeError, ValueError, LookupError) as error:  # an unknown encoding
            raise UnreadableFileError("broken") from error
        return self._document.children[0]

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        self._budget.elements += 1
        self._budget.attributes += len(attributes)
        if self._budget.elements > MAX_ELEMENTS or self._budget.attributes > MAX_ATTRIBUTES:
            raise UnreadableFileError("too_large")
        if len(self._open_elements) > MAX_DEPTH:
            raise UnreadableFileError("broken")
        element = XmlElement(
            _strip_prefix(name), {_strip_prefix(key): value for key, value in attributes.items()}, budget=self._budget
        )
        self._open_elements[-1].children.append(element)
        self._open_elements.append(element)

    def _end_element(self, name: str) -> None:
        self._open_elements.pop()

    def _append_text(self, text: str) -> None:
        self._open_elements[-1].texts.append(text)


_TRUNCATION_ERRORS = (
    expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
    expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
)


def _strip_prefix(name: str) -> str:
    return name.rpartition(":")[2]


def _reject_entities(*declared: object) -> NoReturn:
    raise UnreadableFileError("entities")
