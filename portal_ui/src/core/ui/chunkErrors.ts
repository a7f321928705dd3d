/** Error of an outdated page: the portal was updated, and the chunk is gone. */
export class OutdatedPageError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'OutdatedPageError';
  }
}

/** Messages of failed imports in Chromium, Firefox and Safari, and of CSS in Vite. */
const CHUNK_ERROR_PATTERN = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Return whether an error is a chunk that failed to load. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && CHUNK_ERROR_PATTERN.test(error.message);

/**
 * Import the chunk of an error under another URL.
 * Chromium may cache a failed import until the page is reloaded. Reject with the error if it does not name its chunk, as in Safari, or if the chunk has no default export.
 */
export async function importAgain<Loaded>(error: unknown): Promise<Loaded> {
  const [url] = (isChunkError(error) && /https?:\S+?\.js/.exec((error as Error).message)) || [];
  if (!url?.startsWith(location.origin)) throw error;
  const code: object = await import(/* @vite-ignore */ `${url}?retry=${Date.now()}`);
  if (!('default' in code)) throw error;
  return code as Loaded;
}

/** Timeout in ms of the request that checks for an update. */
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Return the cause of a chunk error. OutdatedPageError if the portal now serves another version than the one on screen,
 * else the error itself. The portal is requested, as browsers expose neither status nor cause of a failed import.
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
