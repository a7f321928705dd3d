import type { RepairPart } from '../../../api/repairs';
import type { ToFormPath } from '../../../core/forms/serverErrors';
import type { Problems } from '../../../core/forms/validators';

/** What is typed for each unit: kept by unit, not by place, so that adding and deleting units moves nothing. */
export interface UnitForm<Row extends object> {
  rows: Record<string, Row>;
}

/** The name of a unit's row; it begins with a letter, as form paths read digits as places. */
export const rowKey = (id: number): string => `u${id}`;

/** Only units approved at first reach the service. */
export const servicedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  parts.filter((part) => part.initialApproval === 'APPROVED');

/** The units that are in the service, and go back from it. */
export const receivedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  servicedParts(parts).filter(({ isMissing }) => !isMissing);

/** The form as the units have it. */
export const formOf = <Row extends object>(
  parts: readonly RepairPart[],
  rowOf: (part: RepairPart) => Row,
): UnitForm<Row> => ({ rows: Object.fromEntries(parts.map((part) => [rowKey(part.id), rowOf(part)])) });

/** Whether two rows hold the same. */
export const isSameRow = <Row extends object>(left: Row, right: Row): boolean =>
  (Object.keys(left) as (keyof Row)[]).every((name) => String(left[name]) === String(right[name]));

/** The units whose row differs from what is saved, in the order of the table. */
export const changedParts = <Row extends object>(
  parts: readonly RepairPart[],
  form: UnitForm<Row>,
  rowOf: (part: RepairPart) => Row,
): RepairPart[] =>
  parts.filter((part) => {
    const row = form.rows[rowKey(part.id)];
    return row !== undefined && !isSameRow(row, rowOf(part));
  });

/** What is saved once the rows of these units have been sent: the others are as before. */
export function withRows<Row extends object>(
  saved: UnitForm<Row>,
  sent: UnitForm<Row>,
  parts: readonly RepairPart[],
): UnitForm<Row> {
  const rows = { ...saved.rows };
  for (const { id } of parts) {
    const row = sent.rows[rowKey(id)];
    if (row) rows[rowKey(id)] = row;
  }
  return { rows };
}

/** What is wrong with a row, by its fields: beside what is saved of it, and how long its comment may be. */
export type RowRule<Row> = (row: Row, saved: Row | undefined, commentLength: number) => Problems;

/** What is wrong in the whole table, by the form's path. */
export const rowsProblems = <Row extends object>(
  { rows }: UnitForm<Row>,
  rule: RowRule<Row>,
  saved: UnitForm<Row>,
  commentLength: number,
): Problems =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]) =>
      Object.entries(rule(row, saved.rows[key], commentLength)).map(([name, broken]) => [
        `rows.${key}.${name}`,
        broken,
      ]),
    ),
  );

/** Server paths count the rows that were sent ("0.comment"); the form keeps them by unit. */
export const toRowPath =
  (sent: readonly RepairPart[], fieldOf: (rest: readonly string[]) => string): ToFormPath =>
  (path) => {
    const [place, ...rest] = path.split('.');
    const part = sent[Number(place)];
    return part ? `rows.${rowKey(part.id)}.${fieldOf(rest)}` : null;
  };
