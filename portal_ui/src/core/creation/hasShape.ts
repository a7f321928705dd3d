const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Return whether a stored draft has the shape of an example.
 *
 * Every field must have the same type, and list entries the shape of the first one. Null in the example means a string
 * or null.
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

/** Example of a file in a draft, for `hasShape`. */
export const exampleFile = { id: '', name: '', type: '', size: 0 };
