"""Reading of stored spectrum files, and the parts that match an instrument."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from portal_backend.catalogue.models import Part
from portal_backend.catalogue.selectors import serialize_part_choice
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError
from portal_backend.core.text_search import Collated
from portal_backend.core.translations import LazyMessage
from portal_backend.files.bounded_queue import BoundedQueue
from portal_backend.files.content import local_copy
from portal_backend.files.lists import get_file
from portal_backend.imports.column_matching import normalize_label
from portal_backend.sandbox.runner import ParserFailedError, ParserLimits, ParserRejectedError, run_parser
from portal_backend.spectra.n42 import InstrumentInfo
from portal_backend.spectra.xml_reader import MAX_FILE_BYTES
from portal_backend.workflow.models import RequestKind

MAX_MATCHES = 5
MIN_MANUFACTURER_SIMILARITY = 85.0
# words that do not identify a manufacturer
LEGAL_FORMS = frozenset({"ag", "co", "company", "corp", "corporation", "gmbh", "inc", "llc", "ltd", "sa", "the"})
INDUSTRY_WORDS = frozenset(
    {"detection", "instruments", "radiation", "scientific", "solutions", "systems", "technologies"}
)
SAME_MODEL_AND_MANUFACTURER, SAME_MODEL, SAME_PREFIX = 3, 2, 1


class PartCandidate(NamedTuple):
    """Part of the catalog by manufacturer and model."""

    id: int
    manufacturer: str
    model: str


def find_best_matches(instrument: InstrumentInfo, names: Iterable[PartCandidate]) -> list[int]:
    """Return the ids of the parts with the best score; none if the model is unknown."""
    scores = {name.id: _score_match(instrument, name) for name in names} if instrument.model else {}
    best = max(scores.values(), default=0)
    return [pk for pk, each in scores.items() if each == best][:MAX_MATCHES] if best else []


def _score_match(instrument: InstrumentInfo, name: PartCandidate) -> int:
    """Score how well a part matches; 0 for no match.

    Similar models do not match: EX and DX, or R400 and R440, are different instruments.
    """
    is_same_manufacturer = _is_same_manufacturer(instrument.manufacturer, name.manufacturer)
    model, part_model = (_split_model(each, instrument, name) for each in (instrument.model, name.model))
    if not model or not part_model:
        return 0
    if "".join(model) == "".join(part_model):
        return SAME_MODEL_AND_MANUFACTURER if is_same_manufacturer else SAME_MODEL
    shorter, longer = sorted((model, part_model), key=len)
    return SAME_PREFIX if is_same_manufacturer and longer[: len(shorter)] == shorter else 0


def _split_model(model: str, instrument: InstrumentInfo, name: PartCandidate) -> list[str]:
    """Return the words of a model without those of its manufacturer."""
    manufacturer_words = {
        *normalize_label(instrument.manufacturer).split(),
        *normalize_label(name.manufacturer).split(),
    }
    return [word for word in normalize_label(model).split() if word not in manufacturer_words]


def _is_same_manufacturer(manufacturer: str, part_manufacturer: str) -> bool:
    """Return whether two names may be the same manufacturer, also if one is missing."""
    first, second = normalize_label(manufacturer), normalize_label(part_manufacturer)
    if not first or not second or fuzz.token_set_ratio(first, second) >= MIN_MANUFACTURER_SIMILARITY:
        return True
    return bool((set(first.split()) & set(second.split())) - LEGAL_FORMS - INDUSTRY_WORDS)


def find_matching_parts(instrument: InstrumentInfo, kind: RequestKind) -> list[Part]:
    """Return the matching parts that are available for a kind of request."""
    if not instrument.model:
        return []
    rows = Part.objects.filter(enabled=True, service_categories__key=kind)
    ordered = rows.order_by(Collated("manufacturer"), Collated("model"), "pk")
    ids = find_best_matches(
        instrument, (PartCandidate(*row) for row in ordered.values_list("pk", "manufacturer", "model"))
    )
    part_by_id = {part.pk: part for part in rows.filter(pk__in=ids).select_related("category")}
    return [part_by_id[pk] for pk in ids if pk in part_by_id]


SANDBOX_MODULE = "portal_backend.spectra.sandbox"
# the largest valid file takes a second and 150 MB
PARSER_LIMITS = ParserLimits(memory=300_000_000, seconds=5, output=5_000_000, timeout=15)
PARSE_QUEUE = BoundedQueue(concurrency=2)


def read_spectra(file_id: str, kind: RequestKind, *, actor: Actor) -> dict[str, Any]:
    """Return the contents of a spectrum file and the parts it matches.

    Only parts for a kind of service request are matched. Raises 404, 415 if the file cannot be read, or 503.
    """
    file = get_file(actor, file_id)
    if file.size > MAX_FILE_BYTES:
        raise _build_unsupported_file_error("too_large")
    with PARSE_QUEUE.slot(actor.user_id), local_copy(file) as path:
        try:
            ((_, reading),) = run_parser(SANDBOX_MODULE, {"path": str(path)}, PARSER_LIMITS)
        except ParserRejectedError as rejection:
            raise _build_unsupported_file_error(rejection.reason) from None
        except ParserFailedError as failure:
            raise _build_unsupported_file_error(failure.reason) from None
    info = reading["instrument"]
    instrument = InstrumentInfo(info["manufacturer"], info["model"], info["serialNumber"], info["firmware"])
    parts = find_matching_parts(instrument, kind)
    return {**reading, "parts": [{**serialize_part_choice(part), "category": part.category.key} for part in parts]}


def _build_unsupported_file_error(reason: str) -> ApiError:
    message = LazyMessage(f"spectra.refused.{reason}", {"most": MAX_FILE_BYTES // 1_000_000})
    return ApiError(415, "UNSUPPORTED_FILE", message)
