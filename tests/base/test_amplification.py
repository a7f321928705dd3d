"""A body costs and answers no more than its bytes: elements, unknown fields, lists and errors have an end."""

from typing import Any

import orjson
import pytest
from pydantic import ValidationError

from portal_backend.api import api
from portal_backend.base import answers, fields
from portal_backend.base.fields import MOST_ROWS, MOST_UNKNOWN, Body
from tests import bodies, factories
from tests.caller import Caller

CREATE = "/repairing/create"
LOGIN = "/contacts/login"


class Outer(Body):
    """Stands for any body."""

    first_name: fields.Text


@pytest.mark.parametrize(
    "raw",
    [b"[" + b"{}," * 1_000_000 + b"{}]", b'{"a":[' + b"0," * 1_000_000 + b"0]}", b"[" + b'"",' * 1_000_000 + b"0]"],
    ids=["objects", "numbers", "texts"],
)
def test_a_million_elements_are_refused_before_they_are_made(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers.orjson, "loads", lambda body: pytest.fail("they were made"))
    with pytest.raises(ValueError, match="too many"):
        answers.parsed(raw)


def test_texts_may_hold_whatever_separates() -> None:
    value = [{"note": '\\"[{,' * 100_000, "\\": "\\"}]
    assert answers.parsed(orjson.dumps(value)) == value


def test_the_largest_repair_is_far_below() -> None:
    files = [{"id": "x" * 22, "name": "a, b.png", "type": "image/png", "size": 1} for _ in range(5)]
    unit = {**bodies.unit(1), "problemDescription": "one, two, " * 400, "attachments": files}
    raw = orjson.dumps([unit] * 1000)
    assert len(answers.parsed(raw)) == 1000
    assert answers._separators(answers._outside_texts(raw)) < answers.MOST_ELEMENTS / 2


def test_unknown_fields_are_told_a_hundred_times_at_most() -> None:
    body: dict[str, Any] = {f"k{number}": 1 for number in range(50_000)} | {"firstName": ""}
    with pytest.raises(ValidationError) as refused:
        Outer.model_validate(body)
    told = [error["loc"] for error in refused.value.errors()]
    assert len(told) == MOST_UNKNOWN + 1
    assert ("firstName",) in told, "what is known is judged nevertheless"


@pytest.mark.django_db
def test_an_answer_tells_a_hundred_errors_at_most(caller: Caller) -> None:
    world = factories.world()
    answer = caller.call("POST", CREATE, world.client, body=[{}] * MOST_ROWS).refused(400, "VALIDATION")
    assert 0 < len(answer.fields) <= 100
    answer = caller.call("POST", CREATE, world.client, body=[{}] * (MOST_ROWS + 1)).refused(400, "VALIDATION")
    assert list(answer.fields) == ["body"] or len(answer.fields) == 1
    answer = caller.call("POST", LOGIN, body={f"k{number}": 1 for number in range(50_000)}).refused(400, "VALIDATION")
    assert 0 < len(answer.fields) <= 100
    answer = caller.call(
        "POST", "/api/rest/contacts", world.admin, body={f"k{number}": 1 for number in range(50_000)}
    ).refused(400, "VALIDATION")
    assert len(answer.fields) <= 200


def _lists(schema: dict[str, Any], known: dict[str, Any], way: str) -> list[str]:
    """Where a body has a list without an end."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return [] if f"/{name}/" in way else _lists(known[name], known, f"{way}/{name}/")
    found = [way] if schema.get("type") == "array" and "maxItems" not in schema else []
    below = [*schema.get("properties", {}).items()]
    below += [(key, schema[key]) for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    below += [("", each) for key in ("anyOf", "oneOf", "allOf") for each in schema.get(key, [])]
    return found + [place for name, each in below for place in _lists(each, known, f"{way}.{name}")]


def test_every_list_in_a_body_has_an_end() -> None:
    document = api.get_openapi_schema()
    bodies_of_calls = [
        (f"{verb} {path}", content["schema"])
        for path, calls in document["paths"].items()
        for verb, call in calls.items()
        for content in call.get("requestBody", {}).get("content", {}).values()
    ]
    assert len(bodies_of_calls) > 30
    shapes = document["components"]["schemas"]
    assert [place for name, schema in bodies_of_calls for place in _lists(schema, shapes, name)] == []
