import type { RepairPart } from '../../../api/repairs';
import type { ToFormPath } from '../../../core/forms/serverErrors';
import type { ValidationErrors } from '../../../core/forms/validators';

/** Form of the units, kept by unit, not by place, so that adding and deleting units moves nothing. */
export interface UnitForm<Row extends object> {
  rows: Record<string, Row>;
}

/** The name of a unit's row; it begins with a letter, as form paths read digits as places. */
export const buildRowKey = (id: number): string => `u${id}`;

/** Only units approved at first reach the service. */
export const filterServicedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  parts.filter((part) => part.initialApproval === 'APPROVED');

/** The units that are in the service, and go back from it. */
export const filterReceivedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  filterServicedParts(parts).filter(({ isMissing }) => !isMissing);

/** The form as the units have it. */
export const toUnitForm = <Row extends object>(
  parts: readonly RepairPart[],
  rowOf: (part: RepairPart) => Row,
): UnitForm<Row> => ({ rows: Object.fromEntries(parts.map((part) => [buildRowKey(part.id), rowOf(part)])) });

/** Whether two rows hold the same. */
export const isSameRow = <Row extends object>(left: Row, right: Row): boolean =>
  (Object.keys(left) as (keyof Row)[]).every((name) => String(left[name]) === String(right[name]));

/** Find the units whose row differs from what is saved, in the order of the table. */
export const getChangedParts = <Row extends object>(
  parts: readonly RepairPart[],
  form: UnitForm<Row>,
  rowOf: (part: RepairPart) => Row,
): RepairPart[] =>
  parts.filter((part) => {
    const row = form.rows[buildRowKey(part.id)];
    return row !== undefined && !isSameRow(row, rowOf(part));
  });

/** What is saved once the rows of these units have been sent: the others are as before. */
export function replaceRows<Row extends object>(
  saved: UnitForm<Row>,
  sent: UnitForm<Row>,
  parts: readonly RepairPart[],
): UnitForm<Row> {
  const rows = { ...saved.rows };
  for (const { id } of parts) {
    const row = sent.rows[buildRowKey(id)];
    if (row) rows[buildRowKey(id)] = row;
  }
  return { rows };
}

/** Validation errors of a row, by its fields, given what is saved of it and the maximum length of its comment. */
export type RowValidator<Row> = (row: Row, saved: Row | undefined, commentLength: number) => ValidationErrors;

/** Validation errors of the whole table, by the form's path. */
export const validateRows = <Row extends object>(
  { rows }: UnitForm<Row>,
  rule: RowValidator<Row>,
  saved: UnitForm<Row>,
  commentLength: number,
): ValidationErrors =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]) =>
      Object.entries(rule(row, saved.rows[key], commentLength)).map(([name, broken]) => [
        `rows.${key}.${name}`,
        broken,
      ]),
    ),
  );

/** Map a server path, which counts the rows that were sent ("0.comment"), to the form, which keeps them by unit. */
export const toRowPath =
  (sent: readonly RepairPart[], fieldOf: (rest: readonly string[]) => string): ToFormPath =>
  (path) => {
    const [place, ...rest] = path.split('.');
    const part = sent[Number(place)];
    return part ? `rows.${buildRowKey(part.id)}.${fieldOf(rest)}` : null;
  };

export const getPartId = ({ id }: RepairPart): number => id;
