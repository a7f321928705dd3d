/**
 * Parse cells copied from a spreadsheet: lines of tab-separated cells. Cells that contain a line break or a quote are
 * quoted, with their quotes doubled.
 */
export const parseCells = (text: string): string[][] => {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '' && isClosingQuote(text, at)) quoted = true;
    else if (character === '\t') {
      line.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1;
      lines.push([...line, cell]);
      line = [];
      cell = '';
    } else cell += character;
  }
  if (cell !== '' || line.length > 0) lines.push([...line, cell]);
  return lines;
};

/** Return whether an opening quote is closed at the end of a cell. Else it is text, such as an inch mark. */
const isClosingQuote = (text: string, start: number): boolean => {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 === text.length || '\t\r\n'.includes(text[at + 1] ?? '');
  }
  return false;
};

/** Pasted value; `row` is relative to the row pasted into. */
export interface PastedCell<Cell extends string> {
  row: number;
  cell: Cell;
  value: string;
}

export interface PastedBlock<Cell extends string> {
  rows: number;
  cells: PastedCell<Cell>[];
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Return the values that a paste into `cell` fills; null for ordinary text. The values fill the cells below and, if
 * several columns were copied, those to the right in the order of `columns`. Ordinary text goes into the one field, and
 * so do several lines of one column in the `prose` cell. Empty cells leave their fields unchanged.
 */
export function parsePastedBlock<Cell extends string>(
  text: string,
  cell: Cell,
  columns: readonly Cell[],
  prose: Cell,
): PastedBlock<Cell> | null {
  const lines = parseCells(text).map((line) => line.map((value) => value.trim()));
  while (lines.length > 0 && lines[lines.length - 1]?.every((value) => value === '')) lines.pop();
  const width = Math.max(0, ...lines.map((line) => line.length));
  if (lines.length === 0 || (lines.length === 1 && width === 1)) return null;
  if (cell === prose && width === 1) return null;
  const first = columns.indexOf(cell);
  const cells = lines.flatMap((line, row) =>
    line.flatMap((value, column): PastedCell<Cell>[] => {
      const target = columns[first + column];
      if (!target || value === '') return [];
      return [{ row, cell: target, value: target === prose ? value : collapseWhitespace(value) }];
    }),
  );
  return { rows: lines.length, cells };
}
