import type { RaRecord } from 'ra-core';
import type { Choice, Field, FormMeta, Moment, UploadedFile } from '../../../api/types';
import { formatAmountInput } from '../../i18n/format';

export type FormValue = string | boolean | string[] | UploadedFile[] | { value: string }[] | Record<string, string[]>;
export type FormValues = Record<string, FormValue>;

/** Record of a form; `choices` are those of this record, by field. */
export type ResourceRecord = RaRecord<number> & { version?: string; choices?: Record<string, Choice[]> };

/** Group of fields; a pair is one text in both languages. */
export type FieldGroup = { key: string; fields: Field[] };

const knownTypes = new Set<string>([
  'text',
  'longText',
  'number',
  'money',
  'boolean',
  'choice',
  'choices',
  'texts',
  'matrix',
  'image',
]);

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Return whether a field can be edited at this moment (create or edit). */
export const isFieldWritable = (field: Field, moment: Moment): boolean => !field.readOnly && field.on.includes(moment);

/** Return whether all fields of a form are read-only. */
export const isReadOnly = ({ fields }: FormMeta): boolean => fields.every(({ readOnly }) => readOnly);

/** Return whether a field is a password, which is never read. */
export const isSecret = ({ format }: Field): boolean => format === 'password' || format === 'currentPassword';

/** Return the URL of a stored picture; that of field `image` is in `imageUrl`. */
export function getPictureUrl(key: string, record: ResourceRecord | undefined): string | null {
  const url: unknown = record?.[`${key}Url`];
  return typeof url === 'string' && url !== '' ? url : null;
}

/**
 * Return the fields to render: editable ones, and read-only ones of a record. Fields of unknown type render as text if
 * their value is a scalar or missing.
 */
export function getVisibleFields(fields: readonly Field[], record?: ResourceRecord): Field[] {
  const moment = record ? 'edit' : 'create';
  return fields.filter((field) => {
    const value: unknown = record?.[field.key];
    const isRendered = knownTypes.has(field.type) || value === undefined || value === null || isScalar(value);
    if (!isRendered || isFieldWritable(field, moment)) return isRendered;
    // Skip a read-only field that is also declared as an editable one.
    const isDuplicate = fields.some((other) => other.key === field.key && isFieldWritable(other, moment));
    return record !== undefined && !isDuplicate && !isSecret(field) && value !== undefined;
  });
}

/** Return the default values of a new record. */
export const getDefaultValues = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap(({ key, default: value }) => (value === null ? [] : [[key, value]])));

/**
 * Return whether a field is shown with these values. The field that it depends on must be shown and have a matching
 * value, or one of the fields that it confirms must differ from `before`, the initial values.
 */
export function isFieldVisible(
  { dependsOn, confirms }: Field,
  fields: readonly Field[],
  values: FormValues,
  before: FormValues,
): boolean {
  if (confirms.length > 0) return confirms.some((key) => !isEqual(values[key] ?? '', before[key] ?? ''));
  if (!dependsOn) return true;
  const other = fields.find(({ key }) => key === dependsOn.field);
  if (other && !isFieldVisible(other, fields, values, before)) return false;
  const value = String(values[dependsOn.field] ?? '');
  return dependsOn.values.length === 0 ? value !== '' : dependsOn.values.includes(value);
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Group fields in their order. */
export function groupFields(fields: readonly Field[]): FieldGroup[] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const key = field.group ?? field.key;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].map(([key, all]) => ({ key, fields: all }));
}

/** Convert a record, or none, to form values. */
export function toFormValues(fields: readonly Field[], record: Record<string, unknown> = {}): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, toFormValue(field, record[field.key])]));
}

function toFormValue({ type }: Field, value: unknown): FormValue {
  switch (type) {
    case 'boolean':
      return value === true;
    case 'choices':
      return Array.isArray(value) ? value.map(String) : [];
    case 'texts':
      return Array.isArray(value) ? value.map((text) => ({ value: String(text) })) : [];
    case 'matrix':
      return typeof value === 'object' && value !== null ? (value as Record<string, string[]>) : {};
    case 'image':
      return [];
    case 'money':
      return typeof value === 'number' ? formatAmountInput(value) : '';
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/**
 * Build the request body of a save from the editable fields that are shown. An unchanged picture is not sent, so that
 * the server keeps it.
 */
export function toRequestBody(
  fields: readonly Field[],
  values: FormValues,
  before: FormValues,
  moment: Moment,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (!isFieldWritable(field, moment) || !isFieldVisible(field, fields, values, before)) return [];
      const value = toRequestValue(field, values[field.key]);
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}

function toRequestValue({ type }: Field, value: FormValue | undefined): unknown {
  if (Array.isArray(value)) {
    if (type === 'image') {
      const [file] = value;
      return typeof file === 'object' && 'id' in file ? { id: file.id } : undefined;
    }
    return value.map((each) => (typeof each === 'object' && 'value' in each ? each.value.trim() : each));
  }
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (type === 'number' || type === 'money') return text === '' ? null : Number(text.replace(',', '.'));
  return text;
}

/** Map a server path to a form path; null for an unknown field. Only text lists and matrices have paths of entries. */
export function toFormPath(fields: readonly Field[], path: string): string | null {
  const [key, index] = path.split('.');
  const type = fields.find((field) => field.key === key)?.type;
  if (key === undefined || type === undefined) return null;
  if (type === 'matrix') return path;
  return type === 'texts' && index !== undefined ? `${key}.${index}.value` : key;
}
