import type { RepairPart } from '../../../api/repairs';
import type { ToFormPath } from '../../../core/forms/serverErrors';
import type { ValidationErrors } from '../../../core/forms/validators';

/** Form values by unit instead of index: adding or deleting units moves nothing. */
export interface UnitForm<Row extends object> {
  rows: Record<string, Row>;
}

/**
 * Build the key of a unit's row.
 * Begins with a letter because React Hook Form reads digits in a path as an array index.
 */
export const buildRowKey = (id: number): string => `u${id}`;

/** Return the units with initial approval: only these are sent to the service. */
export const filterServicedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  parts.filter((part) => part.initialApproval === 'APPROVED');

/** Return the units that the service received and sends back. */
export const filterReceivedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  filterServicedParts(parts).filter(({ isMissing }) => !isMissing);

/** Return the units that were sent but did not arrive. */
export const filterMissingParts = (parts: readonly RepairPart[]): RepairPart[] =>
  filterServicedParts(parts).filter(({ isMissing }) => isMissing);

/** Create the form values from the units. */
export const toUnitForm = <Row extends object>(
  parts: readonly RepairPart[],
  toRow: (part: RepairPart) => Row,
): UnitForm<Row> => ({ rows: Object.fromEntries(parts.map((part) => [buildRowKey(part.id), toRow(part)])) });

/** Return whether two rows have the same values. */
export const isSameRow = <Row extends object>(left: Row, right: Row): boolean =>
  (Object.keys(left) as (keyof Row)[]).every((name) => String(left[name]) === String(right[name]));

/** Return the units whose row differs from its saved values, in table order. */
export const getChangedParts = <Row extends object>(
  parts: readonly RepairPart[],
  form: UnitForm<Row>,
  toRow: (part: RepairPart) => Row,
): RepairPart[] =>
  parts.filter((part) => {
    const row = form.rows[buildRowKey(part.id)];
    return row !== undefined && !isSameRow(row, toRow(part));
  });

/** Replace the saved rows of the submitted units; other rows stay as they were. */
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

/** Validator of a row, given its saved values and the maximum comment length. Returns errors by field. */
export type RowValidator<Row> = (row: Row, saved: Row | undefined, commentLength: number) => ValidationErrors;

/** Validate all rows; returns errors by form path. */
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

/** Map a server path with the index of a submitted row ("0.comment") to the form. */
export const toRowPath =
  (sent: readonly RepairPart[], fieldOf: (field: readonly string[]) => string): ToFormPath =>
  (path) => {
    const [index, ...field] = path.split('.');
    const part = sent[Number(index)];
    return part ? `rows.${buildRowKey(part.id)}.${fieldOf(field)}` : null;
  };

export const getPartId = ({ id }: RepairPart): number => id;
