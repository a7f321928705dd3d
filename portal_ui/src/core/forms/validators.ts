import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';

/** What is wrong with a value: the key of a sentence, or one with its arguments. react-admin says both when drawn. */
export type Broken = string | { message: string; args: Record<string, unknown> };

/** Judges one value, as react-admin's validators do: nothing where it is right. */
export type Rule = (value: string | null | undefined) => Broken | undefined;

/** Form path to what is wrong there. */
export type Problems = Record<string, Broken>;

// What follows is what portal_backend/core/types.py says; the server judges again.
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

/** A text as the server reads it. */
export const plain = (value: string | null | undefined): string => (value ?? '').normalize('NFC').trim();

/** An optional value is judged only where there is one. */
const unlessEmpty =
  (judged: (text: string) => Broken | undefined): Rule =>
  (value) => {
    const text = plain(value);
    return text === '' ? undefined : judged(text);
  };

const matches = (pattern: RegExp, key: string): Rule => unlessEmpty((text) => (pattern.test(text) ? undefined : key));

/** There must be something. react-admin marks the field with a star for it. */
export const required = Object.assign<Rule, { isRequired: true }>(
  (value) => (plain(value) === '' ? 'saving.rule.required' : undefined),
  { isRequired: true },
);

/** At most so many characters. */
export const maxLength = (max: number): Rule =>
  unlessEmpty((text) => ([...text].length > max ? { message: 'saving.rule.tooLong', args: { max } } : undefined));

/** At least so many characters. */
export const minLength = (min: number): Rule =>
  unlessEmpty((text) => ([...text].length < min ? { message: 'saving.rule.tooShort', args: { min } } : undefined));

/** Any line of text. */
export const text: Rule = maxLength(TEXT_LENGTH);

/** The first of several rules that a value breaks. */
export const allOf =
  (...rules: readonly Rule[]): Rule =>
  (value) => {
    for (const rule of rules) {
      const broken = rule(value);
      if (broken !== undefined) return broken;
    }
    return undefined;
  };

/** A first or last name: letters, Latin or Cyrillic. */
export const personName: Rule = allOf(text, matches(namePattern, 'saving.rule.letters'));

/** A phone number with at least ten digits. */
export const phone: Rule = allOf(text, matches(phonePattern, 'saving.rule.phone'));

/** An e-mail address. */
export const email: Rule = allOf(text, matches(emailPattern, 'saving.rule.email'));

/** The name that a user signs in with. */
export const username: Rule = allOf(maxLength(64), matches(usernamePattern, 'saving.rule.username'), minLength(2));

/** A number as it is typed, with point or comma and at most two decimals; null where it is none. */
export function decimalOf(value: string | null | undefined): number | null {
  const digits = plain(value).replace(',', '.');
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

/** The largest amount that the server takes. */
export const LARGEST_AMOUNT = 9_999_999.99;

/** An amount of 0 or more. */
export const amount: Rule = unlessEmpty((value) => {
  const number = decimalOf(value);
  if (number === null) return 'saving.rule.amount';
  return number > LARGEST_AMOUNT ? { message: 'saving.rule.tooLarge', args: { max: LARGEST_AMOUNT } } : undefined;
});

/** A number above 0 with at most two decimals, and at most `max`. */
export const positive = (max = LARGEST_AMOUNT): Rule =>
  unlessEmpty((value) => {
    const number = decimalOf(value);
    if (number === null || number <= 0) return 'saving.rule.positive';
    return number > max ? { message: 'saving.rule.tooLarge', args: { max } } : undefined;
  });

/** A whole number. */
export const wholeNumber: Rule = matches(/^\d{1,12}$/, 'saving.rule.wholeNumber');

/** One side of a package in whole centimetres. */
export const packageSide: Rule = matches(/^[1-9]\d{0,3}$/, 'saving.rule.side');

/** A day as a form holds it. */
export const wholeDate: Rule = matches(/^\d{4}-\d{2}-\d{2}$/, 'saving.rule.date');

/** Some rules for some of the values, by their names. */
export type Rules = Record<string, Rule | readonly Rule[]>;

/** What is wrong with the values that have rules; `prefix` is where they stand in the form. */
export function judge(values: object, rules: Rules, prefix = ''): Problems {
  const problems: Problems = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value: unknown = (values as Record<string, unknown>)[name];
    const broken = allOf(...[rule].flat())(typeof value === 'string' ? value : null);
    if (broken !== undefined) problems[prefix + name] = broken;
  }
  return problems;
}

/** Each of a list of values, as `{ value }` of a field array. */
export function judgeEach(rows: readonly { value: string }[], rule: Rule | readonly Rule[], prefix: string): Problems {
  return Object.assign({}, ...rows.map((row, index) => judge(row, { value: rule }, `${prefix}.${index}.`)));
}

/** A message with arguments as react-hook-form holds it: text, in the form that react-admin reads again. */
export const messageOf = (broken: Broken): string =>
  typeof broken === 'string' ? broken : `@@react-admin@@${JSON.stringify(broken)}`;

/** The resolver of a form that is not react-admin's. */
export function resolverOf<T extends FieldValues>(problemsOf: (values: T) => Problems): Resolver<T> {
  return (values) => {
    const errors: FieldErrors = {};
    for (const [path, broken] of Object.entries(problemsOf(values))) {
      set(errors, path, { type: 'rule', message: messageOf(broken) });
    }
    return { values, errors } as ReturnType<Resolver<T>>;
  };
}
