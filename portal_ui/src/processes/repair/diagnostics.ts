import { decimalOf } from '../../kernel/saving/rules';
import type { ToFormPath } from '../../kernel/saving/serverErrors';
import type { AvailableTypes, DiagnosticStatus, PredefinedType, RepairPart } from './types';

export const PRICES = ['diagnosticPrice', 'repairPrice', 'partsPrice'] as const;
export const TYPES = ['diagnosticTypes', 'repairTypes', 'partsTypes'] as const;
export type PriceName = (typeof PRICES)[number];
export type TypeName = (typeof TYPES)[number];

/** Where the catalogue lists the services of each kind, and how many of them one unit may have. */
export const TYPE_SOURCE: Record<TypeName, keyof AvailableTypes> = {
  diagnosticTypes: 'DIAGNOSTICS',
  repairTypes: 'REPAIRS',
  partsTypes: 'PARTS',
};
export const TYPE_LIMIT: Record<TypeName, number> = { diagnosticTypes: 1, repairTypes: 5, partsTypes: 5 };

/** One unit of the diagnostics form: what is typed stays text until it is sent. */
export interface DiagnosticRow extends Record<PriceName, string>, Record<TypeName, number[]> {
  serialNumber: string;
  serviceTag: string;
  status: DiagnosticStatus | '';
  comment: string;
  withPredefinedTypes: boolean;
}

export interface DiagnosticsForm {
  rows: Record<string, DiagnosticRow>;
}

/** Rows are kept by unit, not by place, so that adding and deleting units moves nothing. */
export const rowKey = (id: number): string => `u${id}`;

const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

export function rowOf(part: RepairPart): DiagnosticRow {
  const info = part.diagnosticInfo;
  const data = info?.pricesOrPredefinedTypes ?? {};
  const ids = (types: PredefinedType[] | undefined) => (types ?? []).map((type) => type.id);
  return {
    serialNumber: part.serialNumber,
    serviceTag: text(part.serviceTag),
    status: (info?.status?.key as DiagnosticStatus | undefined) ?? '',
    comment: text(info?.comment),
    withPredefinedTypes: info?.withPredefinedTypes ?? false,
    diagnosticPrice: text(data.diagnosticPrice),
    repairPrice: text(data.repairPrice),
    partsPrice: text(data.partsPrice),
    diagnosticTypes: ids(data.diagnosticTypes),
    repairTypes: ids(data.repairTypes),
    partsTypes: ids(data.partsTypes),
  };
}

export const formOf = (parts: readonly RepairPart[]): DiagnosticsForm => ({
  rows: Object.fromEntries(parts.map((part) => [rowKey(part.id), rowOf(part)])),
});

/** Units that are diagnosed: only those approved at first reach the service. */
export const diagnosedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  parts.filter((part) => part.initialApproval === 'APPROVED');

