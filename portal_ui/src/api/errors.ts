import type { ConflictingRow, CurrentVersion, ErrorBody } from './types';

/** Error response of the server; `message` is in the user's language, or "". */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly current: CurrentVersion | undefined;
  /** Rows with a version conflict; the others are saved. */
  readonly rows: readonly ConflictingRow[] | undefined;
  /** True if the step of the call has ended, regardless of who changed the record. */
  readonly isStepClosed: boolean;
  /** Record created by an earlier call with the same idempotency key but other data. */
  readonly created: unknown;

  constructor(
    readonly status: number,
    body: Partial<ErrorBody> = {},
  ) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.code = body.code ?? '';
    this.fields = body.fields ?? {};
    this.requestId = body.requestId;
    this.current = body.current;
    this.rows = body.rows;
    this.isStepClosed = body.isStepClosed ?? false;
    this.created = body.created;
  }

  /** True if the token is missing, unknown, revoked or expired. */
  get endsSession(): boolean {
    return this.status === 401 && (this.code === 'TOKEN_EXPIRED' || this.code === 'TOKEN_INVALID');
  }
}

/** Return whether the record of a request does not exist, or not for the user. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Error without a response, because the browser or the server is offline. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'NetworkError';
  }
}

/** Error for a success status without JSON, e.g. from a captive portal. */
export class UnreadableResponseError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'UnreadableResponseError';
  }
}

/** Parse the body of a successful response, null if empty. Throws UnreadableResponseError. */
export function parseBody<T>(text: string): T | null {
  if (text === '') return null;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new UnreadableResponseError({ cause });
  }
}

export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  return new ApiError(response.status, parse(text));
}

function parse(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  } catch {
    return {};
  }
}
