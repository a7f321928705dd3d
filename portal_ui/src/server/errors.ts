/** A 409 STALE also tells what the object is now, and who changed it. */
export type Current = { status: { key: string; value: string }; version: number; changedBy: string; changedAt: string };

type Body = {
  code?: string;
  message?: string;
  fields?: Record<string, string[]>;
  requestId?: string;
  current?: Current;
};

/** An answer of the server that is not a success; `message` is the server's, in the user's language, or "". */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly current: Current | undefined;

  constructor(
    readonly status: number,
    body: Body = {},
    readonly retryAfter: number | undefined = undefined,
  ) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.code = body.code ?? '';
    this.fields = body.fields ?? {};
    this.requestId = body.requestId;
    this.current = body.current;
  }

  /** The token is missing, unknown, revoked or expired: the session is over. */
  get endsSession(): boolean {
    return this.status === 401 && (this.code === 'TOKEN_EXPIRED' || this.code === 'TOKEN_INVALID');
  }
}

/** No answer came: no connection, or the server is out of reach. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('', options);
    this.name = 'NetworkError';
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  return new ApiError(response.status, parse(text), retryAfter);
}

function parse(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Body) : {};
  } catch {
    return {};
  }
}
