import type { Run, RunField, RunRow } from '../../api/imports';

/** Fields that a review shows: those that the file brings, those that must be there, those that are wrong, and pictures. */
export function getShownFields(
  { fields, columns, fixed }: Pick<Run, 'fields' | 'columns' | 'fixed'>,
  rows: readonly RunRow[],
) {
  const brought = new Set([...columns.map(({ field }) => field), ...Object.keys(fixed)]);
  const wrong = new Set(rows.flatMap(({ errors }) => Object.keys(errors)));
  const pictured = new Set(rows.flatMap(({ pictures }) => Object.keys(pictures ?? {})));
  return fields.filter(({ key, required }) => [brought, wrong, pictured].some((each) => each.has(key)) || required);
}

/** Fields with those first that are wrong in some row, then those that change: what is to be looked at is in view. */
export function sortFieldsByNeed(fields: readonly RunField[], rows: readonly RunRow[]): RunField[] {
  const rankOf = ({ key }: RunField) => {
    if (rows.some(({ errors }) => errors[key]?.length)) return 0;
    return rows.some(({ old }) => old[key] !== undefined) ? 1 : 2;
  };
  return [...fields].sort((one, other) => rankOf(one) - rankOf(other));
}

/** What is wrong with a row and belongs to none of the fields shown. */
export const getRowErrors = ({ errors }: RunRow, fields: readonly RunField[]): string[] =>
  Object.entries(errors)
    .filter(([key]) => !fields.some((field) => field.key === key))
    .flatMap(([, messages]) => messages);

/** A cell as its input holds it: a choice by its key, however the file names it. */
export function parseCell({ choices }: RunField, text: string): string {
  const wanted = text.trim().toLocaleLowerCase();
  const choice = choices.find(
    ({ key, name }) => key.toLocaleLowerCase() === wanted || name.toLocaleLowerCase() === wanted,
  );
  return choice?.key ?? text;
}

/** Whether one of the field's choices is picked, rather than a text typed. */
export const hasOptions = ({ type, choices }: RunField): boolean => type === 'choice' && choices.length > 0;

/** What an input of a row's cell begins with. */
export const getCellValue = (row: RunRow, field: RunField): string => {
  const text = row.cells[field.key] ?? '';
  return hasOptions(field) ? parseCell(field, text) : text;
};

/** The name of a row in the form: the form library reads digits as list places. */
export const buildRowKey = (number: number): string => `r${number}`;
