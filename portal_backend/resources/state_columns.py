"""Column and filter for the state of rows such as imports and emails."""

from portal_backend.core.errors import invalid_field
from portal_backend.core.translations import build_choices, translate
from portal_backend.resources.resource import Column, Filter, Row

STATE_KEY = "state"


def state_column(source: str, words: str, *, heading_key: str, key: str = STATE_KEY) -> Column:
    """Build a column for the state in `source`.

    The state is translated by the messages below `words`; `key` is the key of the column.
    """

    def translate_state(row: Row) -> str:
        return translate(f"{words}.{row[source]}")

    return Column(
        key,
        "choice",
        source=source,
        sort=None,
        value=lambda row, actor: {"key": row[source], "name": translate_state(row)},
        export_text=translate_state,
        heading_key=heading_key,
    )


def state_filter(source: str, words: str, states: list[str], *, label_key: str = "", key: str = STATE_KEY) -> Filter:
    """Build a filter by one or more states; `key` is the query parameter."""

    def validate_states(values: list[str]) -> list[str]:
        if not set(values) <= set(states):
            raise invalid_field(key, "choice")
        return values

    return Filter(
        key,
        "choices",
        validate_states,
        lambda rows, value, actor: rows.filter(**{f"{source}__in": value}),
        lambda actor: build_choices(words, states),
        multiple=True,
        label_key=label_key,
    )
