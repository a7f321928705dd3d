"""How long each step of a request took, as one character a step (docs/decisions/0007).

A report counts a million of them: laid end to end, in rows of one width, they are counted in one pass, whatever the
filter and the database. Times are whole tenths of a day up to ten days, then whole days up to seventy, then tens.
"""

from bisect import bisect_left

ALPHABET = "".join(map(chr, (*range(0x21, 0x7F), *range(0xA1, 0x100))))
LETTERS = ALPHABET.encode("latin-1")
NOT_LEFT = " "
WIDTH = 16
DAY = 86_400
DAYS = (
    *(tenths / 10 for tenths in range(100)),
    *(float(days) for days in range(10, 70)),
    *(float(days) for days in range(70, 70 + 10 * (len(ALPHABET) - 160), 10)),
)


def character(seconds: int) -> str:
    """The time as it is kept: rounded down, and not above the highest there is."""
    days = seconds / DAY
    if days < 10:
        code = seconds * 10 // DAY
    elif days < 70:
        code = 90 + int(days)
    else:
        code = min(153 + int(days) // 10, len(ALPHABET) - 1)
    return ALPHABET[code]


def with_pace(paces: str, position: int, seconds: int) -> str:
    """The row of characters with the time of one step."""
    row = paces.ljust(WIDTH, NOT_LEFT)
    return row[:position] + character(seconds) + row[position + 1 :]


def percentiles(rows: str, position: int, shares: tuple[float, ...]) -> tuple[int, list[float]]:
    """Of rows laid end to end: how many have left the step, and the least days that each share does not exceed.

    Deleting what is not above a time, and seeing how much is left, is the fastest count that Python has.
    """
    column = rows[position::WIDTH].encode("latin-1").translate(None, NOT_LEFT.encode())
    total = len(column)

    def within(code: int) -> int:
        return total - len(column.translate(None, LETTERS[: code + 1]))

    codes = range(len(LETTERS))
    return total, [DAYS[bisect_left(codes, share * total, key=within)] for share in shares] if total else []
