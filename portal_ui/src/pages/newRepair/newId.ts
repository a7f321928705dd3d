let next = 0;

/** An id of a unit while it is on this page. It begins with a letter: the form library reads digits as list places. */
export function newUnitId(): string {
  next += 1;
  return `u${next}`;
}
