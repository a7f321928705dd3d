import type { RaRecord } from 'ra-core';
import type { Field, Moment } from '../../server/types';
import type { UploadedFile } from '../files/types';
import type { Difference } from '../saving/merge';

export type FormValue = string | boolean | string[] | UploadedFile[];
export type FormValues = Record<string, FormValue>;
export type DeclaredRecord = RaRecord<number> & { version?: string };

/** A pair of fields is one text in both languages. */
export type FieldGroup = { key: string; fields: Field[] };

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Those fields that are written now. A kind that this portal does not know is a text, unless its value is none. */
export function fieldsOf(fields: readonly Field[], moment: Moment, record?: DeclaredRecord): Field[] {
  return fields.filter(({ key, on, type, readOnly }) => {
    const value: unknown = record?.[key];
    const drawn = kinds.has(type) || value === undefined || value === null || isScalar(value);
    return on.includes(moment) && drawn && !readOnly;
  });
}

/** Those that are written at creation only. */
export function fixedFields(fields: readonly Field[]): Field[] {
  return fields.filter(({ key }) => !fields.some((field) => field.key === key && field.on.includes('edit')));
}

const kinds = new Set<string>(['text', 'longText', 'number', 'money', 'boolean', 'choice', 'choices', 'image']);

/** Fields in their order, the languages of one text together. */
export function groupsOf(fields: readonly Field[]): FieldGroup[] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const key = field.group ?? field.key;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].map(([key, all]) => ({ key, fields: all }));
}

/** What a form holds of a record, or of nothing yet. */
export function formValuesOf(fields: readonly Field[], record: Record<string, unknown> = {}): FormValues {
  return Object.fromEntries(fields.map((field) => [field.key, formValue(field, record[field.key])]));
}

function formValue({ type }: Field, value: unknown): FormValue {
  switch (type) {
    case 'boolean':
      return value === true;
    case 'choices':
      return Array.isArray(value) ? value.map(String) : [];
    case 'image':
      return [];
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** The body of a save. A picture that was not chosen anew is not sent: the one before stays. */
export function bodyOf(fields: readonly Field[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = sentValue(field, values[field.key]);
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}

function sentValue({ type }: Field, value: FormValue | undefined): unknown {
  if (type === 'image') {
    const [file] = Array.isArray(value) ? value : [];
    return typeof file === 'object' ? { id: file.id } : undefined;
  }
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (type === 'number' || type === 'money') return text === '' ? null : Number(text.replace(',', '.'));
  return text;
}

/** A word of locale/…/form.json that says what is wrong with a value, or null. */
export type Problem = { key: string; max?: number };

const patterns = { number: /^\d+$/, money: /^\d{1,7}([.,]\d{1,2})?$/ };

/** What stands against a value; `present` tells that the record has a picture already. */
export function problemOf(field: Field, value: FormValue | undefined, present = false): Problem | null {
  const { type, required, maxLength } = field;
  if (type === 'boolean') return null;
  const given = typeof value === 'string' ? value.trim() : value;
  const empty = given === undefined || given === '' || (Array.isArray(given) && given.length === 0);
  if (empty) {
    if (!required || (type === 'image' && present)) return null;
    return { key: type === 'image' ? 'form.rule.image' : 'form.rule.required' };
  }
  if (typeof given !== 'string') return null;
  if (type === 'number' || type === 'money') return patterns[type].test(given) ? null : { key: `form.rule.${type}` };
  if (maxLength !== null && [...given].length > maxLength) return { key: 'form.rule.tooLong', max: maxLength };
  return null;
}

/** What differs between the state that was opened and a newer one; `yours` is what was typed there, if anything. */
export function differencesOf(
  fields: readonly Field[],
  opened: DeclaredRecord,
  fresh: DeclaredRecord,
  typed: FormValues,
  touched: (key: string) => boolean,
): Difference[] {
  const [before, now] = [formValuesOf(fields, opened), formValuesOf(fields, fresh)];
  return fields
    .filter(({ key }) => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
    .map((field) => ({
      path: field.key,
      label: field.label,
      theirs: shownText(field, now[field.key]),
      yours: touched(field.key) ? shownText(field, typed[field.key]) : null,
    }));
}

function shownText({ choices, type }: Field, value: FormValue | undefined): string {
  if (type === 'boolean') return '';
  const keys = Array.isArray(value) ? value.map(String) : [String(value ?? '')];
  return keys.map((key) => choices.find((choice) => choice.key === key)?.name ?? key).join(', ');
}
