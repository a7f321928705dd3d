import type { DiagnosticStatus } from '../../../api/repairs';
import { PRICES, type PriceName } from './diagnosticRows';

/** Cells that accept pasted values, in the order of pasted columns. */
export const DIAGNOSTICS_CELLS = ['serialNumber', 'serviceTag', 'status', 'comment', ...PRICES] as const;
export type DiagnosticsCell = (typeof DIAGNOSTICS_CELLS)[number];

export const isDiagnosticsCell = (name: string | undefined): name is DiagnosticsCell =>
  DIAGNOSTICS_CELLS.some((cell) => cell === name);
export const isPrice = (cell: DiagnosticsCell): cell is PriceName => PRICES.some((price) => price === cell);

const foldText = (text: string): string =>
  text
    .trim()
    .toLocaleLowerCase()
    .replace(/[\s_]+/g, ' ');

/** Return the diagnosis of a text, by key or by name in the current language. */
function parseStatus(text: string, choices: readonly { key: string; name: string }[]): DiagnosticStatus | null {
  const found = choices.find(({ key, name }) => [key, name].some((label) => foldText(label) === foldText(text)));
  return (found?.key as DiagnosticStatus | undefined) ?? null;
}

/** Normalize an amount such as "USD 1,234.50" or "12,5"; keep any other text. */
export function parseAmount(text: string): string {
  const digits = text.replace(/(US)?\$|USD|[\s\u00a0\u202f]/g, '');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) return digits.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  if (/^\d+,\d{1,2}$/.test(digits)) return digits.replace(',', '.');
  return /^\d+(\.\d+)?$/.test(digits) ? digits : text.trim();
}

/** Convert pasted text to the value of a cell; null if it is invalid. */
export function parseCellValue(
  cell: DiagnosticsCell,
  text: string,
  statuses: readonly { key: string; name: string }[],
): string | null {
  if (cell === 'status') return parseStatus(text, statuses);
  return isPrice(cell) ? parseAmount(text) : text;
}
