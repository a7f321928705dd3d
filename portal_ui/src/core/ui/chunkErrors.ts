/** Outdated page: the portal was updated after it was loaded, and the requested chunk is gone. */
export class OutdatedPageError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'OutdatedPageError';
  }
}

/** Messages of Chromium, Firefox and Safari, and of Vite for a style sheet, for a module that failed to load. */
const CHUNK_ERROR_PATTERN = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether a chunk failed to load. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && CHUNK_ERROR_PATTERN.test(error.message);

/** Timeout in milliseconds of the probe for the reason of a chunk error. */
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Give the reason why a part of the portal's code failed to load: OutdatedPageError where the portal now serves another
 * version than the one on screen, else the error itself. Browsers say of a failed import neither status nor cause.
 */
export async function toChunkError(error: unknown): Promise<unknown> {
  if (!isChunkError(error)) return error;
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const names = [entry?.getAttribute('src'), entry?.dataset.parts].filter((name): name is string => !!name);
  if (names.length === 0) return error;
  try {
    const options: RequestInit = { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) };
    const response = await fetch(location.pathname, options);
    const page = response.ok ? await response.text() : null;
    const isOutdated = page !== null && !names.every((name) => page.includes(name));
    return isOutdated ? new OutdatedPageError({ cause: error }) : error;
  } catch {
    return error;
  }
}
