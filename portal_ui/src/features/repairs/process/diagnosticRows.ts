import type { DiagnosticStatus, RepairPart } from '../../../api/repairs';
import type { PredefinedService, PredefinedServices } from '../../../api/types';
import { maxLength, parseDecimal, validate, validateText } from '../../../core/forms/validators';
import type { RowValidator } from './unitRows';

export const PRICES = ['diagnosticPrice', 'repairPrice', 'partsPrice'] as const;
export const TYPES = ['diagnosticTypes', 'repairTypes', 'partsTypes'] as const;
export type PriceName = (typeof PRICES)[number];
export type TypeName = (typeof TYPES)[number];

/** Catalog key of each kind of service; below, its maximum number per unit. */
export const TYPE_SOURCE: Record<TypeName, keyof PredefinedServices> = {
  diagnosticTypes: 'DIAGNOSTICS',
  repairTypes: 'REPAIRS',
  partsTypes: 'PARTS',
};
export const TYPE_LIMIT: Record<TypeName, number> = { diagnosticTypes: 1, repairTypes: 5, partsTypes: 5 };

/** Form row of a unit; numbers stay text until they are sent. */
export interface DiagnosticRow extends Record<PriceName, string>, Record<TypeName, number[]> {
  serialNumber: string;
  serviceTag: string;
  status: DiagnosticStatus | '';
  comment: string;
  withPredefinedTypes: boolean;
}

const toText = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

export function toDiagnosticRow(part: RepairPart): DiagnosticRow {
  const info = part.diagnosticInfo;
  const data = info?.pricesOrPredefinedTypes ?? {};
  const getIds = (types: PredefinedService[] | undefined) => (types ?? []).map((type) => type.id);
  return {
    serialNumber: part.serialNumber,
    serviceTag: toText(part.serviceTag),
    status: (info?.status?.key as DiagnosticStatus | undefined) ?? '',
    comment: toText(info?.comment),
    withPredefinedTypes: info?.withPredefinedTypes ?? false,
    diagnosticPrice: toText(data.diagnosticPrice),
    repairPrice: toText(data.repairPrice),
    partsPrice: toText(data.partsPrice),
    diagnosticTypes: getIds(data.diagnosticTypes),
    repairTypes: getIds(data.repairTypes),
    partsTypes: getIds(data.partsTypes),
  };
}

/** Return the services of the part, and those that only the unit still has. */
export function getServices(part: RepairPart, offered: PredefinedServices | undefined): PredefinedServices | undefined {
  const unitServices = part.diagnosticInfo?.pricesOrPredefinedTypes;
  const getOffered = (name: TypeName) => offered?.[TYPE_SOURCE[name]] ?? [];
  const getWithdrawn = (name: TypeName) =>
    (unitServices?.[name] ?? []).filter(({ id }) => !getOffered(name).some((item) => item.id === id));
  if (TYPES.every((name) => getWithdrawn(name).length === 0)) return offered;
  const getAll = (name: TypeName) => [...getOffered(name), ...getWithdrawn(name)];
  return { DIAGNOSTICS: getAll('diagnosticTypes'), REPAIRS: getAll('repairTypes'), PARTS: getAll('partsTypes') };
}

/** Add or remove a service; a full list stays unchanged. With a limit of one, the new service replaces the old one. */
export function toggleType(chosen: readonly number[], id: number, limit: number): number[] {
  if (chosen.includes(id)) return chosen.filter((item) => item !== id);
  if (limit === 1) return [id];
  return chosen.length >= limit ? [...chosen] : [...chosen, id];
}

const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Sum the prices, non-numeric ones as 0, or the values of the chosen services. */
export function sumTotal(
  row: Partial<Pick<DiagnosticRow, PriceName | TypeName | 'withPredefinedTypes'>>,
  available: PredefinedServices | undefined,
): number {
  if (!row.withPredefinedTypes)
    return roundToCents(PRICES.reduce((sum, name) => sum + (parseDecimal(row[name] ?? '') ?? 0), 0));
  return roundToCents(
    TYPES.reduce((sum, name) => {
      const offered = available?.[TYPE_SOURCE[name]] ?? [];
      return sum + offered.filter((type) => row[name]?.includes(type.id)).reduce((all, type) => all + type.value, 0);
    }, 0),
  );
}

/** Return the total sent by the server; null if hidden or before the diagnosis. */
export function getSavedTotal({ diagnosticInfo: info }: Pick<RepairPart, 'diagnosticInfo'>): number | null {
  if (!info?.status) return null;
  const { typeTotals: totals } = info;
  return info.totalCost ?? (totals ? roundToCents(TYPES.reduce((sum, type) => sum + totals[type], 0)) : null);
}

const validateRow: RowValidator<DiagnosticRow> = (row, _saved, commentLength) => {
  const problems = validate(row, {
    serialNumber: validateText,
    serviceTag: validateText,
    comment: maxLength(commentLength),
  });
  if (row.serialNumber.trim() === '') problems.serialNumber = 'repair.diagnostics.rule.required';
  const typedPrices = row.withPredefinedTypes ? [] : PRICES.filter((name) => row[name].trim() !== '');
  for (const name of typedPrices) {
    if (parseDecimal(row[name]) === null) problems[name] = 'repair.diagnostics.rule.decimal';
  }
  const hasTypes = row.withPredefinedTypes && TYPES.some((name) => row[name].length > 0);
  const isFilledIn = row.comment.trim() !== '' || typedPrices.length > 0 || hasTypes;
  if (isFilledIn && row.status === '') problems.status = 'repair.diagnostics.rule.statusFirst';
  return problems;
};

/** Build the request body of a row. */
function toRequestBody(part: RepairPart, row: DiagnosticRow) {
  const toRefs = (ids: number[]) => ids.map((id) => ({ id }));
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
            diagnosticTypes: toRefs(row.diagnosticTypes),
            repairTypes: toRefs(row.repairTypes),
            partsTypes: toRefs(row.partsTypes),
          }
        : {
            diagnosticPrice: parseDecimal(row.diagnosticPrice),
            repairPrice: parseDecimal(row.repairPrice),
            partsPrice: parseDecimal(row.partsPrice),
          },
    },
  };
}

const NAMED_FIELDS: readonly string[] = [
  'serialNumber',
  'serviceTag',
  'comment',
  'withPredefinedTypes',
  ...PRICES,
  ...TYPES,
];

/** Return the form field of a server path; errors of a whole row go to its status. */
function getField(path: readonly string[]): string {
  const [name = ''] = path.filter((step) => step !== 'diagnosticInfo' && step !== 'pricesOrPredefinedTypes');
  if (NAMED_FIELDS.includes(name)) return name;
  return path.includes('pricesOrPredefinedTypes') ? 'diagnosticPrice' : 'status';
}

/** Definition of the diagnostics table. */
export const diagnosticRows = {
  toRow: toDiagnosticRow,
  validateRow,
  toBody: toRequestBody,
  getField,
  getLabel: (field: string) => `repair.diagnostics.field.${field}`,
  chosen: ['status', 'diagnosticStatus'] as const,
  action: 'saveDiagnostics' as const,
  successMessage: 'repair.saved.diagnostics',
};
