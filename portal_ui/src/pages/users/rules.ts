/** A rule that a value breaks: a word of `users.rule`. */
export type Rule =
  | 'required'
  | 'letters'
  | 'phone'
  | 'email'
  | 'username'
  | 'short'
  | 'long'
  | 'password'
  | 'mismatch'
  | 'amount'
  | 'largest';

/** Form path to the rule broken there. */
export type Problems = Record<string, Rule>;

const letter = '[A-Za-z\\u00C0-\\u024F\\u0400-\\u04FF]';
const name = new RegExp(`^(?=.*${letter})(?:${letter}|[ '’.-])+$`);
const username = /^[A-Za-z0-9_\u00C0-\u024F\u0400-\u04FF]+$/;
const phone = /^\+?[\d ]{10,32}$/;
const email = /^[^@\s,;<>"]+@[^@\s,;<>".]+(?:\.[^@\s,;<>".]+)+$/;

export const LARGEST_PRICE = 9_999_999.99;
const limits: Record<string, number> = { username: 64, password: 128 };

/** How many characters a field takes. */
export const limitOf = (path: string): number => limits[path] ?? 255;

const plain = (value: string): string => value.normalize('NFC').trim();

/** The first rule that a text breaks: whether it is there, then its length, then its form. */
function broken(path: string, value: string, form?: { fits: RegExp; rule: Rule }): Rule | null {
  const text = plain(value);
  if (text === '') return 'required';
  if ([...text].length > limitOf(path)) return 'long';
  return form && !form.fits.test(text) ? form.rule : null;
}

const checks: Record<string, (value: string) => Rule | null> = {
  firstName: (value) => broken('firstName', value, { fits: name, rule: 'letters' }),
  lastName: (value) => broken('lastName', value, { fits: name, rule: 'letters' }),
  phone: (value) => broken('phone', value, { fits: phone, rule: 'phone' }),
  email: (value) => broken('email', value, { fits: email, rule: 'email' }),
  username: (value) => {
    const rule = broken('username', value, { fits: username, rule: 'username' });
    return rule === null && plain(value).length < 2 ? 'short' : rule;
  },
};

/** What is wrong with the fields of a person. */
export function personProblems(
  person: Record<'username' | 'firstName' | 'lastName' | 'phone' | 'email', string> & {
    backupEmails: readonly { value: string }[];
  },
): Problems {
  const problems: Problems = {};
  for (const path of ['username', 'firstName', 'lastName', 'phone', 'email'] as const) {
    const rule = checks[path]?.(person[path]);
    if (rule) problems[path] = rule;
  }
  person.backupEmails.forEach(({ value }, index) => {
    const rule = checks.email?.(value);
    if (rule) problems[`backupEmails.${index}.value`] = rule;
  });
  return problems;
}

/** What a strong password has, in the order it is told. */
export const passwordMarks = ['length', 'digit', 'symbol', 'capital'] as const;
export type PasswordMark = (typeof passwordMarks)[number];

/** Which marks of a strong password a text has (spec 1, section 5). */
export function marksOf(password: string): Record<PasswordMark, boolean> {
  return {
    length: [...password].length >= 8,
    digit: /\p{Nd}/u.test(password),
    symbol: /[^\p{L}\p{N}\s]/u.test(password),
    capital: /[A-Z\u00C0-\u00DE\u0400-\u042F]/.test(password),
  };
}

/** What is wrong with a new password and its repetition. */
export function passwordProblems(password: string, confirmPassword: string): Problems {
  const problems: Problems = {};
  if (password === '') problems.password = 'required';
  else if ([...password].length > limitOf('password')) problems.password = 'long';
  else if (!Object.values(marksOf(password)).every(Boolean)) problems.password = 'password';
  if (confirmPassword === '') problems.confirmPassword = 'required';
  else if (confirmPassword !== password) problems.confirmPassword = 'mismatch';
  return problems;
}

/** Texts that must be there; others are optional. */
export function textProblems<T extends object>(values: T, needed: readonly (keyof T & string)[]): Problems {
  const problems: Problems = {};
  for (const [path, value] of Object.entries(values)) {
    if (typeof value !== 'string') continue;
    const rule = broken(path, value);
    if (rule && (rule !== 'required' || needed.includes(path as keyof T & string))) problems[path] = rule;
  }
  return problems;
}

/** A price in USD as it is typed, with point or comma; null where it is none. */
export function priceOf(text: string): number | null {
  const digits = text.trim().replace(',', '.');
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

/** What is wrong with a price. */
export function priceProblem(text: string): Rule | null {
  if (text.trim() === '') return 'required';
  const price = priceOf(text);
  if (price === null) return 'amount';
  return price > LARGEST_PRICE ? 'largest' : null;
}
