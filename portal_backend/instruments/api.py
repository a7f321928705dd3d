"""API endpoints of instruments: history, search and hints for requests."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import QueryId, ShortText
from portal_backend.instruments import hints, history, schemas
from portal_backend.instruments.lists import READERS
from portal_backend.repairs.process import CREATORS

router = Router(tags=["instruments"])


@router.get("/instruments/fetch", response=schemas.InstrumentHistory, auth=TokenAuth(READERS))
def fetch_instrument(
    request: HttpRequest, instrument_id: Annotated[QueryId, Query(alias="instrumentId")]
) -> ApiResponse:
    """Return an instrument with all its requests."""
    return ApiResponse(history.get_instrument_history(instrument_id, actor=get_actor(request)))


@router.get("/instruments/search", response=list[schemas.FoundInstrument], auth=TokenAuth(READERS))
def search_instruments(
    request: HttpRequest, word: Annotated[ShortText, Field(min_length=2, max_length=100)]
) -> ApiResponse:
    """Find instruments by serial number, model or client."""
    return ApiResponse(history.search_instruments(word, actor=get_actor(request)))


@router.get("/instruments/known", response=schemas.Hint, auth=TokenAuth(CREATORS))
def fetch_serial_hint(
    request: HttpRequest,
    part_id: Annotated[QueryId, Query(alias="partId")],
    serial_number: Annotated[ShortText, Query(alias="serialNumber", max_length=255)],
) -> ApiResponse:
    """Return hints about a serial number that is being entered."""
    return ApiResponse(hints.get_serial_hint(part_id, serial_number, actor=get_actor(request)))


@router.get("/instruments/of-repair", response=list[schemas.UnitHint], auth=TokenAuth(READERS))
def fetch_repair_hints(request: HttpRequest, repair_id: Annotated[QueryId, Query(alias="repairId")]) -> ApiResponse:
    """Return hints about each unit of a repair."""
    return ApiResponse(hints.get_repair_hints(repair_id, actor=get_actor(request)))
