/**
 * Cells copied from a spreadsheet: lines of tab-separated cells; a cell with a line break or a quote inside
 * comes in quotes with its quotes doubled.
 */
export const parseCells = (text: string): string[][] => {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell === '' && isClosingQuote(text, at)) quoted = true;
    else if (letter === '\t') {
      line.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1;
      lines.push([...line, cell]);
      line = [];
      cell = '';
    } else cell += letter;
  }
  if (cell !== '' || line.length > 0) lines.push([...line, cell]);
  return lines;
};

/** Whether a quote at the start of a cell is closed right before a cell's end: else it is an inch mark or the like. */
const isClosingQuote = (text: string, start: number): boolean => {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 === text.length || '\t\r\n'.includes(text[at + 1] ?? '');
  }
  return false;
};

/** One value for one row; `row` counts from the row pasted into. */
export interface PastedCell<Cell extends string> {
  row: number;
  cell: Cell;
  value: string;
}

export interface PastedBlock<Cell extends string> {
  rows: number;
  cells: PastedCell<Cell>[];
}

const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * What a paste into `cell` fills: the cells below and, when several columns were copied, those to the right, in the
 * order of `columns`. Null when it is ordinary text that belongs into the one field: so are several lines without a
 * column in one of the cells that hold `prose`. An empty cell of the sheet leaves its field as it is.
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
      return [{ row, cell: target, value: target === prose ? value : toOneLine(value) }];
    }),
  );
  return { rows: lines.length, cells };
}
