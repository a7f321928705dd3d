"""API endpoints of instruments: history, search and hints for requests."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Keyword, QueryId
from portal_backend.instruments import hints, passport, schemas
from portal_backend.instruments.lists import READERS
from portal_backend.repairs.process import CREATORS

router = Router(tags=["instruments"])


@router.get("/instruments/fetch", response=schemas.Passport, auth=Gate(READERS))
def fetch(request: HttpRequest, instrument_id: Annotated[QueryId, Query(alias="instrumentId")]) -> Answer:
    """Return an instrument with all its requests."""
    return Answer(passport.read_passport(instrument_id, actor=actor_of(request)))


@router.get("/instruments/search", response=list[schemas.FoundInstrument], auth=Gate(READERS))
def search(request: HttpRequest, word: Annotated[Keyword, Field(min_length=2, max_length=100)]) -> Answer:
    """Find instruments by serial number, model or client."""
    return Answer(passport.found_instruments(word, actor=actor_of(request)))


@router.get("/instruments/known", response=schemas.Hint, auth=Gate(CREATORS))
def fetch_known(
    request: HttpRequest,
    part_id: Annotated[QueryId, Query(alias="partId")],
    serial_number: Annotated[Keyword, Query(alias="serialNumber", max_length=255)],
) -> Answer:
    """Return hints about a serial number that is being entered."""
    return Answer(hints.hint_while_typing(part_id, serial_number, actor=actor_of(request)))


@router.get("/instruments/of-repair", response=list[schemas.UnitHint], auth=Gate(READERS))
def fetch_of_repair(request: HttpRequest, repair_id: Annotated[QueryId, Query(alias="repairId")]) -> Answer:
    """Return hints about each unit of a repair."""
    return Answer(hints.hints_of_repair(repair_id, actor=actor_of(request)))