/** Chooses a service or takes it away; where only one may be chosen the new one replaces it, a full list stays as it is. */
export function toggleType(chosen: readonly number[], id: number, limit: number): number[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  if (limit === 1) return [id];
  return chosen.length >= limit ? [...chosen] : [...chosen, id];
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** The sum of the three prices, a non-numeric one counting as 0, or of the values of the chosen services. */
export function totalOf(
  row: Partial<Pick<DiagnosticRow, PriceName | TypeName | 'withPredefinedTypes'>>,
  available: AvailableTypes | undefined,
): number {
  if (!row.withPredefinedTypes) return cents(PRICES.reduce((sum, name) => sum + (decimalOf(row[name] ?? '') ?? 0), 0));
  return cents(
    TYPES.reduce((sum, name) => {
      const offered = available?.[TYPE_SOURCE[name]] ?? [];
      return sum + offered.filter((type) => row[name]?.includes(type.id)).reduce((all, type) => all + type.value, 0);
    }, 0),
  );
}

/** The total as the server tells it, or the sum of what it tells of each kind of service; null before the diagnosis. */
export function toldTotal({ diagnosticInfo: info }: Pick<RepairPart, 'diagnosticInfo'>): number | null {
  if (!info?.status) return null;
  const { typeTotals: totals } = info;
  return info.totalCost ?? (totals ? cents(TYPES.reduce((sum, type) => sum + totals[type], 0)) : null);
}

const same = (left: DiagnosticRow, right: DiagnosticRow): boolean =>
  (Object.keys(left) as (keyof DiagnosticRow)[]).every((name) => String(left[name]) === String(right[name]));

/** The units whose row differs from what is saved, in the order of the table. */
export const changedParts = (parts: readonly RepairPart[], form: DiagnosticsForm): RepairPart[] =>
  parts.filter((part) => {
    const row = form.rows[rowKey(part.id)];
    return row !== undefined && !same(row, rowOf(part));
  });

export type RowRule = 'required' | 'decimal' | 'statusFirst';

/** What is wrong with one row, by field. */
export function rowProblems(row: DiagnosticRow): Partial<Record<keyof DiagnosticRow, RowRule>> {
  const problems: Partial<Record<keyof DiagnosticRow, RowRule>> = {};
  if (row.serialNumber.trim() === '') problems.serialNumber = 'required';
  let typed = row.comment.trim() !== '';
  if (row.withPredefinedTypes) typed ||= TYPES.some((name) => row[name].length > 0);
  else {
    for (const name of PRICES) {
      if (row[name].trim() === '') continue;
      typed = true;
      if (decimalOf(row[name]) === null) problems[name] = 'decimal';
    }
  }
  if (typed && row.status === '') problems.status = 'statusFirst';
  return problems;
}

/** What is wrong in the whole table, by the form's path. */
export function rowsProblems({ rows }: DiagnosticsForm): Record<string, RowRule> {
  const problems: Record<string, RowRule> = {};
  for (const [key, row] of Object.entries(rows)) {
    for (const [name, rule] of Object.entries(rowProblems(row))) problems[`rows.${key}.${name}`] = rule;
  }
  return problems;
}

/** One row as the server takes it. */
export function bodyOf(part: RepairPart, row: DiagnosticRow) {
  const refs = (ids: number[]) => ids.map((id) => ({ id }));
  return {
    id: part.id,
    serialNumber: row.serialNumber.trim(),
    serviceTag: row.serviceTag.trim(),
    diagnosticInfo: {
      status: row.status || null,
      comment: row.comment.trim(),
      withPredefinedTypes: row.withPredefinedTypes,
      pricesOrPredefinedTypes: row.withPredefinedTypes
        ? {
            diagnosticTypes: refs(row.diagnosticTypes),
            repairTypes: refs(row.repairTypes),
            partsTypes: refs(row.partsTypes),
          }
        : {
            diagnosticPrice: decimalOf(row.diagnosticPrice),
            repairPrice: decimalOf(row.repairPrice),
            partsPrice: decimalOf(row.partsPrice),
          },
    },
  };
}

/** Where a server path of a row belongs in the form; what concerns the whole row stands at its status. */
function fieldOf(rest: readonly string[]): keyof DiagnosticRow {
  const names = rest.filter((step) => step !== 'diagnosticInfo' && step !== 'pricesOrPredefinedTypes');
  const name = names[0] as keyof DiagnosticRow | undefined;
  if (
    name !== undefined &&
    (['serialNumber', 'serviceTag', 'comment', 'withPredefinedTypes', ...PRICES, ...TYPES] as string[]).includes(name)
  ) {
    return name;
  }
  return rest.includes('pricesOrPredefinedTypes') ? 'diagnosticPrice' : 'status';
}

/** Server paths count the rows that were sent ("0.diagnosticInfo.comment"); the form keeps them by unit. */
export const renameIn =
  (sent: readonly RepairPart[]): ToFormPath =>
  (path) => {
    const [place, ...rest] = path.split('.');
    const part = sent[Number(place)];
    return part ? `rows.${rowKey(part.id)}.${fieldOf(rest)}` : null;
  };
