const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether what a draft stored can be read as an example is: every field of it with the same type, lists with entries
 * like its first. Where the example has null, there is a text or nothing.
 */
export function hasShape<T>(value: unknown, example: T): value is T {
  if (example === null) return value === null || typeof value === 'string';
  if (Array.isArray(example)) {
    return Array.isArray(value) && (example.length === 0 || value.every((entry) => hasShape(entry, example[0])));
  }
  if (isObject(example)) {
    return isObject(value) && Object.entries(example).every(([key, part]) => hasShape(value[key], part));
  }
  return typeof value === typeof example;
}

/** A file as a draft keeps it. */
export const exampleFile = { id: '', name: '', type: '', size: 0 };
