"""Mean costs of models in the actor's scope, for comparison with a new quote."""

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Avg, Count, DecimalField, F, OuterRef, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from portal_backend.core.actor import Actor
from portal_backend.instruments.lists import get_visits
from portal_backend.repairs.models import HAS_PRICE, INCURRED_COST, PRICE_FIELDS, SelectedService
from portal_backend.repairs.process import PRICE_READERS

# only the newest units reflect current prices, and the limit bounds the cost of the query
MAX_SAMPLE_UNITS = 200
AMOUNT_FIELD: "DecimalField[Decimal, Decimal]" = DecimalField(max_digits=12, decimal_places=2)
ZERO_AMOUNT = Value(Decimal(), output_field=AMOUNT_FIELD)


class ModelCost(NamedTuple):
    """Mean cost of a model's units."""

    #: in USD
    mean: Decimal
    #: number of units
    sample_size: int


def get_model_costs(
    part_ids: Iterable[int], actor: Actor, *, exclude_request_id: int | None = None
) -> dict[int, ModelCost]:
    """Return the mean cost of each of these models whose units had costs.

    Returns nothing for roles that may not read prices. Units of the request `exclude_request_id`, the one on screen,
    are left out so that a quote is not compared with itself.
    """
    if actor.role not in PRICE_READERS:
        return {}
    types = SelectedService.objects.filter(unit=OuterRef("pk")).order_by().values("unit")
    chosen = Subquery(types.annotate(sum=Sum("value")).values("sum"), output_field=AMOUNT_FIELD)
    spent = (
        get_visits(actor)
        .filter(HAS_PRICE, INCURRED_COST, part_id__in=set(part_ids))
        .exclude(repair_id=exclude_request_id)
    )
    latest = spent.order_by("-pk")[:MAX_SAMPLE_UNITS]
    cost = Coalesce(chosen, ZERO_AMOUNT)
    for price in PRICE_FIELDS:
        cost = cost + Coalesce(F(price), ZERO_AMOUNT)  # type: ignore[assignment]
    rows = get_visits(actor).filter(pk__in=latest.values("pk")).order_by().annotate(cost=cost).values("part_id")
    means = rows.annotate(mean=Avg("cost"), cases=Count("pk")).values_list("part_id", "mean", "cases")
    return {part: ModelCost(round(mean, 2), cases) for part, mean, cases in means}
