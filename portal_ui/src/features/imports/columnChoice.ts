import type { Run, RunColumn, RunField } from '../../api/imports';

/** Field of each column by the column's form name; "" for a skipped column. */
export type ColumnChoice = Record<string, string>;

/** Return the form name of a column; react-hook-form reads digits as array indexes. */
export const getColumnName = ({ index }: Pick<RunColumn, 'index'>): string => `c${index}`;

/** Form values of the columns step. `fixed` applies to rows without a value in the field. */
export interface LayoutValues {
  columns: ColumnChoice;
  fixed: Record<string, string>;
}

/** Return the fields that the server suggests. */
export const getSuggestedChoice = (columns: readonly RunColumn[]): ColumnChoice =>
  Object.fromEntries(columns.map((column) => [getColumnName(column), column.field ?? '']));

/** Return the columns that lose their field because `winner` got it. */
export const getDisplacedColumns = (choice: ColumnChoice, winner: string): string[] =>
  Object.keys(choice).filter((name) => name !== winner && choice[name] !== '' && choice[name] === choice[winner]);

/** Return the required fields that have neither a column nor a fixed value. */
export const getMissingFields = (fields: readonly RunField[], choice: ColumnChoice, fixed: Run['fixed']): RunField[] =>
  fields.filter(({ key, required }) => required && !fixed[key] && !Object.values(choice).includes(key));

/** Return the fields that may get a fixed value. They have no column, but are required or needed in use. */
export const getFieldsWithoutColumn = (fields: readonly RunField[], choice: ColumnChoice): RunField[] =>
  fields.filter(({ key, required, neededInUse }) => (required || neededInUse) && !Object.values(choice).includes(key));

/** Certainty or origin of the field of a column. */
export type Certainty = 'sure' | 'remembered' | 'likely' | 'chosen' | 'none';

export function getCertainty(column: RunColumn, chosen: string): Certainty {
  if (chosen === '') return 'none';
  if (chosen !== column.field) return 'chosen';
  if (column.remembered) return 'remembered';
  return column.sure ? 'sure' : 'likely';
}
