import type { ConflictingRow, CurrentVersion, ErrorBody } from './types';

/** An answer of the server that is not a success; `message` is the server's, in the user's language, or "". */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly current: CurrentVersion | undefined;
  /** Version conflict: rows that another user had changed; the others are saved. */
  readonly rows: readonly ConflictingRow[] | undefined;
  /** The step that the call belongs to is over, whoever changed the record last. */
  readonly isStepClosed: boolean;
  /** Result that an earlier call with the same idempotency key but other contents had created. */
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

  /** Whether the session has expired: the token is missing, unknown, revoked or expired. */
  get endsSession(): boolean {
    return this.status === 401 && (this.code === 'TOKEN_EXPIRED' || this.code === 'TOKEN_INVALID');
  }
}

/** Network error: no response, as the browser or the server is offline. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'NetworkError';
  }
}

/** A success whose body is no JSON: something between browser and portal answered, such as a network's login page. */
export class UnreadableResponseError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'UnreadableResponseError';
  }
}

/** Parse the body of a successful response; null for an empty one. Throws UnreadableResponseError. */
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
