"""Column and filter for the state of rows such as imports and emails."""

from collections.abc import Callable

from portal_backend.core.translations import translate
from portal_backend.resources.filters import build_choices_filter
from portal_backend.resources.resource import Column, Filter, Row

STATE_KEY = "state"


def build_state_column(
    source: str,
    message_prefix: str,
    *,
    heading_key: str,
    key: str = STATE_KEY,
    get_shown: Callable[[str], str] = str,
) -> Column:
    """Build a column for the state in `source`.

    The state is translated by the messages below `message_prefix`; `key` is the key of the column,
    `get_shown` returns the state to show for a stored one.
    """

    def translate_state(row: Row) -> str:
        return translate(f"{message_prefix}.{get_shown(row[source])}")

    return Column(
        key,
        "choice",
        source=source,
        sort=None,
        value=lambda row, actor: {"key": get_shown(row[source]), "name": translate_state(row)},
        export_text=translate_state,
        heading_key=heading_key,
    )


def build_state_filter(
    source: str, message_prefix: str, states: list[str], *, label_key: str = "", get_shown: Callable[[str], str] = str
) -> Filter:
    """Build the filter of a state column, by one or more states."""
    return build_choices_filter(source, message_prefix, states, key=STATE_KEY, label_key=label_key, get_shown=get_shown)
