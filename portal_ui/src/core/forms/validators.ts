import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';

/** Validation message: a translation key, optionally with arguments. Translated on render by react-admin. */
export type ValidationMessage = string | { message: string; args: Record<string, unknown> };

/** Validator of one value, like react-admin's: undefined means valid. */
export type ValueValidator = (value: string | null | undefined) => ValidationMessage | undefined;

/** Validation errors by form path. */
export type ValidationErrors = Record<string, ValidationMessage>;

// The same rules as portal_backend/core/types.py; the server validates again.
const TEXT_LENGTH = 255;
const letter = '[A-Za-z\\u00C0-\\u024F\\u0400-\\u04FF]';
const namePattern = new RegExp(`^(?=.*${letter})(?:${letter}|[ '’.-])+$`);
const phonePattern = /^\+?[\d ]{10,32}$/;
const atom = "[\\w!#$%&'*+/=?^`{|}~-]+";
const host = '[A-Za-z\\d\\u00A1-\\uFFFF](?:[A-Za-z\\d\\u00A1-\\uFFFF-]{0,61}[A-Za-z\\d\\u00A1-\\uFFFF])?';
const topLevel =
  '(?:[A-Za-z\\u00A1-\\uFFFF][A-Za-z\\u00A1-\\uFFFF-]{0,61}[A-Za-z\\u00A1-\\uFFFF]|xn--[A-Za-z\\d]{1,59})';
const emailPattern = new RegExp(`^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${host}\\.)+${topLevel}$`);
const usernamePattern = /^[A-Za-z0-9_\u00C0-\u024F\u0400-\u04FF]+$/;

/** Normalize a text as the server does. */
export const normalizeText = (value: string | null | undefined): string => (value ?? '').normalize('NFC').trim();

/** Validate an optional value only if it is not empty. */
const unlessEmpty =
  (validate: (text: string) => ValidationMessage | undefined): ValueValidator =>
  (value) => {
    const text = normalizeText(value);
    return text === '' ? undefined : validate(text);
  };

const matchPattern = (pattern: RegExp, key: string): ValueValidator =>
  unlessEmpty((text) => (pattern.test(text) ? undefined : key));

/** Validator of a required value. */
export const required = Object.assign<ValueValidator, { isRequired: true }>(
  (value) => (normalizeText(value) === '' ? 'saving.rule.required' : undefined),
  { isRequired: true },
);

/** Validator of an entry of a list, which can be removed instead. */
export const requiredEntry: ValueValidator = (value) => (normalizeText(value) === '' ? 'saving.rule.entry' : undefined);

/** Create a validator of the maximum length, in characters. */
export const maxLength = (max: number): ValueValidator =>
  unlessEmpty((text) => ([...text].length > max ? { message: 'saving.rule.tooLong', args: { max } } : undefined));

/** Create a validator of the minimum length, in characters. */
export const minLength = (min: number): ValueValidator =>
  unlessEmpty((text) => ([...text].length < min ? { message: 'saving.rule.tooShort', args: { min } } : undefined));

/** Validator of text with at most 255 characters. */
export const validateText: ValueValidator = maxLength(TEXT_LENGTH);

/** Combine validators; the first error is returned. */
export const combineValidators =
  (...rules: readonly ValueValidator[]): ValueValidator =>
  (value) => {
    for (const rule of rules) {
      const broken = rule(value);
      if (broken !== undefined) return broken;
    }
    return undefined;
  };

/** Validator of a first or last name, with Latin or Cyrillic letters. */
export const validatePersonName: ValueValidator = combineValidators(
  validateText,
  matchPattern(namePattern, 'saving.rule.letters'),
);

/** Validator of a phone number: 10 to 32 digits and spaces, with an optional "+". */
export const validatePhone: ValueValidator = combineValidators(
  validateText,
  matchPattern(phonePattern, 'saving.rule.phone'),
);

/** Validator of an email address. */
export const validateEmail: ValueValidator = combineValidators(
  validateText,
  matchPattern(emailPattern, 'saving.rule.email'),
);

/** Validator of a username. */
export const validateUsername: ValueValidator = combineValidators(
  maxLength(64),
  matchPattern(usernamePattern, 'saving.rule.username'),
  minLength(2),
);

/** Parse a number with point or comma and at most two decimals; null if invalid. */
export function parseDecimal(value: string | null | undefined): number | null {
  const digits = normalizeText(value).replace(',', '.');
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

/** Maximum amount that the server accepts. */
export const LARGEST_AMOUNT = 9_999_999.99;

/** Validator of an amount of 0 or more. */
export const validateAmount: ValueValidator = unlessEmpty((value) => {
  const number = parseDecimal(value);
  if (number === null) return 'saving.rule.amount';
  return number > LARGEST_AMOUNT ? { message: 'saving.rule.tooLarge', args: { max: LARGEST_AMOUNT } } : undefined;
});

/** Create a validator of a number above 0, up to `max`, with up to two decimals. */
export const positive = (max = LARGEST_AMOUNT): ValueValidator =>
  unlessEmpty((value) => {
    const number = parseDecimal(value);
    if (number === null || number <= 0) return 'saving.rule.positive';
    return number > max ? { message: 'saving.rule.tooLarge', args: { max } } : undefined;
  });

/** Validator of an integer of 0 or more. */
export const validateWholeNumber: ValueValidator = matchPattern(/^\d{1,12}$/, 'saving.rule.wholeNumber');

/** Validator of a package dimension in whole centimeters. */
export const validatePackageSide: ValueValidator = matchPattern(/^[1-9]\d{0,3}$/, 'saving.rule.side');

/** Validator of a complete date ("YYYY-MM-DD"). */
export const validateDate: ValueValidator = matchPattern(/^\d{4}-\d{2}-\d{2}$/, 'saving.rule.date');

/** Validators by field name. */
export type ValidatorMap = Record<string, ValueValidator | readonly ValueValidator[]>;

/** Validate the values that have rules; `prefix` is their path in the form. */
export function validate(values: object, rules: ValidatorMap, prefix = ''): ValidationErrors {
  const problems: ValidationErrors = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value: unknown = (values as Record<string, unknown>)[name];
    const broken = combineValidators(...[rule].flat())(typeof value === 'string' ? value : null);
    if (broken !== undefined) problems[prefix + name] = broken;
  }
  return problems;
}

/** Validate each `{ value }` of a field array. */
export function validateEach(
  rows: readonly { value: string }[],
  rule: ValueValidator | readonly ValueValidator[],
  prefix: string,
): ValidationErrors {
  return Object.assign({}, ...rows.map((row, index) => validate(row, { value: rule }, `${prefix}.${index}.`)));
}

/** Serialize a message for react-hook-form to text that react-admin translates. */
export const serializeMessage = (broken: ValidationMessage): string =>
  typeof broken === 'string' ? broken : `@@react-admin@@${JSON.stringify(broken)}`;

/** Create a react-hook-form resolver from a validation function. */
export function createResolver<T extends FieldValues>(problemsOf: (values: T) => ValidationErrors): Resolver<T> {
  return (values) => {
    const errors: FieldErrors = {};
    for (const [path, broken] of Object.entries(problemsOf(values))) {
      set(errors, path, { type: 'rule', message: serializeMessage(broken) });
    }
    return { values, errors } as ReturnType<Resolver<T>>;
  };
}
