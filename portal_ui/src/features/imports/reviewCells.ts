import type { Run, RunField, RunRow } from '../../api/imports';

/** Return the fields to review: in the file, required, with errors, or with images. */
export function getVisibleFields(
  { fields, columns, fixed }: Pick<Run, 'fields' | 'columns' | 'fixed'>,
  rows: readonly RunRow[],
) {
  const imported = new Set([...columns.map(({ field }) => field), ...Object.keys(fixed)]);
  const wrong = new Set(rows.flatMap(({ errors }) => Object.keys(errors)));
  const withPictures = new Set(rows.flatMap(({ pictures }) => Object.keys(pictures ?? {})));
  return fields.filter(
    ({ key, required }) => [imported, wrong, withPictures].some((each) => each.has(key)) || required,
  );
}

/** Sort fields with errors first, then fields with changes, to have them in view. */
export function sortFieldsByNeed(fields: readonly RunField[], rows: readonly RunRow[]): RunField[] {
  const getRank = ({ key }: RunField) => {
    if (rows.some(({ errors }) => errors[key]?.length)) return 0;
    return rows.some(({ old }) => old[key] !== undefined) ? 1 : 2;
  };
  return [...fields].sort((a, b) => getRank(a) - getRank(b));
}

/** Return the errors of a row that belong to none of the given fields. */
export const getRowErrors = ({ errors }: RunRow, fields: readonly RunField[]): string[] =>
  Object.entries(errors)
    .filter(([key]) => !fields.some((field) => field.key === key))
    .flatMap(([, messages]) => messages);

/** Return the input value of a cell; a choice may be given by key or by name. */
export function parseCell({ choices }: RunField, text: string): string {
  const normalized = text.trim().toLocaleLowerCase();
  const choice = choices.find(
    ({ key, name }) => key.toLocaleLowerCase() === normalized || name.toLocaleLowerCase() === normalized,
  );
  return choice?.key ?? text;
}

/** Return the text of a cell; the key of a choice is shown as its name. */
export const getCellText = (field: RunField, text: string): string => {
  const key = hasOptions(field) ? parseCell(field, text) : text;
  return field.choices.find((choice) => choice.key === key)?.name ?? text;
};

/** Return whether the input of a field is a select rather than a text field. */
export const hasOptions = ({ type, choices }: RunField): boolean => type === 'choice' && choices.length > 0;

/** Return the initial value of a cell's input. */
export const getCellValue = (row: RunRow, field: RunField): string => {
  const text = row.cells[field.key] ?? '';
  return hasOptions(field) ? parseCell(field, text) : text;
};

/** Return the form name of a row; react-hook-form reads digits as array indexes. */
export const buildRowKey = (number: number): string => `r${number}`;
