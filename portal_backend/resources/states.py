"""What lists of things that pass through states share: the column that shows the state, and the filter by it."""

from portal_backend.base.errors import invalid_field
from portal_backend.base.words import choices, word
from portal_backend.resources.resource import Column, Filter, Row

STATE = "state"


def state_column(source: str, words: str, *, name: str, key: str = STATE) -> Column:
    """The state that a row's `source` holds, said by the `words` of its key; `key` is the column's own name."""

    def said(row: Row) -> str:
        return word(f"{words}.{row[source]}")

    return Column(
        key,
        "choice",
        source=source,
        sort=None,
        value=lambda row, actor: {"key": row[source], "name": said(row)},
        text=said,
        name=name,
    )


def state_filter(source: str, words: str, states: list[str], *, label_key: str = "", key: str = STATE) -> Filter:
    """Rows in any of some states; `key` names the filter in a question."""

    def known(values: list[str]) -> list[str]:
        if not set(values) <= set(states):
            raise invalid_field(key, "choice")
        return values

    return Filter(
        key,
        "choices",
        known,
        lambda rows, value, actor: rows.filter(**{f"{source}__in": value}),
        lambda actor: choices(words, states),
        multiple=True,
        label_key=label_key,
    )
