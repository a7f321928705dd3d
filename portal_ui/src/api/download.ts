import { parseBody } from './errors';
import { buildUrl, NetworkError, type Query, readText, send } from './http';

export type DownloadOptions = {
  query?: Query;
  /** JSON body; makes the request a POST. */
  body?: unknown;
  signal?: AbortSignal;
  /** Callback with the bytes received and the total, if Content-Length is known. */
  onProgress?: (received: number, total: number | undefined) => void;
  /** File name if the response has no Content-Disposition. */
  fallbackName?: string;
};

/** Download a file with the session's token, save it and return its name. */
export async function downloadFile(path: string, options: DownloadOptions = {}): Promise<string> {
  return saveResponse(await request(path, options), options);
}

/** Download a spreadsheet, or return the id of the job that creates a large one. */
export async function downloadOrEnqueue(
  path: string,
  options: DownloadOptions,
): Promise<{ name: string } | { jobId: string }> {
  const response = await request(path, options);
  if (response.status === 202) return parseBody<{ jobId: string }>(await readText(response)) as { jobId: string };
  return { name: await saveResponse(response, options) };
}

function request(path: string, options: DownloadOptions): Promise<Response> {
  const init: RequestInit = { signal: options.signal ?? null };
  if (options.body !== undefined) {
    init.method = 'POST';
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(options.body);
  }
  return send(buildUrl(path, options.query), init);
}

async function saveResponse(response: Response, options: DownloadOptions): Promise<string> {
  const blob = await readBody(response, options.onProgress).catch((cause: unknown) => {
    throw options.signal?.aborted ? cause : new NetworkError({ cause });
  });
  const name = parseFileName(response.headers.get('Content-Disposition')) ?? options.fallbackName ?? 'download';
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}

async function readBody(response: Response, onProgress: DownloadOptions['onProgress']): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob();
  const total = Number(response.headers.get('Content-Length')) || undefined;
  const parts: BlobPart[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    onProgress(received, total);
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
}

/** Parse the file name of a Content-Disposition header. `filename*` wins (RFC 6266). */
export function parseFileName(disposition: string | null): string | undefined {
  if (!disposition) return undefined;
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded.trim());
  const match = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition);
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2]?.trim();
}
