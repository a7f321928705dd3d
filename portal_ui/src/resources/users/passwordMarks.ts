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

/** Says that a password is weak; an empty one is judged by whether it is required. */
export const strong = (password: string | null | undefined): string | undefined =>
  !password || Object.values(marksOf(password)).every(Boolean) ? undefined : 'users.password.weak';
