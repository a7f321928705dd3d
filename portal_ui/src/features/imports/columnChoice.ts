import type { Run, RunColumn, RunField } from '../../api/imports';

/** The field of each column, by the column's name in the form; "" where it is not taken. */
export type ColumnChoice = Record<string, string>;

/** A column's name in the form: the form library reads digits as list places. */
export const getColumnName = ({ index }: Pick<RunColumn, 'index'>): string => `c${index}`;

/** What is chosen on the screen: the columns' fields, and what holds for rows that have nothing in a field. */
export interface LayoutValues {
  columns: ColumnChoice;
  fixed: Record<string, string>;
}

/** What the server proposes. */
export const getSuggestedChoice = (columns: readonly RunColumn[]): ColumnChoice =>
  Object.fromEntries(columns.map((column) => [getColumnName(column), column.field ?? '']));

/** Columns that give up a field because another one was given it. */
export const getDisplacedColumns = (choice: ColumnChoice, winner: string): string[] =>
  Object.keys(choice).filter((name) => name !== winner && choice[name] !== '' && choice[name] === choice[winner]);

/** Required fields that neither a column nor a value for all rows brings. */
export const getMissingFields = (fields: readonly RunField[], choice: ColumnChoice, fixed: Run['fixed']): RunField[] =>
  fields.filter(({ key, required }) => required && !fixed[key] && !Object.values(choice).includes(key));

/** Fields of which one value can hold for all rows: those that no column has, though they are required or needed in use. */
export const getFieldsWithoutColumn = (fields: readonly RunField[], choice: ColumnChoice): RunField[] =>
  fields.filter(({ key, required, neededInUse }) => (required || neededInUse) && !Object.values(choice).includes(key));

/** How sure it is that a column holds its field. */
export type Certainty = 'sure' | 'remembered' | 'likely' | 'chosen' | 'none';

export function getCertainty(column: RunColumn, chosen: string): Certainty {
  if (chosen === '') return 'none';
  if (chosen !== column.field) return 'chosen';
  if (column.remembered) return 'remembered';
  return column.sure ? 'sure' : 'likely';
}
