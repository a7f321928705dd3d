"""Parser of untrusted XML into plain trees, in bounded time and memory.

Files may contain several XML documents, as instruments append them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Literal, NoReturn
from xml.parsers import expat

MOST_BYTES = 10_000_000
MOST_ELEMENTS = 100_000
MOST_ATTRIBUTES = 200_000
MOST_DOCUMENTS = 1000
MOST_ODDITIES = 1000
DEEPEST = 64
# elements visited, numbers parsed and channels computed: more than valid files require, about two seconds
MAX_STEPS = 2_000_000
LONGEST_TAG = 256_000
CHUNK = 64_000
DECLARATION = re.compile(rb"<\?xml\s")
# each document appended to a file may begin with a byte order mark
MARK = re.compile(rb"^\xef\xbb\xbf|\xef\xbb\xbf(?=\s*<\?xml\s)")
WIDE = (b"\xff\xfe", b"\xfe\xff")
ENCODING = re.compile(r"""(<\?xml[^>]{0,100}?)\sencoding\s*=\s*(?:"[^"]{0,40}"|'[^']{0,40}')""")
# some instruments write references to characters that XML does not allow; removing them loses nothing
NO_CHARACTER = re.compile(rb"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01])|[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]));")


Reason = Literal["broken", "cut_off", "entities", "too_large", "too_slow", "no_spectrum"]


class Unreadable(Exception):
    """File that cannot be read, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class Budget:
    """Budget of work for all documents of a file, shared by parser and tree walks."""

    #: Elements and attributes parsed so far.
    elements: int = 0
    attributes: int = 0
    #: Elements visited, numbers parsed and channels computed so far.
    steps: int = 0

    def take(self, steps: int) -> None:
        """Spend steps of work.

        Raises UnreadableFileError if the file requires too many.
        """
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise Unreadable("too_slow")


@dataclass(slots=True)
class Element:
    """Element by its local name, without prefix or namespace."""

    name: str
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    budget: Budget = field(default_factory=Budget, repr=False)

    @property
    def text(self) -> str:
        """Own text of the element, trimmed."""
        return "".join(self.texts).strip()

    def all(self, *names: str) -> Iterator["Element"]:
        """Yield the outermost descendants with these names, in document order.

        No result contains another, so that loops over the descendants of each visit no element twice.
        """
        waiting = self.children[::-1]
        while waiting:
            self.budget.take(1)
            element = waiting.pop()
            if element.name in names:
                yield element
            else:
                waiting += reversed(element.children)

    def said(self, *names: str) -> str:
        """Return the first non-empty text of a descendant with one of these names."""
        return next((found.text for found in self.all(*names) if found.text), "")


def without_marks(content: bytes) -> bytes:
    """Remove byte order marks, and convert UTF-16 to UTF-8.

    Later searches work on bytes. Raises UnreadableFileError.
    """
    if content.startswith(WIDE):
        try:
            text = content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise Unreadable("broken") from error
        return ENCODING.sub(r"\1", text).encode()
    return MARK.sub(b"", content)


def documents(content: bytes) -> tuple[list[Element], bool]:
    """Parse the documents of a file into their roots.

    Some instruments append a document for each measurement. Also returns whether the last document is truncated and
    therefore omitted; a file without any complete document is an error. Raises UnreadableFileError.
    """
    if len(content) > MOST_BYTES:
        raise Unreadable("too_large")
    cleaned = NO_CHARACTER.sub(b"", without_marks(content).strip(), count=MOST_ODDITIES)
    starts = [found.start() for found in islice(DECLARATION.finditer(cleaned), MOST_DOCUMENTS + 1)]
    if len(starts) > MOST_DOCUMENTS:
        raise Unreadable("too_large")
    bounds = [0, *(start for start in starts if start), len(cleaned)]
    budget = Budget()
    roots: list[Element] = []
    for start, end in pairwise(bounds):
        try:
            roots.append(_Reader(budget).root_of(cleaned[start:end]))
        except Unreadable as refusal:
            if refusal.reason == "cut_off" and end == len(cleaned) and roots:
                return roots, True
            raise
    return roots, False


class _Reader:
    """Builder of the tree of one document."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._top = Element("", {}, budget=budget)
        self._open = [self._top]
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        # entities, internal or external, require a document type declaration
        self._parser.StartDoctypeDeclHandler = _refuse_entities

    def root_of(self, content: bytes) -> Element:
        """Parse a document and return its root.

        Raises UnreadableFileError.
        """
        try:
            for start in range(0, len(content), CHUNK):
                self._parser.Parse(content[start : start + CHUNK], False)
                # expat buffers a tag until it is complete, so its length is limited
                if start + CHUNK - self._parser.CurrentByteIndex > LONGEST_TAG:
                    raise Unreadable("too_large")
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            if self._top.children and len(self._open) == 1:
                return self._top.children[0]  # ignore transmission characters of a serial line after the root element
            ended = self._parser.CurrentByteIndex >= len(content.rstrip()) or error.code in _CUT_OFF
            raise Unreadable("cut_off" if ended and self._top.children else "broken") from error
        except (UnicodeError, ValueError, LookupError) as error:  # an unknown encoding
            raise Unreadable("broken") from error
        return self._top.children[0]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._budget.elements += 1
        self._budget.attributes += len(attributes)
        if self._budget.elements > MOST_ELEMENTS or self._budget.attributes > MOST_ATTRIBUTES:
            raise Unreadable("too_large")
        if len(self._open) > DEEPEST:
            raise Unreadable("broken")
        element = Element(_bare(name), {_bare(key): value for key, value in attributes.items()}, budget=self._budget)
        self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        self._open[-1].texts.append(text)


_CUT_OFF = (
    expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
    expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
)


def _bare(name: str) -> str:
    return name.rpartition(":")[2]


def _refuse_entities(*declared: object) -> NoReturn:
    raise Unreadable("entities")
