let next = 0;

/** An id of a unit while it is on this page. It begins with a letter: the form library reads digits as list places. */
export function newUnitId(): string {
  next += 1;
  return `u${next}`;
}

/** A random key of 32 hexadecimal digits. (`crypto.randomUUID` is absent where the portal is not on https.) */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
